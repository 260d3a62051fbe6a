import type { Category } from '#core/domain/category.ts'

/** A section in a list that is to be saved. */
export interface CategoryInput extends Category {
  /** The slug that it had; its articles and addresses follow. */
  was?: string | undefined
}

export interface SectionsChange {
  /** All live sections in order. */
  categories: CategoryInput[]
  /** What is retired, and the section that it leads to. */
  retired: Record<string, string>
  /** The list as it was read; null not to compare. */
  before: readonly Category[] | null
}

export interface CategoriesAnswer {
  /** Whether the list is another one by now; then nothing was saved. */
  conflict: boolean
  /** The list as it is now. */
  categories: Category[]
  /** How many articles have followed their section. */
  moved: number
}

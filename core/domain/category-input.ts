import type { Category } from '#core/domain/category.ts'

/** A section in a list that is to be saved. */
export interface CategoryInput extends Category {
  /** The slug before the change; its articles and addresses follow. */
  was?: string | undefined
}

export interface SectionsChange {
  /** All live sections in order. */
  categories: CategoryInput[]
  /** The retired slugs, and the section to which each leads. */
  retired: Record<string, string>
  /** The list as it was read; null not to compare. */
  before: readonly Category[] | null
}

export interface CategoriesAnswer {
  /** True if the list has changed in the meantime; then nothing was saved. */
  conflict: boolean
  /** The list as it is now. */
  categories: Category[]
  /** The number of articles that have followed their section. */
  moved: number
}

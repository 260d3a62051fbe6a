import { ALL_CATEGORIES_PAGE, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import type { Localized } from '#core/domain/site-words.ts'

/** A section of the publication, a row of the table `categories`. */
export interface Category {
  /** Its address, and its key in articles. */
  slug: string
  /** A colour such as #b45309, or null for the shipped one, which is grey where none is shipped. */
  color: string | null
  /** Empty for the messages `category.<slug>.name` that are shipped. */
  names: Partial<Localized<string>>
  /** Empty for the messages `category.<slug>.description` that are shipped. */
  descriptions: Partial<Localized<string>>
}

export const MAX_SECTIONS = 12

/** The categories of a new publication, in the order of the header. */
export const DEFAULT_CATEGORIES: readonly Category[] = /* @__PURE__ */ SHIPPED_SECTIONS.map((slug) => ({
  slug,
  color: null,
  names: {},
  descriptions: {},
}))

/** The sections with their colours: the page of all articles, if it has no colour of its own, has the accent of the publication. */
export function sectionsWithColors({
  categories,
  accent,
}: {
  categories: readonly Category[]
  accent: string | null
}): readonly Category[] {
  return categories.map((category) =>
    category.slug === ALL_CATEGORIES_PAGE ? { ...category, color: category.color ?? accent } : category,
  )
}

/** A row as it is stored: `retired_to` is the section to which a retired address leads. */
export interface CategoryRow extends Category {
  position: number | null
  retired_to: string | null
}

/** The sections of a publication: the live ones in order, and the slugs of these by their old addresses. */
export interface Sections {
  readonly categories: readonly Category[]
  readonly formerCategories: ReadonlyMap<string, string>
}

export const DEFAULT_SECTIONS: Sections = { categories: DEFAULT_CATEGORIES, formerCategories: new Map() }

/** The sections of these rows; the constant default if they are the same. */
export function sectionsOf(rows: readonly CategoryRow[]): Sections {
  const live = rows
    .filter(({ retired_to }) => retired_to === null)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .map(({ slug, color, names, descriptions }) => ({ slug, color, names, descriptions }))
  const former = rows.flatMap(({ slug, retired_to }): [string, string][] =>
    retired_to === null ? [] : [[slug, retired_to]],
  )
  return {
    categories: JSON.stringify(live) === JSON.stringify(DEFAULT_CATEGORIES) ? DEFAULT_CATEGORIES : live,
    formerCategories: new Map(former),
  }
}

/** The section at this address, ignoring case, and whether the address is an old one; null if there is none. */
export function findCategory(
  name: string,
  { categories, formerCategories }: Sections,
): { category: Category; moved: boolean } | null {
  const slug = name.toLowerCase()
  const category = categories.find((one) => one.slug === (formerCategories.get(slug) ?? slug))
  return category ? { category, moved: category.slug !== slug } : null
}

/** The section of a new text, unless somebody chooses another one: the first, and the page of all sections only where it is the only one. */
export const firstSection = (categories: readonly Pick<Category, 'slug'>[]): string =>
  categories.find(({ slug }) => slug !== ALL_CATEGORIES_PAGE)?.slug ?? ALL_CATEGORIES_PAGE

/** The present section at an address; the first one if there is none. */
export const presentSection = (address: string | null, sections: Sections): string =>
  (address === null ? null : findCategory(address, sections)?.category.slug) ??
  firstSection(sections.categories)

/** The present and former addresses of these sections: rows from before a renaming name a section by its old address. */
export function allAddressesOf(
  slugs: readonly string[],
  { formerCategories }: Pick<Sections, 'formerCategories'>,
): string[] {
  const present = new Set(slugs.map((slug) => formerCategories.get(slug) ?? slug))
  const former = [...formerCategories].flatMap(([slug, leadsTo]) => (present.has(leadsTo) ? slug : []))
  return [...present, ...former]
}

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

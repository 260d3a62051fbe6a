import type { Localized } from '#core/domain/site-words.ts'

/** A section of the publication, a row of the table `categories`. */
export interface Category {
  /** Its address, and what articles name. */
  slug: string
  /** A colour such as #b45309, or null for the shipped one, which is grey where none is shipped. */
  color: string | null
  /** Empty for the messages `category.<slug>.name` that are shipped. */
  names: Partial<Localized<string>>
  /** Empty for the messages `category.<slug>.description` that are shipped. */
  descriptions: Partial<Localized<string>>
}

/** The categories of a new publication, in the order of the header. */
export const DEFAULT_CATEGORIES: readonly Category[] = ['business', 'tech', 'opinion', 'hack', 'news'].map(
  (slug) => ({ slug, color: null, names: {}, descriptions: {} }),
)

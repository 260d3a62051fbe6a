import type { Language } from '#core/i18n/languages.ts'

/** Somebody who has published articles. The database makes the slug of the name, the same of all its spellings. */
export interface Author {
  slug: string
  /** As it was spelled last. */
  name: string
  /** The languages in which there are articles. */
  languages: Language[]
}

import type { Language } from '#core/i18n/languages.ts'

export const PAGE_KINDS = ['home', 'article', 'section', 'author', 'issue', 'page', 'feed'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A page for the counting of views: a path in a language, whatever its other parameters are. */
export interface CountedPage {
  path: string
  language: Language
  kind: PageKind
  /** The slug of an article, a section, an author or an issue. */
  slug: string | null
}

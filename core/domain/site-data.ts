import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { type FooterPage, pagesOfFooter } from '#core/domain/page.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/**
 * What every page needs to know of the publication. Of what can be made one's own it has only what differs from the default, so that
 * the pages of others carry nothing of it.
 */
export interface SiteData extends SiteWords {
  siteUrl: string
  publishableKey: string
  /** The languages that readers are offered; absent for all. */
  languages?: Language[]
  /** The slugs of the categories in the order of the header; absent for the shipped ones. */
  categories?: string[]
  /** Own pages that the footer lists; absent where there are none. */
  pages?: FooterPage[]
}

/** The part of it that settings make somebody's own. */
export function ownSiteData({
  languages,
  categories,
  pages,
}: Settings): Omit<SiteData, keyof SiteWords | 'siteUrl' | 'publishableKey'> {
  const listed = pagesOfFooter(pages)
  return {
    ...(languages.length !== LANGUAGE_CODES.length && { languages }),
    ...(categories !== DEFAULT_CATEGORIES && { categories: categories.map(({ slug }) => slug) }),
    ...(listed.length > 0 && { pages: listed }),
  }
}

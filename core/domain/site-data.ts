import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { type OwnLogo, ownLogoOf } from '#core/look/logo.ts'

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
  /** Absent for the shipped logo. */
  logo?: OwnLogo
}

/** The part of it that settings make somebody's own. */
export function ownSiteData(
  settings: Settings,
): Omit<SiteData, keyof SiteWords | 'siteUrl' | 'publishableKey'> {
  const { languages, categories } = settings
  const logo = ownLogoOf(settings)
  return {
    ...(logo && { logo }),
    ...(languages.length !== LANGUAGE_CODES.length && { languages }),
    ...(categories !== DEFAULT_CATEGORIES && { categories: categories.map(({ slug }) => slug) }),
  }
}

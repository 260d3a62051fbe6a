import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import { type OwnNavigation, ownNavigation } from '#core/domain/site-links.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { versionForPages } from '#core/i18n/publication-catalogs.ts'
import { type OwnLogo, ownLogoOf } from '#core/look/logo.ts'
import { shareVersionOf } from '#core/look/share-version.ts'

/**
 * The facts about the publication that every page needs. It contains customised settings only if they differ from the default, so that
 * other publications' pages carry nothing of them.
 */
export interface SiteData extends SiteWords, OwnNavigation {
  siteUrl: string
  publishableKey: string
  /** The languages that readers are offered; absent for all. */
  languages?: Language[]
  /** The slugs of the categories in the order of the header; absent for the shipped ones. */
  categories?: string[]
  /** Absent for the shipped logo. */
  logo?: OwnLogo
  /** True if there is a menu of sections for which the header has no room. */
  hasMoreSections?: boolean
  /** The version of the messages in force; absent for the shipped ones. */
  messages?: string
  /** The end of the addresses of share images; absent if they are as shipped. */
  shareVersion?: string
  /** The letters in the place of a picture that an article does not have; absent for the shipped ones. */
  letters?: string
}

/** The part of it that comes from customised settings. */
export function ownSiteData(
  settings: Settings,
): Omit<SiteData, keyof SiteWords | 'siteUrl' | 'publishableKey'> {
  const { languages, categories, subject, site_name } = settings
  const logo = ownLogoOf(settings)
  const messages = versionForPages(settings)
  const shareVersion = shareVersionOf(settings)
  return {
    ...(logo && { logo }),
    ...(languages.length !== LANGUAGE_CODES.length && { languages }),
    ...(categories !== DEFAULT_CATEGORIES && { categories: categories.map(({ slug }) => slug) }),
    ...(messages !== undefined && { messages }),
    ...(shareVersion !== undefined && { shareVersion }),
    ...(subject !== 'ai' && { letters: placeholderLetters({ subject, site_name }) }),
    ...ownNavigation(settings),
  }
}

/** The letters in the place of a picture that an article does not have: the subject, or the initial of the publication. */
export function placeholderLetters({ subject, site_name }: Pick<Settings, 'subject' | 'site_name'>): string {
  if (subject === 'ai') return 'AI'
  const [initial = ''] = [...new Intl.Segmenter().segment(site_name)].map(({ segment }) => segment)
  return initial.toLocaleUpperCase()
}

import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import { type OwnNavigation, ownNavigation } from '#core/domain/site-links.ts'
import type { Localized, SiteWords } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { versionForPages } from '#core/i18n/publication-catalogs.ts'
import { type OwnLogo, ownLogoOf } from '#core/look/logo.ts'
import { shareVersionOf } from '#core/look/share-version.ts'

/**
 * What every page needs to know of the publication. Of what can be made one's own it has only what differs from the default, so that
 * the pages of others carry nothing of it.
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
  /** What the menu of the sections is called for which the header has no room, where there are any. */
  moreSections?: Localized<string>
  /** The version of the messages in force; absent for the shipped ones. */
  messages?: string
  /** What the addresses of share images end with; absent where they are as shipped. */
  shareVersion?: string
  /** What stands in the place of a picture that an article does not have; absent for the shipped letters. */
  letters?: string
}

/** The part of it that settings make somebody's own. */
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

/** What stands in the place of a picture that an article does not have: the subject, or the initial of the publication. */
export function placeholderLetters({ subject, site_name }: Pick<Settings, 'subject' | 'site_name'>): string {
  if (subject === 'ai') return 'AI'
  const [initial = ''] = [...new Intl.Segmenter().segment(site_name)].map(({ segment }) => segment)
  return initial.toLocaleUpperCase()
}

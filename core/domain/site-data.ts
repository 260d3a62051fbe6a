import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { noticeAt } from '#core/domain/notice.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { FooterColumn, SiteLink, SiteNotice, SocialProfile } from '#core/domain/site-links.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { nameProfiles } from '#core/domain/social-networks.ts'
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
  /** Further links of the header. */
  headerLinks?: SiteLink[]
  /** The columns of the footer; absent for the shipped ones. */
  footerColumns?: FooterColumn[]
  /** What the shipped column of pages lists besides the shipped ones. */
  pages?: SiteLink[]
  socialProfiles?: SocialProfile[]
  /** The line above the header, while it is shown. */
  notice?: SiteNotice
}

/** The fields that are parts of the frame of every page. */
export type OwnPartName = 'headerLinks' | 'footerColumns' | 'pages' | 'socialProfiles' | 'notice'

/** The part of it that settings make somebody's own, at this moment. */
export function ownSiteData(
  settings: Settings,
  now = Date.now(),
): Omit<SiteData, keyof SiteWords | 'siteUrl' | 'publishableKey'> {
  const { languages, categories, header_links, footer_columns, social_profiles } = settings
  const notice = noticeAt(settings.notice, now)
  return {
    ...(languages.length !== LANGUAGE_CODES.length && { languages }),
    ...(categories !== DEFAULT_CATEGORIES && { categories: categories.map(({ slug }) => slug) }),
    ...(header_links.length > 0 && { headerLinks: header_links }),
    ...(footer_columns && { footerColumns: footer_columns }),
    ...(social_profiles.length > 0 && { socialProfiles: nameProfiles(social_profiles) }),
    ...(notice && { notice: { text: notice.text, ...(notice.to && { to: notice.to }) } }),
  }
}

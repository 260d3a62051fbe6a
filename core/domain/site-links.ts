import { type FooterLinks, footerLinks } from '#core/domain/page.ts'
import type { FOOTER_COLUMNS } from '#core/domain/publication-settings.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Localized } from '#core/domain/site-words.ts'
import { nameProfiles } from '#core/domain/social-networks.ts'

/** A link to a path of this site, or to an address elsewhere. */
export interface SiteLink {
  label: Localized<string>
  to: string
}

/** A column of the footer: one that is shipped, or one's own. */
export type FooterColumn =
  | { shipped: (typeof FOOTER_COLUMNS)[number] }
  | { title: Localized<string>; links: SiteLink[] }

/** A line above the header. */
export interface SiteNotice {
  text: Localized<string>
  to?: string | undefined
}

/** A profile of the publication elsewhere. */
export interface SocialProfile {
  name: string
  to: string
}

/** The parts of the frame of every page that a publication has customised. */
export interface OwnNavigation {
  /** Further links of the header. */
  headerLinks?: SiteLink[]
  /** The columns of the footer; absent for the shipped ones. */
  footerColumns?: FooterColumn[]
  /** The pages that the shipped column of pages lists besides the shipped ones. */
  pages?: FooterLinks
  socialProfiles?: SocialProfile[]
  /** The line above the header, while it is shown. */
  notice?: SiteNotice
}

/** The navigation from the settings at this moment. */
export function ownNavigation(settings: Settings, now = Date.now()): OwnNavigation {
  const { header_links, footer_columns, social_profiles } = settings
  const notice = noticeAt(settings.notice, now)
  const pages = footerLinks(settings)
  return {
    ...(header_links.length > 0 && { headerLinks: header_links }),
    ...(footer_columns && { footerColumns: footer_columns }),
    ...(pages && { pages }),
    ...(social_profiles.length > 0 && { socialProfiles: nameProfiles(social_profiles) }),
    ...(notice && { notice: { text: notice.text, ...(notice.to && { to: notice.to }) } }),
  }
}

type Notice = NonNullable<Settings['notice']>

/** The notice if it is shown at this moment, in milliseconds since 1970. */
export function noticeAt(notice: Settings['notice'], now: number): Notice | null {
  if (!notice) return null
  const { from, until } = notice
  const isOver = until !== undefined && Date.parse(until) <= now
  return isOver || (from !== undefined && Date.parse(from) > now) ? null : notice
}

/** The next time at which the notice appears or ends: pages that were rendered before are outdated after that. */
export function nextTurnOf(notice: Settings['notice'], now: number): number {
  const moments = [notice?.from, notice?.until].map((moment) => Date.parse(moment ?? ''))
  return Math.min(...moments.filter((moment) => moment > now))
}

import type { FOOTER_COLUMNS } from '#core/domain/publication-settings.ts'
import type { Localized } from '#core/domain/site-words.ts'

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

import type { Row } from '#core/data/database.types.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The most addresses that one request may check. */
export const MAX_LINKS_PER_CHECK = 50
export const MAX_LINK_LENGTH = 2000

/**
 * The state of the address of a link. `dead`: there is no such page or server. `soft_dead`: a page that says that there is none. `moved`:
 * an article of ours, whose address is now the detail. `unsure`: the server gave no clear answer, or may not be asked.
 */
export type LinkState = 'ok' | 'dead' | 'soft_dead' | 'moved' | 'unsure'

export interface LinkResult {
  /** The address as the request wrote it. */
  url: string
  state: LinkState
  /** The HTTP status, or why there is none; empty when it is of no interest. */
  detail: string
  /** For an article of ours: its language, and the addresses of its published versions. */
  article: { language: Language; versions: { language: Language; path: string }[] } | null
}

export const MAX_REASON_LENGTH = 500
export const MAX_FINDING_LENGTH = 300

/** A finding of the check before publishing that an editor accepted, and the reason. */
export type CheckOverride = Row<'article_check_overrides'>

import type { Row } from '#core/data/database.types.ts'
import type { Fault } from '#core/domain/subscriber-record.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The delivery and the effects of an issue. */
export interface NewsletterReport {
  started_at: string | null
  audience: number
  sent: number
  failed: number
  uncertain: number
  skipped: number
  /** Subscribers for whom nothing in it was of their sections. */
  empty: number
  pending: number
  languages: { language: Language; recipients: number }[]
  /** Recipients who unsubscribed within a week. */
  unsubscribed: number
  bounced: number
  complained: number
  /** Mails that bounced, by the domain of the recipient; an empty one means domains with few recipients. */
  refusals: { domain: string; fault: Fault; mails: number }[]
  counts_clicks: boolean
  clicks: Pick<NewsletterClick, 'link' | 'target' | 'people' | 'scanners'>[]
}

export interface MessageCounts {
  issue_id: string
  sent: number
  failed: number
  uncertain: number
}

/** The number of times a link of an issue was followed on a day. */
export type NewsletterClick = Row<'newsletter_clicks'>

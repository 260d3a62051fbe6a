import type { MailStatus } from '#core/domain/mail.ts'
import type { NewsletterDelivery } from '#core/domain/newsletter-issue.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { SubscriberProgram } from '#core/domain/subscriber-import.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The consent of a subscriber, with its time and source. Dates are ISO 8601; absent fields are not known. */
export interface Consent {
  asked?: string
  at?: string
  ip?: string | null
  confirmed_at?: string
  confirmed_ip?: string | null
  /** The account of the administrator who asked for the confirmation mail in their name. */
  added_by?: string
  /** The source of an imported consent, the time of the import, and the account of the person who imported it. */
  source?: string
  program?: SubscriberProgram
  imported_at?: string
  imported_by?: string
}

/** One issue that the subscriber was sent, or was to be sent. */
export interface DeliveredIssue
  extends Pick<NewsletterDelivery, 'id' | 'issue_id' | 'language' | 'status' | 'reason' | 'settled_at'> {
  slug: string | null
  started_at: string | null
  subject: string | null
  /** True if its messages were stored in the outbox. */
  into_outbox: boolean
}

/**
 * The reasons why a mail to one recipient fails.
 *
 * - `gone`: the mailbox, or its domain, does not exist or no longer accepts mail
 * - `full`: the mailbox has no room
 * - `policy`: the sender, the server or its address was refused, or the two programs did not understand each other
 * - `content`: this mail was refused, as spam for example
 * - `size`: this mail is too large
 * - `network`: no server could be reached, or not in time
 * - `temporary`: not now
 * - `unknown`: nothing certain was said
 */
export type Fault = 'gone' | 'full' | 'policy' | 'content' | 'size' | 'network' | 'temporary' | 'unknown'

/** A report by a mail server or a provider about a mail to the subscriber. */
export interface Bounce {
  id: number
  reported_at: string
  source: string
  /**
   * - `permanent`: there is no such mailbox
   * - `temporary`: not now
   * - `refused`: this mail, not this recipient
   * - `complaint`: they called it spam
   * - `left`: they asked their provider for no more
   */
  kind: 'permanent' | 'temporary' | 'refused' | 'complaint' | 'left'
  /** The reason of the failure; null for complaints, and for reports that were stored before failures were classified. */
  fault: Fault | null
  /** The host that reported it. */
  said_by: string | null
  /** The enhanced status code of a mail server (RFC 3463). */
  status: string | null
  detail: string | null
}

/** Everything that is known of a subscriber. */
export interface SubscriberRecord extends NewsletterSubscriber {
  consent: Consent
  /** The consent of the last request, which may not have been confirmed. */
  requested_consent: Consent
  confirmation_sent_at: string | null
  /** The time and the source of the last choice of sections; empty when there was none. */
  chosen_sections: { sections?: string; by?: string; at?: string; ip?: string | null }
  /** Mailed links that would still confirm the address. */
  open_links: number
  /** The reason why the address is not imported or mailed, even if its subscription does not say so. */
  suppressed: { reason: 'bounced' | 'complained' | 'erased' | 'unsubscribed'; at: string } | null
  deliveries_total: number
  /** The last 200 issues, the newest first. */
  deliveries: DeliveredIssue[]
  /** The bounces of the last 180 days, the newest first, 50 at most. */
  bounces: Bounce[]
  /** Mails about the subscription of the last thirty days, the newest first, 50 at most. */
  mails: { id: string; kind: string; status: MailStatus; transport: string | null; created_at: string }[]
}

export interface SubscriberCounts {
  total: number
  /** Confirmed and active subscribers, who are sent the newsletter. */
  active: number
  /** People who signed up and have not confirmed yet. */
  pending: number
  unsubscribed: number
  /** The active subscribers of each language, most first. */
  languages: { language: Language; active: number }[]
}

export interface SubscriberWeek {
  /** The Monday of the week in UTC, as YYYY-MM-DD. */
  week: string
  /** Subscribers who were confirmed in it, or subscribed elsewhere, if they were imported with that date. */
  joined: number
  /** Subscribers who were imported in it without the date on which they joined. */
  imported: number
  left: number
  /** The active subscribers at its end. */
  active: number
}

/** The most weeks that can be asked for. */
export const GROWTH_WEEKS = 104

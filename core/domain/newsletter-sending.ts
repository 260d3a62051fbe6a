import type { Row } from '#core/data/database.types.ts'
import type { IssueStatus, NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import type { Fault } from '#core/domain/subscriber-record.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The answer of `send-newsletter`: at the end of a sending, or after a while, when it is still running. */
export interface SendingAnswer {
  success: boolean
  /** The number of messages that have been sent so far. */
  totalSent: number
  /** The number of recipients. */
  totalSubscribers: number
  /** The reasons why messages were not sent; of a long list only the beginning. */
  errors: string[]
  /** A sentence, when it was not a success. */
  error?: string
  issueId: string | null
  /** Set when the messages are in the outbox, and `message` says so. */
  inOutbox?: true
  message?: string
  /** True if the sending continues; `read-newsletter-progress` says how far it is. */
  running: boolean
}

/** The state of the transport of newsletters. */
export interface MailHealth {
  status: 'ok' | 'problem'
  hasResendKey: boolean
  transport: {
    /** `outbox` if mail is only stored. */
    kind: string
    /** The destination of mail, without a password. */
    description: string
    ok: boolean
    /** A sentence, if mail cannot be sent. */
    problem: string | null
  }
}

/** A test message to one address, before the issue is sent. */
export interface TestRequest {
  testEmail: string
  /** Absent for a message that belongs to no issue; then there must be a subject and a content. */
  issueId?: string
  /** The language of the edition; English when absent. */
  language?: Language
  /** True for one message of each edition of the issue. */
  allLanguages?: boolean
  /** The content of the editor, when it has not been saved. */
  subject?: string
  content?: string
}

/** Another issue that some of the same people get, or got, within a day. */
export interface IssueBeside {
  id: string
  subject: string
  status: IssueStatus
  /** The time at which it is sent, or its sending began. */
  at: string
}

/** The refusal of an approval or a sending, unless the request names these issues in `alongside`. */
export interface BesideRefusal {
  error: string
  code: 'beside'
  issueId: string
  others: IssueBeside[]
}

export type SendingAction = 'pause' | 'resume' | 'retry-failed' | 'resend-uncertain' | 'cancel'

export interface SendingProgress {
  issueId: string
  status: IssueStatus
  /** True if its messages are stored in the outbox instead of being sent. */
  intoOutbox: boolean
  /** The reason why it was paused automatically. Null also when an administrator has paused it. */
  heldReason: string | null
  /** The number of all recipients; 0 before the sending has begun. */
  audience: number
  /** The number of messages in each status: together always the audience. */
  counts: Record<NewsletterDeliveryStatus, number>
  /** Messages that were sent per second, over the last minute. */
  perSecond: number
  /** Null when it cannot be told, or nothing is under way. */
  secondsLeft: number | null
  /** The time of the next attempt of a message that was rejected temporarily; null when there is none. */
  nextTryAt: string | null
  /** The time since which the mail server accepts nothing or does not answer, with its answer, if any; null while it accepts messages. */
  waiting: { since: string; reason: string | null } | null
  startedAt: string | null
  endedAt: string | null
  /** The reasons why messages were not sent, the most frequent first. */
  reasons: { status: 'failed' | 'uncertain' | 'skipped' | 'pending'; reason: string; count: number }[]
}

/** Returns true if a sending has ended and the mail server accepted none of its messages: the issue must not be called sent. */
export function hasReachedNobody({
  status,
  counts,
}: Pick<SendingProgress, 'status'> & {
  counts: Pick<SendingProgress['counts'], 'sent' | 'failed' | 'uncertain'>
}): boolean {
  return status === 'sent' && counts.sent + counts.uncertain === 0 && counts.failed > 0
}

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

import type { IssueStatus, NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** What `send-newsletter` answers: at the end of a sending, or after a while, when it is still running. */
export interface SendingAnswer {
  success: boolean
  /** How many messages have been handed over by now. */
  totalSent: number
  /** How many people were written down as recipients. */
  totalSubscribers: number
  /** Why messages were not sent; of a long list only the beginning. */
  errors: string[]
  /** A sentence, when it was not a success. */
  error?: string
  issueId: string | null
  /** Set when the messages are in the outbox, and `message` says so. */
  inOutbox?: true
  message?: string
  /** Whether it goes on; `read-newsletter-progress` says how far it is. */
  running: boolean
}

/** Whether newsletters can leave. */
export interface MailHealth {
  status: 'ok' | 'problem'
  hasResendKey: boolean
  transport: {
    /** `outbox` where mail is only kept. */
    kind: string
    /** Where mail goes, without a password. */
    description: string
    ok: boolean
    /** A sentence, when it is not. */
    problem: string | null
  }
}

/** A test message to one address, before the issue is sent. */
export interface TestRequest {
  testEmail: string
  /** Absent for a message that belongs to no issue; then there must be a subject and a content. */
  issueId?: string
  /** Of the edition; English when absent. */
  language?: Language
  /** One message for each edition of the issue. */
  allLanguages?: boolean
  /** What is in the editor, when it has not been saved. */
  subject?: string
  content?: string
}

/** Another issue that some of the same people get, or got, within a day. */
export interface IssueBeside {
  id: string
  subject: string
  status: IssueStatus
  /** When it is sent, or its sending began. */
  at: string
}

/** Why an issue is not approved or sent as long as the request does not name these in `alongside`. */
export interface BesideRefusal {
  error: string
  code: 'beside'
  issueId: string
  others: IssueBeside[]
}

export type SendingAction = 'pause' | 'resume' | 'retry-failed' | 'resend-uncertain' | 'cancel'

/** How far the sending of an issue is. */
export interface SendingProgress {
  issueId: string
  status: IssueStatus
  /** Whether its messages are stored in the outbox instead of being sent. */
  intoOutbox: boolean
  /** Why it was paused automatically. Null also when an administrator has paused it. */
  heldReason: string | null
  /** Of all recipients; 0 before the sending has begun. */
  audience: number
  /** How many of them are in each status: together always the audience. */
  counts: Record<NewsletterDeliveryStatus, number>
  /** Messages that were sent per second, over the last minute. */
  perSecond: number
  /** Null when it cannot be told, or nothing is under way. */
  secondsLeft: number | null
  /** When the next of those is due that were refused for the moment; null when none waits for that. */
  nextTryAt: string | null
  /** Since when the mail server takes nothing, or has not answered; the reason is what it said, if anything. Null while it takes messages. */
  waiting: { since: string; reason: string | null } | null
  startedAt: string | null
  endedAt: string | null
  /** Why messages were not sent, the most frequent reasons first. */
  reasons: { status: 'failed' | 'uncertain' | 'skipped' | 'pending'; reason: string; count: number }[]
}

/** Whether a sending has ended and the mail server took none of its messages: nothing may call it sent. */
export function hasReachedNobody({
  status,
  counts,
}: Pick<SendingProgress, 'status'> & {
  counts: Pick<SendingProgress['counts'], 'sent' | 'failed' | 'uncertain'>
}): boolean {
  return status === 'sent' && counts.sent + counts.uncertain === 0 && counts.failed > 0
}

import type { Fault } from '#core/domain/subscriber-record.ts'
import {
  classifyFailure,
  enhancedCodeOf,
  type MailFailure,
} from '#server/features/newsletter/reports/classify-failure.ts'
import type { SubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The report of a provider or a mail server about one of our mails. */
export interface MailReport {
  /** The provider that signed the report, `smtp` for a reply to us, or the kind of an unauthenticated mail: `delivery report`, `feedback report`. */
  source: string
  kind: 'permanent' | 'temporary' | 'refused' | 'complaint' | 'left'
  /** The reason why it failed; null when it did not, and when a provider said no more than the kind. */
  fault?: Fault | null
  /** The id in the Message-ID of the mail; null when the report does not say it. */
  mailId: string | null
  /** From the link to unsubscribe in the mail that came back. */
  unsubscribeToken?: string | null
  /** The recipient, according to the report. */
  email: string | null
  /** The enhanced status code (RFC 3463). */
  status: string | null
  /** A line of the mail server, for administrators. */
  detail: string | null
  /** The host that said it. */
  saidBy?: string | null
  /** False when the provider has not sent the mail, or the server has not taken it. */
  wasSent?: boolean
}

interface RecordedReport {
  /** True if there is a subscriber with that address. */
  known: boolean
  suppressed: boolean
}

const KINDS: Record<Fault, MailReport['kind']> = {
  gone: 'permanent',
  full: 'refused',
  policy: 'refused',
  content: 'refused',
  size: 'refused',
  network: 'temporary',
  temporary: 'temporary',
  unknown: 'refused',
}

/** The report of a failure, classified. */
export function reportFailure(source: string, failure: MailFailure, wasSent = true): MailReport {
  const fault = classifyFailure(failure)
  return {
    source,
    kind: KINDS[fault],
    fault,
    mailId: failure.mailId ?? null,
    unsubscribeToken: failure.unsubscribeToken ?? null,
    email: failure.address ?? null,
    status: enhancedCodeOf(failure),
    detail: failure.text ?? null,
    ...(failure.saidBy && { saidBy: failure.saidBy }),
    ...(!wasSent && { wasSent }),
  }
}

/**
 * Records a report, and ends the subscription if necessary. Idempotent. It locks the subscriber before the delivery, so a transaction that
 * has changed deliveries is to end first. `links` read the link to unsubscribe, if the report has one.
 */
export async function recordBounce(
  sql: Session,
  report: MailReport,
  links?: SubscriberLinks,
): Promise<RecordedReport> {
  const { source, kind, fault = null, mailId, email, status, detail, wasSent = true } = report
  const { unsubscribeToken, saidBy = null } = report
  const subscriberId = unsubscribeToken ? (links?.read('unsubscribe', unsubscribeToken) ?? null) : null
  const [row] = await sql<[{ result: RecordedReport }]>`
    select private.record_bounce(
      ${source}, ${kind}, ${mailId}::uuid, ${email}, ${status}, ${detail && oneLineReason(detail)}, ${wasSent},
      ${fault}, ${subscriberId}::uuid, ${saidBy && oneLineReason(saidBy).slice(0, 255)}) as result`
  return row.result
}

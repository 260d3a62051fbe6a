import type { Session } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** The report of a provider or a mail server about one of our mails. */
export interface MailReport {
  /** The provider that signed the report, or the kind of an unauthenticated mail: `delivery report`, `feedback report`. */
  source: string
  kind: 'permanent' | 'temporary' | 'refused' | 'complaint' | 'left'
  /** The id in the Message-ID of the mail; null when the report does not say it. */
  mailId: string | null
  /** The recipient, according to the report. */
  email: string | null
  /** The enhanced status code (RFC 3463). */
  status: string | null
  /** A line of the mail server, for administrators. */
  detail: string | null
  /** False when the provider has not sent the mail. */
  wasSent?: boolean
}

interface RecordedReport {
  /** Whether there is a subscriber with that address. */
  known: boolean
  suppressed: boolean
}

/** Records a report, and ends the subscription if necessary. Idempotent. */
export async function recordBounce(sql: Session, report: MailReport): Promise<RecordedReport> {
  const { source, kind, mailId, email, status, detail, wasSent = true } = report
  const [row] = await sql<[{ result: RecordedReport }]>`
    select private.record_bounce(
      ${source}, ${kind}, ${mailId}::uuid, ${email}, ${status}, ${detail && oneLineReason(detail)}, ${wasSent}) as result`
  return row.result
}

import type { Session } from '#server/platform/database/connection.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

/** What a provider or a mail server reports of one of our mails. */
export interface MailReport {
  /** The provider that signed the report, or the form of a mail, which anybody can write: `delivery report`, `feedback report`. */
  source: string
  kind: 'permanent' | 'temporary' | 'refused' | 'complaint' | 'left'
  /** The id in the Message-ID of the mail; null when the report does not say it. */
  mailId: string | null
  /** Whom it was for, as the report says. */
  email: string | null
  /** The enhanced status code (RFC 3463). */
  status: string | null
  /** A line of the mail server, for administrators. */
  detail: string | null
  /** Whether the mail had left; false when the provider kept it. */
  wasSent?: boolean
}

export interface RecordedReport {
  /** Whether there is a subscriber with that address. */
  known: boolean
  suppressed: boolean
}

/** Writes down a report, and ends the subscription where it has to end. Reporting the same twice changes nothing more. */
export async function recordBounce(sql: Session, report: MailReport): Promise<RecordedReport> {
  const { source, kind, mailId, email, status, detail, wasSent = true } = report
  const [row] = await sql<[{ result: RecordedReport }]>`
    select private.record_bounce(
      ${source}, ${kind}, ${mailId}::uuid, ${email}, ${status}, ${detail && oneLineReason(detail)}, ${wasSent}) as result`
  return row.result
}

import type { MailSender } from '#core/domain/mail-settings.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import type { MailConnection } from '#server/platform/mail/mail-settings.ts'
import { createOutboxTransport } from '#server/platform/mail/transports/outbox.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import type { DkimConfig } from '#server/platform/smtp-config.ts'

/** The transports that have `batches`: of their requests it is known after a crash whether they were sent. */
export const TRANSPORTS_WITH_BATCHES = ['resend']

/** A transport that never changes; the outbox without a connection. */
export function createTransport(options: {
  connection: MailConnection | null
  from: MailSender
  /** Signs what leaves over SMTP. */
  dkim: DkimConfig | null
  siteUrl: string
  sql: Sql
}): MailTransport {
  const { connection, from, dkim, siteUrl, sql } = options
  const sender = createSender({ from, siteUrl })
  if (!connection) return createOutboxTransport({ sql, sender })
  if (connection.kind === 'resend') return createResendTransport({ ...connection, sender })
  return createSmtpTransport({ url: connection.url, dkim, sender })
}

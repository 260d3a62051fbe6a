import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { createOutboxTransport } from '#server/platform/mail/transports/outbox.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'

/** The transports that have `batches`: of their requests it is known after a crash whether they were sent. */
export const TRANSPORTS_WITH_BATCHES = ['resend']

/** SMTP when SMTP_URL is set, Resend when RESEND_API_KEY is, otherwise the outbox. */
export function createTransport(options: {
  config: Pick<Config, 'mail' | 'siteUrl'>
  sql: Sql
}): MailTransport {
  const { config, sql } = options
  const sender = createSender({ from: config.mail.from, siteUrl: config.siteUrl })
  const { smtpUrl, resend, dkim } = config.mail
  if (resend) return createResendTransport({ ...resend, sender })
  return smtpUrl
    ? createSmtpTransport({ url: smtpUrl, dkim, sender })
    : createOutboxTransport({ sql, sender })
}

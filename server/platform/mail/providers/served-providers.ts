import type { MailFields } from '#core/domain/mail-providers.ts'
import type { ServedProvider } from '#server/platform/mail/providers/mail-provider.ts'
import { mailgun } from '#server/platform/mail/providers/mailgun.ts'
import { postmark } from '#server/platform/mail/providers/postmark.ts'
import { resend } from '#server/platform/mail/providers/resend.ts'
import { ses } from '#server/platform/mail/providers/ses.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'

/** Any mail server. */
const smtp: ServedProvider = {
  kind: 'smtp',
  create: ({ fields, secret, sender, dkim }) =>
    createSmtpTransport({ url: urlOf(fields, secret), dkim, sender }),
}

/** The server's part of each provider of `MAIL_PROVIDERS`. */
export const SERVED_PROVIDERS: readonly ServedProvider[] = [smtp, resend, ses, mailgun, postmark]

export function findServed(kind: string): ServedProvider {
  const served = SERVED_PROVIDERS.find((provider) => provider.kind === kind)
  if (!served) throw new Error(`There is no provider ${JSON.stringify(kind)}`)
  return served
}

function urlOf({ url, host, port, security, username }: MailFields, secret: string | null): string {
  if (url !== undefined) return String(url)
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(secret ?? '')}@` : ''
  const name = String(host).includes(':') ? `[${host}]` : host
  const options = security === 'tls' ? '' : security === 'none' ? '?ignoreTLS=true' : '?requireTLS=true'
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${name}:${port}${options}`
}

import type { MailFields } from '#core/domain/mail-providers.ts'
import type { ServedProvider } from '#server/platform/mail/providers/mail-provider.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'

/** Any mail server. */
export const smtp: ServedProvider = {
  kind: 'smtp',
  create: ({ fields, secret, sender, dkim }) =>
    createSmtpTransport({ url: urlOf(fields, secret), dkim, sender }),
}

function urlOf({ url, host, port, security, username }: MailFields, secret: string | null): string {
  if (url !== undefined) return String(url)
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(secret ?? '')}@` : ''
  const name = String(host).includes(':') ? `[${host}]` : host
  const options = security === 'tls' ? '' : security === 'none' ? '?ignoreTLS=true' : '?requireTLS=true'
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${name}:${port}${options}`
}

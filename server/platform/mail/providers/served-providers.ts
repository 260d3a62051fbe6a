import type { ServedProvider } from '#server/platform/mail/providers/mail-provider.ts'
import { mailgun } from '#server/platform/mail/providers/mailgun.ts'
import { postmark } from '#server/platform/mail/providers/postmark.ts'
import { resend } from '#server/platform/mail/providers/resend.ts'
import { ses } from '#server/platform/mail/providers/ses.ts'
import { smtp } from '#server/platform/mail/providers/smtp.ts'

/** What the server does with each provider of `MAIL_PROVIDERS`. */
export const SERVED_PROVIDERS: readonly ServedProvider[] = [smtp, resend, ses, mailgun, postmark]

export function findServed(kind: string): ServedProvider {
  const served = SERVED_PROVIDERS.find((provider) => provider.kind === kind)
  if (!served) throw new Error(`There is no provider ${JSON.stringify(kind)}`)
  return served
}

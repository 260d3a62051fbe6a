import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Mail } from '#server/mail/mail.ts'
import { layout } from '#server/mail/templates/layout.ts'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'

/** How long the link works; `private.spend_send_ticket` sets it. */
export const CONFIRM_TOKEN_TTL_HOURS = 72

/** Asks a reader to confirm an address. The link in it is the only thing that can. */
export function confirmationMail(options: {
  language: Language
  siteUrl: string
  token: string
}): Omit<Mail, 'id' | 'to'> {
  const { language, siteUrl, token } = options
  const t = mailTranslator(language)
  const path = localizedPath(`/confirm-subscription?token=${encodeURIComponent(token)}`, language)
  return {
    language,
    subject: t('mail.confirmation.subject'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...layout({
      language,
      site: t('site.name'),
      preheader: t('mail.confirmation.preheader'),
      paragraphs: [t('mail.confirmation.greeting'), t('mail.confirmation.body')],
      button: {
        label: t('mail.confirmation.button'),
        href: `${siteUrl}${path}`,
        fallback: t('mail.confirmation.fallback'),
      },
      notes: [
        t('mail.confirmation.expiry', { count: CONFIRM_TOKEN_TTL_HOURS }),
        t('mail.confirmation.ignore'),
      ],
    }),
  }
}

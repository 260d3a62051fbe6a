import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { confirmSubscriptionPath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'

/** How long the link works. The same as the default of `private.newsletter_confirmation_tokens.expires_at`. */
export const CONFIRM_TOKEN_TTL_HOURS = 72

/** Asks a reader to confirm an address with the link in it. */
export function confirmationMail(options: {
  language: Language
  siteUrl: string
  token: string
}): Promise<MailContent> {
  const { language, siteUrl, token } = options
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.confirmation.subject'),
    preheader: t('mail.confirmation.preheader'),
    body: <Confirmation t={t} href={siteUrl + confirmSubscriptionPath(token, language)} />,
  })
}

function Confirmation({ t, href }: { t: Translate; href: string }) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.confirmation.body')}</Paragraph>
      <CallToAction
        label={t('mail.confirmation.button')}
        href={href}
        fallback={t('mail.confirmation.fallback')}
      />
      <Notes
        notes={[
          t('mail.confirmation.expiry', { count: CONFIRM_TOKEN_TTL_HOURS }),
          t('mail.confirmation.ignore'),
        ]}
      />
    </>
  )
}

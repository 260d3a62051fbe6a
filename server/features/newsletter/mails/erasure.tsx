import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { erasurePath } from '#core/paths.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'

/** How long the link works. The same as the default of `private.newsletter_erasure_tokens.expires_at`. */
export const ERASURE_TOKEN_TTL_HOURS = 72

/** Asks a subscriber to confirm that everything about them is to be erased. */
export function erasureMail(options: {
  language: Language
  siteUrl: string
  token: string
}): Promise<MailContent> {
  const { language, siteUrl, token } = options
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.erasure.subject'),
    preheader: t('mail.erasure.preheader'),
    body: <Erasure t={t} href={siteUrl + erasurePath(token, language)} />,
  })
}

function Erasure({ t, href }: { t: Translate; href: string }) {
  return (
    <>
      <Paragraph>{t('mail.confirmation.greeting')}</Paragraph>
      <Paragraph>{t('mail.erasure.body')}</Paragraph>
      <CallToAction label={t('mail.erasure.button')} href={href} fallback={t('mail.confirmation.fallback')} />
      <Notes
        notes={[t('mail.confirmation.expiry', { count: ERASURE_TOKEN_TTL_HOURS }), t('mail.erasure.ignore')]}
      />
    </>
  )
}

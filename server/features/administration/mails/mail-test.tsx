import type { Language } from '#core/i18n/languages.ts'
import { mailTranslator } from '#server/platform/mail/render-mail.ts'
import { Paragraph } from '#server/platform/mail/templates/blocks.tsx'
import { type MailContent, systemMail } from '#server/platform/mail/templates/system-mail.tsx'

/** The mail by which an administrator sees that mail leaves. */
export function mailTest(language: Language): Promise<MailContent> {
  const t = mailTranslator(language)
  return systemMail({
    language,
    subject: t('mail.test.subject'),
    preheader: t('mail.test.preheader'),
    body: <Paragraph>{t('mail.test.body')}</Paragraph>,
  })
}

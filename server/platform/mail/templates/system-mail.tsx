import type { Language } from '#core/i18n/languages.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { Layout } from '#server/platform/mail/templates/layout.tsx'
import { mailTranslator } from '#server/platform/mail/templates/mail-translator.ts'

export type MailContent = Omit<Mail, 'id' | 'to'>

/** Composes a mail that the site sends automatically. */
export async function systemMail(content: {
  language: Language
  subject: string
  preheader: string
  body: React.ReactNode
}): Promise<MailContent> {
  const { language, subject, preheader, body } = content
  const site = mailTranslator(language)('site.name')
  const mail = (
    <Layout language={language} site={site} subject={subject} preheader={preheader}>
      {body}
    </Layout>
  )
  return {
    language,
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(await renderMail(mail)),
  }
}

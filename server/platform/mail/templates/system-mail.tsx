import type { Language } from '#core/i18n/languages.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { mailLook, mailTranslator, renderMail } from '#server/platform/mail/render-mail.ts'
import { MailDocument, Signature } from '#server/platform/mail/templates/mail-document.tsx'
import type { MailLook } from '#server/platform/mail/templates/mail-look.ts'

/** Line breaks, and characters that turn around what follows them: a subject may quote what somebody typed. */
const NEVER_IN_A_SUBJECT = /[\p{Cc}\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF]+/gu

export type MailContent = Omit<Mail, 'id' | 'to'>

/** Composes a mail that the site sends automatically. */
export async function systemMail(content: {
  language: Language
  subject: string
  preheader: string
  body: React.ReactNode
}): Promise<MailContent> {
  const { language, preheader, body } = content
  const subject = content.subject.replace(NEVER_IN_A_SUBJECT, ' ').trim()
  const site = mailTranslator(language)('site.name')
  const mail = (
    <Layout language={language} site={site} look={mailLook()} subject={subject} preheader={preheader}>
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

interface LayoutProps {
  language: Language
  /** The name of the publication. */
  site: string
  look: MailLook
  /** The subject and the headline. */
  subject: string
  /** The text that inboxes show after the subject. */
  preheader: string
  children: React.ReactNode
}

/** The layout of automatic mails, signed with the name of the publication. */
export function Layout({ children, ...mail }: LayoutProps) {
  return (
    <MailDocument {...mail} footer={<Signature>{mail.site}</Signature>}>
      {children}
    </MailDocument>
  )
}

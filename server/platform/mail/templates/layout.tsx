import type { Language } from '#core/i18n/languages.ts'
import { FooterLine, MailDocument } from '#server/platform/mail/templates/mail-document.tsx'

interface LayoutProps {
  language: Language
  /** The name of the publication. */
  site: string
  /** Also the headline. */
  subject: string
  /** The text that inboxes show after the subject. */
  preheader: string
  children: React.ReactNode
}

/** The mails that the site sends by itself, signed with its name. */
export function Layout({ children, ...mail }: LayoutProps) {
  return (
    <MailDocument {...mail} footer={<FooterLine isFirst>{mail.site}</FooterLine>}>
      {children}
    </MailDocument>
  )
}

import { CallToAction } from '#server/mail/templates/call-to-action.tsx'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'
import { Notes, Paragraph } from '#server/mail/templates/paragraph.tsx'

/** The language of the desk, and so of every mail to an administrator. */
export const DESK_LANGUAGE = 'en'

interface AccountMailProps {
  link: { label: string; href: string }
  notes: string[]
  /** Paragraphs. */
  children: React.ReactNode
}

/** What a mail to an administrator about their account says, with its one link. */
export function AccountMail({ link, notes, children }: AccountMailProps) {
  const t = mailTranslator(DESK_LANGUAGE)
  return (
    <>
      <Paragraph>Hello,</Paragraph>
      {children}
      <CallToAction {...link} fallback={t('mail.confirmation.fallback')} />
      <Notes notes={notes} />
    </>
  )
}

/** The name of the publication, as the desk has it. */
export function deskSiteName(): string {
  return mailTranslator(DESK_LANGUAGE)('site.name')
}

/** The same wherever the mail is read. */
export function atTime(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}

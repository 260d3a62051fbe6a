import type { Translate } from '#core/i18n/translator.ts'
import { CallToAction } from '#server/mail/templates/call-to-action.tsx'
import { Notes, Paragraph } from '#server/mail/templates/paragraph.tsx'

/** The language of the desk, and so of every mail to an administrator. */
export const DESK_LANGUAGE = 'en'

interface AccountMailProps {
  t: Translate
  link: { label: string; href: string }
  notes: string[]
  /** Paragraphs. */
  children: React.ReactNode
}

/** What a mail to an administrator about their account says, with its one link. */
export function AccountMail({ t, link, notes, children }: AccountMailProps) {
  return (
    <>
      <Paragraph>Hello,</Paragraph>
      {children}
      <CallToAction {...link} fallback={t('mail.confirmation.fallback')} />
      <Notes notes={notes} />
    </>
  )
}

/** The same wherever the mail is read. */
export function atTime(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}

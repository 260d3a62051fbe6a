import type { Translate } from '#core/i18n/translator.ts'
import { CallToAction, Notes, Paragraph } from '#server/platform/mail/templates/blocks.tsx'

/** The language of the desk, and so of every mail to an administrator. */
export const DESK_LANGUAGE = 'en'

interface AccountMailProps {
  t: Translate
  link: { label: string; href: string }
  notes: string[]
  /** Paragraphs. */
  children: React.ReactNode
}

/** The body of a mail to an administrator about their account, with one link. */
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

/** A time in UTC, because the time zone of the recipient is not known. */
export function atTime(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}

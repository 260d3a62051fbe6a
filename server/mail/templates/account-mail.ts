import type { Mail } from '#server/mail/mail.ts'
import { layout } from '#server/mail/templates/layout.ts'
import { mailTranslator } from '#server/mail/templates/mail-translator.ts'

export type AccountMail = Omit<Mail, 'id' | 'to'>

/** The name of the publication, as the desk has it. */
export function deskSiteName(): string {
  return mailTranslator('en')('site.name')
}

/** A mail to an administrator about their account: in English, as the desk is, with one link. */
export function accountMail(content: {
  subject: string
  preheader: string
  paragraphs: string[]
  link: { label: string; href: string }
  notes: string[]
}): AccountMail {
  const { subject, preheader, paragraphs, link, notes } = content
  return {
    language: 'en',
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...layout({
      language: 'en',
      site: deskSiteName(),
      preheader,
      paragraphs: ['Hello,', ...paragraphs],
      button: { ...link, fallback: mailTranslator('en')('mail.confirmation.fallback') },
      notes,
    }),
  }
}

/** The same wherever the mail is read. */
export function atTime(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}

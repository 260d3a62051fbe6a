import { type Mail, MailError } from '#server/mail/mail.ts'
import { messageIdOf, type Sender } from '#server/mail/sender.ts'

/** A mail with its sender, date and headers, the same for every transport. */
export interface Message {
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * One plain address, without the characters that could end a header or name a second recipient, and without invisible ones, which
 * could turn the direction of the line that shows it.
 */
const SINGLE_ADDRESS = /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+$/u

/** @throws MailError permanent, when `to` is not one address */
export function composeMessage(mail: Mail, sender: Sender): Message {
  if (!SINGLE_ADDRESS.test(mail.to))
    throw new MailError('permanent', 'The recipient is not a single mail address')
  const headers = Object.entries({ 'Content-Language': mail.language, ...mail.headers })
  return {
    messageId: messageIdOf(mail.id, sender),
    date: new Date(),
    from: { name: oneLine(sender.name || (mail.publication ?? '')), address: sender.address },
    to: mail.to,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, oneLine(value)])),
  }
}

/** Replaces line breaks and other control characters: after a line break the rest of a value would be read as another header. */
function oneLine(value: string): string {
  return value.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ').trim()
}

import { type Mail, MailError } from '#server/mail/mail.ts'
import { messageIdOf, type Sender } from '#server/mail/sender.ts'

/** A mail with everything that it leaves with, the same for every transport. */
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

/** Exactly one plain address: whatever could end a header, or name a second recipient, is not in it. */
const SINGLE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

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

/** A line break inside a header value would let the rest of it pass for a header of its own. */
function oneLine(value: string): string {
  return value.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ').trim()
}

import { isIP } from 'node:net'
import { type Mail, MailError } from '#server/platform/mail/mail.ts'

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

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/
/** A line of a mail has at most 998 bytes, the name of its header included; it is never folded, which would break addresses in it. */
const MAX_HEADER_BYTES = 900
/** Headers that the transport writes; duplicates would be ambiguous. */
const OWN_HEADERS = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'return-path',
  'received',
  'dkim-signature',
])

/** @throws MailError permanent, when `to` is not one address, or a header cannot be sent as it is */
export function composeMessage(mail: Mail, sender: Sender): Message {
  if (!SINGLE_ADDRESS.test(mail.to))
    throw new MailError('permanent', 'The recipient is not a single mail address')
  return {
    messageId: messageIdOf(mail.id, sender),
    date: new Date(),
    from: { name: oneLine(sender.name || (mail.publication ?? '')), address: sender.address },
    to: mail.to,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: composeHeaders({ 'Content-Language': mail.language, ...mail.headers }),
  }
}

function composeHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const names = new Set<string>()
  const headers = Object.entries(given).map(([name, value]) => {
    const key = name.toLowerCase()
    if (!HEADER_NAME.test(name) || OWN_HEADERS.has(key) || names.has(key))
      throw new MailError(
        'permanent',
        `A mail cannot have another header ${JSON.stringify(name.slice(0, 80))}`,
      )
    names.add(key)
    const line = oneLine(value)
    if (Buffer.byteLength(line) > MAX_HEADER_BYTES)
      throw new MailError('permanent', `The header ${name} is too long`)
    return [name, line]
  })
  return Object.fromEntries(headers)
}

/** Replaces line breaks and other control characters: after a line break the rest of a value would be read as another header. */
function oneLine(value: string): string {
  return value.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, ' ').trim()
}

/** The sender of our mails. */
export interface Sender {
  name: string
  address: string
  /** The envelope address, to which mail servers report; null for the same. */
  returnPath: string | null
  /** The domain of every Message-ID. */
  messageIdDomain: string
}

export function messageIdOf(id: string, { messageIdDomain }: Sender): string {
  return `<${id}@${messageIdDomain}>`
}

/** The domain of the sender's address. */
export function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Parses MAIL_FROM. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address] = /^(.*?)\s*<?([^\s<>]+@[^\s<>]+)>?$/s.exec(from) ?? []
  if (!address) throw new Error(`"${from}" is not a sender`)
  return { name: name.replace(/^"(.*)"$/s, '$1'), address }
}

/**
 * The domain of Message-IDs is the host name of the site, or the sender's domain when the site runs on an IP
 * address or a name without a dot.
 */
export function createSender(options: {
  from: string | { name: string; address: string; return_path?: string | null | undefined }
  siteUrl: string
}): Sender {
  const { from } = options
  const {
    name,
    address,
    return_path: returnPath = null,
  } = typeof from === 'string' ? { ...parseSender(from), return_path: null } : from
  const host = new URL(options.siteUrl).hostname
  const isPublicName = host.includes('.') && !isIP(host) && !host.endsWith('.localhost')
  return {
    name,
    address,
    returnPath,
    messageIdDomain: isPublicName ? host : address.slice(address.lastIndexOf('@') + 1),
  }
}

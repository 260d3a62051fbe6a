import { isIP } from 'node:net'

/** Who our mail comes from. */
export interface Sender {
  name: string
  address: string
  /** The right side of every Message-ID. */
  messageIdDomain: string
}

export function messageIdOf(id: string, { messageIdDomain }: Sender): string {
  return `<${id}@${messageIdDomain}>`
}

/**
 * Reads MAIL_FROM. Message-IDs carry the site's host name; a site that has none, on an IP address or a name without a
 * dot, borrows the sender's domain.
 */
export function createSender(options: { from: string; siteUrl: string }): Sender {
  const [, name = '', address] = /^(.*?)\s*<?([^\s<>]+@[^\s<>]+)>?$/s.exec(options.from) ?? []
  if (!address) throw new Error(`"${options.from}" is not a sender`)
  const host = new URL(options.siteUrl).hostname
  const isPublicName = host.includes('.') && !isIP(host) && !host.endsWith('.localhost')
  return {
    name: name.replace(/^"(.*)"$/s, '$1'),
    address,
    messageIdDomain: isPublicName ? host : address.slice(address.lastIndexOf('@') + 1),
  }
}

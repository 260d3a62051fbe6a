import { isIP } from 'node:net'

/** The sender of our mails. */
export interface Sender {
  name: string
  address: string
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

/**
 * Parses MAIL_FROM. The domain of Message-IDs is the host name of the site, or the sender's domain when the site runs on an IP
 * address or a name without a dot.
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

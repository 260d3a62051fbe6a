import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** The only protocols that are allowed. A relative address is allowed too. */
const LINK_PROTOCOLS = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']
const IMAGE_PROTOCOLS = ['http', 'https']

/** Removes every other address; the text of the link or image stays. */
export function safeUrls(md: MarkdownIt): void {
  md.validateLink = () => true
  // Protocols are case-insensitive (RFC 3986, 3.1), and telephones capitalise the first letter of a sentence.
  md.normalizeLink = (url) =>
    md.utils.lib.mdurl.encode(url).replace(/^[a-z][a-z\d+.-]*:/i, (protocol) => protocol.toLowerCase())
  md.normalizeLinkText = (text) => text
  md.core.ruler.push('safe_urls', emptyUrls)
}

function emptyUrls({ src, tokens }: StateCore): void {
  // One long address can be used by many references, so 1 MB of text could become many GB. Encoding makes nine of one.
  let remaining = 100_000 + 10 * src.length
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'link_open' && token.type !== 'image') continue
      remaining -= lengthOf(token)
      if (remaining < 0) remove(token, ['href', 'src', 'title'])
      else if (!isAllowed(token)) remove(token, ['href', 'src'])
    }
  }
}

function lengthOf({ attrs }: Token): number {
  return (attrs ?? []).reduce((length, [, value]) => length + String(value).length, 0)
}

function isAllowed(token: Token): boolean {
  const [url, protocols] =
    token.type === 'image' ? [token.attrGet('src'), IMAGE_PROTOCOLS] : [token.attrGet('href'), LINK_PROTOCOLS]
  const protocol = /^([^/?#:]*):/.exec(String(url))?.[1]
  return protocol === undefined || protocols.includes(protocol)
}

function remove(token: Token, names: string[]): void {
  token.attrs = (token.attrs ?? []).filter(([name]) => !names.includes(name))
}

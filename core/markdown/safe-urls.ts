import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** Only these may stand before the colon; an address without a protocol is kept too. */
const LINK_PROTOCOLS = ['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']
const IMAGE_PROTOCOLS = ['http', 'https']

/** Links and images that lead anywhere else keep their text and lose their address. */
export function safeUrls(md: MarkdownIt): void {
  md.validateLink = () => true
  // `Https://…` is https (RFC 3986, 3.1), and telephones like to capitalise it.
  md.normalizeLink = (url) =>
    md.utils.lib.mdurl.encode(url).replace(/^[a-z][a-z\d+.-]*:/i, (protocol) => protocol.toLowerCase())
  md.normalizeLinkText = (text) => text
  md.core.ruler.push('safe_urls', emptyUrls)
}

function emptyUrls({ src, tokens }: StateCore): void {
  // A reference may be used often: without an end, 1 MB of text could become many GB. Encoding takes nine for one.
  let room = 100_000 + 10 * src.length
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'link_open' && token.type !== 'image') continue
      room -= lengthOf(token)
      if (room < 0) remove(token, ['href', 'src', 'title'])
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

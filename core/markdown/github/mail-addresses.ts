import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const MAILBOX = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?<=[a-z])(?![\w-])`
const ADDRESS = new RegExp(
  String.raw`(?<![\w.+/-])(?:xmpp:${MAILBOX}(?:/[\w.@]*\w)?|(?:mailto:)?${MAILBOX})`,
  'gi',
)

/** Makes mail addresses in the text links: https://github.github.com/gfm/#autolinks-extension- */
export function mailAddresses(md: MarkdownIt): void {
  // The last rule, because a mailbox may contain underscores, and only now emphasis and escapes have been resolved.
  md.core.ruler.push('mail_address', linkAddresses)
}

function linkAddresses({ tokens, md, Token }: StateCore): void {
  for (const token of tokens) {
    if (token.children?.some(({ type, content }) => type === 'text' && content.includes('@'))) {
      token.children = withLinks(token.children, md, Token)
    }
  }
}

function withLinks(tokens: Token[], md: MarkdownIt, TokenClass: typeof Token): Token[] {
  const result: Token[] = []
  let links = 0
  const add = (type: string, tag: string, nesting: -1 | 0 | 1) => {
    const token = new TokenClass(type, tag, nesting)
    result.push(token)
    return token
  }
  for (const token of tokens) {
    if (token.tag === 'a') links += token.nesting
    if (token.type !== 'text' || links > 0) {
      result.push(token)
      continue
    }
    let end = 0
    for (const { 0: address, index } of token.content.matchAll(ADDRESS)) {
      add('text', '', 0).content = token.content.slice(end, index)
      add('link_open', 'a', 1).attrs = [
        ['href', md.normalizeLink(hasProtocol(address) ? address : `mailto:${address}`)],
      ]
      add('text', '', 0).content = address
      add('link_close', 'a', -1)
      end = index + address.length
    }
    add('text', '', 0).content = token.content.slice(end)
  }
  return result
}

const hasProtocol = (address: string) => /^(?:mailto|xmpp):/i.test(address)

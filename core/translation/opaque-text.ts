/** What a translation may neither change nor add, though it is text: what kind of tag stands for it. */
export interface OpaqueText {
  kind: 'v' | 'f' | 'u' | 'h'
  from: number
  to: number
}

const PATTERN = new RegExp(
  [
    String.raw`(?<placeholder>\{\{[^{}\n]*\}\})`,
    String.raw`(?<footnote>\n?\[\^[^\s[\]]+\]:?)`,
    String.raw`(?<web>(?<![a-z\d])(?:www\.|https?:\/\/)(?=[\p{L}\p{N}])[^\s<>]*[\p{L}\p{N}/])`,
    String.raw`(?<mail>(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<html><(?:\/?[a-z][^<>]*|[!?][^<>]*)>)`,
  ].join('|'),
  'giu',
)

/**
 * Finds placeholders, labels of footnotes, addresses, and what looks like a tag. The label of a footnote's text, `[^1]:`, stands at
 * the beginning of a line and takes the line break before it along.
 */
export function findOpaqueText(text: string, { isLineStart = true } = {}): OpaqueText[] {
  const found: OpaqueText[] = []
  for (const { 0: match, index, groups } of text.matchAll(PATTERN)) {
    let [from, to] = [index, index + match.length]
    if (groups?.footnote !== undefined) {
      const begins = match.startsWith('\n') || (index === 0 && isLineStart)
      if (match.endsWith(':') && !begins) to--
      if (!match.endsWith(':') && match.startsWith('\n')) from++
      found.push({ kind: 'f', from, to })
    } else {
      const kind = groups?.placeholder !== undefined ? 'v' : groups?.html !== undefined ? 'h' : 'u'
      found.push({ kind, from, to })
    }
  }
  return found
}

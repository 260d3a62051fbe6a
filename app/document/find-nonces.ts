/** A range of bytes in a document; `end` is exclusive. */
export type Range = readonly [start: number, end: number]

/** An element with the nonce. */
export interface NonceElement {
  /** The opening tag as text. */
  tag: string
  opening: Range
  /** The nonce attribute, with the space before it. */
  attribute: Range
  /** The content of a script; null for other elements. */
  code: Range | null
}

const LESS = '<'.charCodeAt(0)
const GREATER = '>'.charCodeAt(0)
const END_OF_SCRIPT = Buffer.from('</script>')

/** The elements of a document that have this nonce, in order. */
export function findNonces(html: Buffer, nonce: string): NonceElement[] {
  const attribute = Buffer.from(` nonce="${nonce}"`)
  const found: NonceElement[] = []
  for (let at = html.indexOf(attribute); at >= 0; ) {
    const opening = [html.lastIndexOf(LESS, at), html.indexOf(GREATER, at) + 1] as const
    const tag = html.toString('latin1', ...opening)
    const codeEnd = tag.startsWith('<script ') ? html.indexOf(END_OF_SCRIPT, opening[1]) : -1
    const code = codeEnd < 0 ? null : ([opening[1], codeEnd] as const)
    found.push({ tag, opening, attribute: [at, at + attribute.length], code })
    at = html.indexOf(attribute, code?.[1] ?? opening[1])
  }
  return found
}

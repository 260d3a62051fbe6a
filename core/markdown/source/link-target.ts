import Markdown from 'markdown-it'

const { helpers } = new Markdown()

/** The end of a link or an image, after its text. */
export type LinkTarget =
  /** `](address "title")`. The places are in the content; that of a title is inside its quotation marks. */
  | { kind: 'inline'; address: Range; title: (Range & { quote: string }) | null }
  /** `][label]`, `][]` and `]`. */
  | { kind: 'full' | 'collapsed' | 'shortcut' }

export interface Range {
  from: number
  to: number
}

/** Reads a target that the parser has found between `from` and `to`. */
export function readTarget(content: string, { from, to }: Range): LinkTarget {
  const tail = content.slice(from, to)
  if (tail.startsWith('](')) return { kind: 'inline', ...readAddress(content, { from: from + 2, to }) }
  if (tail === ']') return { kind: 'shortcut' }
  return { kind: tail === '][]' ? 'collapsed' : 'full' }
}

/** Reads an address and its title, as links and definitions have them. */
export function readAddress(content: string, { from, to }: Range) {
  const start = afterSpace(content, from)
  const { ok, pos } = helpers.parseLinkDestination(content, start, to)
  const address = { from: start, to: ok ? pos : start }
  const opening = afterSpace(content, address.to)
  const parsed = helpers.parseLinkTitle(content, opening, to)
  const title =
    parsed.ok && opening > address.to
      ? { from: opening + 1, to: parsed.pos - 1, quote: content.charAt(opening) }
      : null
  return { address, title }
}

function afterSpace(content: string, start: number): number {
  let position = start
  while (/[ \t\n]/.test(content.charAt(position))) position++
  return position
}

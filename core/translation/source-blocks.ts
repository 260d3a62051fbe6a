import type { Token } from 'markdown-it'
import type { SegmentKind } from '#core/translation/segment.ts'

/** A paragraph, a heading, code, HTML, a rule, or a row of a table. */
export interface SourceBlock {
  /** The first of a text is 1. */
  number: number
  type: 'paragraph' | 'heading' | 'row' | 'code' | 'html' | 'rule'
  /** The token that begins it. */
  token: Token
  /** Its first line; the first of the text is 0. */
  line: number
  /** A paragraph of a tight list has no element of its own. */
  isTight: boolean
  texts: { token: Token; id: string; kind: SegmentKind }[]
  /** The words by which people find it. */
  words: () => string
}

const TYPES = new Map<string, SourceBlock['type']>([
  ['paragraph_open', 'paragraph'],
  ['heading_open', 'heading'],
  ['tr_open', 'row'],
  ['fence', 'code'],
  ['code_block', 'code'],
  ['html_block', 'html'],
  ['hr', 'rule'],
])

/** The blocks of a text in order, each with its texts. */
export function sourceBlocks(tokens: Token[]): SourceBlock[] {
  const blocks: SourceBlock[] = []
  const containers: string[] = []
  for (const token of tokens) {
    const type = TYPES.get(token.type)
    const block = blocks.at(-1)
    if (type) blocks.push(blockOf(token, { type, number: blocks.length + 1 }))
    else if (token.type === 'inline' && block) {
      const number = block.texts.length + 1
      const kind =
        block.type === 'row'
          ? 'cell'
          : block.type === 'heading'
            ? 'heading'
            : containers.at(-1) === 'list_item_open'
              ? 'item'
              : 'paragraph'
      block.texts.push({ token, kind, id: `${block.number}${kind === 'cell' ? `.${number}` : ''}` })
    } else if (CONTAINERS.has(token.type)) containers.push(token.type)
    else if (CONTAINER_ENDS.has(token.type)) containers.pop()
  }
  return blocks
}

const CONTAINERS = new Set(['list_item_open', 'blockquote_open', 'footnote_open'])
const CONTAINER_ENDS = new Set(['list_item_close', 'blockquote_close', 'footnote_close'])

function blockOf(token: Token, { type, number }: { type: SourceBlock['type']; number: number }): SourceBlock {
  const texts: SourceBlock['texts'] = []
  let words: string | null = null
  return {
    number,
    type,
    token,
    line: token.map?.[0] ?? 0,
    isTight: token.hidden,
    texts,
    words: () =>
      (words ??= texts.length > 0 ? texts.map((text) => visibleText(text.token)).join(' ') : token.content),
  }
}

function visibleText({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('')
}

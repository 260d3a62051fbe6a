import type { Token } from 'markdown-it'
import type { Block } from '#core/check/text/block.ts'
import { readInline, type Use } from '#core/check/text/inline-reader.ts'
import { mapContent, sourceLines, toSource } from '#core/check/text/source-lines.ts'
import { sourceTokens } from '#core/markdown/source-tokens.ts'

export interface MarkdownText {
  /** Paragraphs, headings, items and cells. */
  blocks: Block[]
  /** The alternative texts of images. */
  alts: Block[]
  links: Use[]
  images: Use[]
}

/** The prose, links and images of a Markdown text, with their places in it. Code is none of these. */
export function readMarkdown(markdown: string): MarkdownText {
  const lines = sourceLines(markdown)
  const text: MarkdownText = { blocks: [], alts: [], links: [], images: [] }
  let row: { line: number; after: number } | null = null
  for (const token of sourceTokens(markdown)) {
    if (token.type === 'tr_open' && token.map) {
      row = { line: token.map[0], after: lines.starts[token.map[0]] ?? 0 }
    } else if (token.type === 'tr_close') row = null
    if (token.type !== 'inline') continue
    // The cells of a table have no lines of their own.
    const place: { line: number; after?: number } | null = row ?? lineOf(token)
    if (!place) continue
    const map = mapContent(lines, token.content, place)
    const { prose, alts, links, images } = readInline(token, map)
    if (row) row.after = Math.max(row.after, toSource(map, token.content.length))
    if (prose.text !== '') text.blocks.push(prose)
    text.alts.push(...alts)
    text.links.push(...links)
    text.images.push(...images)
  }
  return text
}

const lineOf = ({ map }: Token) => (map ? { line: map[0] } : null)

import type { Block } from '#core/check/text/block.ts'
import { readInline, type Use } from '#core/check/text/inline-reader.ts'
import { readSource } from '#core/markdown/source/read-source.ts'

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
  const source = readSource(markdown)
  const text: MarkdownText = { blocks: [], alts: [], links: [], images: [] }
  for (const token of source.tokens) {
    if (token.type !== 'inline') continue
    const { prose, alts, links, images } = readInline(source.inlineOf(token))
    if (prose.text !== '') text.blocks.push(prose)
    text.alts.push(...alts)
    text.links.push(...links)
    text.images.push(...images)
  }
  return text
}

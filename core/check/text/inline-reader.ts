import type { Block } from '#core/check/text/block.ts'
import { readImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import type { InlinePart } from '#core/markdown/source/inline-parts.ts'
import type { SourceInline } from '#core/markdown/source/read-source.ts'

/** The placeholder for visible parts that are not prose: code, an image, a bare address. */
const NOT_PROSE = '\uFFFC'

/** A link or an image. */
export interface Use {
  /** The address as the page has it; empty when pages may not have it. */
  address: string
  text: string
  from: number
  to: number
}

export interface ImageUse extends Use {
  /** The credit in the text; empty when there is none. */
  credit: string
}

export interface InlineText {
  prose: Block
  alts: Block[]
  links: Use[]
  images: ImageUse[]
}

interface OpenLink {
  part: InlinePart
  /** The offset of its text in the prose. */
  at: number
  /** True for `[text](address)`, false for the bare address. */
  isWritten: boolean
}

/** Reads the text of one block. `withCode` includes the code in its lines. */
export function readInline({ content, parts, map }: SourceInline, { withCode = false } = {}): InlineText {
  const prose: Block = { field: 'content', text: '', runs: [] }
  const found: InlineText = { prose, alts: [], links: [], images: [] }
  const open: OpenLink[] = []

  const add = (text: string, { from }: InlinePart) => {
    prose.runs.push({ at: prose.text.length, source: toSource(map, from) })
    prose.text += text
  }
  const placed = (from: number, to: number) => ({ from: toSource(map, from), to: toSource(map, to) })

  for (const part of parts) {
    const { token, text, from, to } = part
    switch (token.type) {
      case 'text':
        if (open.at(-1)?.isWritten !== false) add(text, part)
        break
      case 'softbreak':
      case 'hardbreak':
        add(' ', part)
        break
      case 'code_inline':
        if (withCode) add(token.content, { ...part, from: part.from + token.markup.length })
        else add(NOT_PROSE, part)
        break
      case 'html_inline':
        if (/^<br\b/i.test(token.content)) add(' ', part)
        break
      case 'image':
        found.alts.push({
          field: 'content',
          text: token.content,
          runs: [{ at: 0, source: toSource(map, from + '!['.length) }],
        })
        found.images.push({
          address: String(token.attrGet('src') ?? ''),
          text: token.content,
          credit: readImageTitle(String(token.attrGet('title') ?? '')).credit,
          ...placed(from, to),
        })
        add(NOT_PROSE, part)
        break
      case 'link_open': {
        const isWritten = to > from && content[from] === '['
        if (!isWritten) add(NOT_PROSE, part)
        open.push({ part, at: prose.text.length, isWritten })
        break
      }
      case 'link_close': {
        const link = open.pop()
        if (!link) break
        const address = String(link.part.token.attrGet('href') ?? '')
        found.links.push({ address, text: prose.text.slice(link.at), ...placed(link.part.from, to) })
      }
    }
  }
  return found
}

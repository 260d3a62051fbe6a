import type { Token } from 'markdown-it'
import type { Block } from '#core/check/text/block.ts'
import { endOfTarget } from '#core/check/text/link-target.ts'
import { type ContentMap, toSource } from '#core/check/text/source-lines.ts'

/** Stands where readers see something that is not prose: code, an image, a bare address. */
const NOT_PROSE = '\uFFFC'
/** How far to look for a text that does not stand where it should. */
const WINDOW = 2000

/** A link or an image. */
export interface Use {
  /** As the page has it; empty when it is none that a page may have. */
  address: string
  text: string
  from: number
  to: number
}

export interface InlineText {
  prose: Block
  alts: Block[]
  links: Use[]
  images: Use[]
}

interface OpenLink {
  address: string
  start: number
  /** Where its text begins in the prose. */
  at: number
  /** As `[text](address)`, or as the bare address. */
  isWritten: boolean
}

/** Reads the text of one block, and walks through its source at the same time. */
export function readInline(token: Token, map: ContentMap): InlineText {
  const { content } = token
  const tokens = token.children ?? []
  const prose: Block = { field: 'content', text: '', runs: [] }
  const found: InlineText = { prose, alts: [], links: [], images: [] }
  const open: OpenLink[] = []
  let position = 0

  const add = (text: string) => {
    const source = toSource(map, position)
    if (source === -1) return
    prose.runs.push({ at: prose.text.length, source })
    prose.text += text
  }
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = position
    position += pattern.exec(content)?.[0].length ?? 0
  }
  const skipText = (text: string) => {
    if (content.startsWith(text, position)) position += text.length
  }
  const placedUse = (start: number, address: string, text: string): Use[] => {
    const [from, last] = [toSource(map, start), toSource(map, position - 1)]
    return from === -1 || last < from ? [] : [{ address, text, from, to: last + 1 }]
  }
  const readText = (text: string) => {
    if (!content.startsWith(text, position)) {
      const distance = content.slice(position, position + WINDOW + text.length).indexOf(text)
      if (distance === -1) return
      position += distance
    }
    if (open.at(-1)?.isWritten !== false) add(text)
    position += text.length
  }
  const readImage = (image: Token) => {
    const start = position
    skipText('![')
    const source = toSource(map, position)
    if (source !== -1) found.alts.push({ field: 'content', text: image.content, runs: [{ at: 0, source }] })
    position = endOfTarget(content, position + image.content.length)
    found.images.push(...placedUse(start, String(image.attrGet('src') ?? ''), image.content))
    add(NOT_PROSE)
  }

  for (const [index, child] of tokens.entries()) {
    switch (child.type) {
      case 'text':
        readText(child.content)
        break
      case 'text_special':
        add(child.content)
        skipText(child.markup)
        break
      case 'softbreak':
      case 'hardbreak':
        add(' ')
        skip(/[ \t\\]*\n[ \t]*/y)
        break
      case 'code_inline':
        add(NOT_PROSE)
        position = endOfCode(content, position, child.markup)
        break
      case 'html_inline':
        if (/^<br\b/i.test(child.content)) add(' ')
        skipText(child.content)
        break
      case 'image':
        readImage(child)
        break
      case 'link_open': {
        const isWritten = content[position] === '['
        if (!isWritten) add(NOT_PROSE)
        open.push({
          address: String(child.attrGet('href') ?? ''),
          start: position,
          at: prose.text.length,
          isWritten,
        })
        skip(isWritten || child.markup === 'autolink' ? /[[<]/y : /(?!)/y)
        break
      }
      case 'link_close': {
        const link = open.pop()
        if (link?.isWritten) {
          const next = tokens[index + 1]
          position = endOfTarget(content, position, next?.type === 'text' && next.content.startsWith('['))
        } else skip(/>/y)
        if (link) found.links.push(...placedUse(link.start, link.address, prose.text.slice(link.at)))
        break
      }
      case 's_open':
      case 's_close':
        skip(/~{1,2}/y)
        break
      case 'task_box':
        skip(/\[[ x]\][ \t]+/iy)
        break
      default:
        skipText(child.markup)
    }
  }
  return found
}

/** The end of inline code: the next run of as many backticks as it began with. */
function endOfCode(content: string, start: number, markup: string): number {
  let from = start + markup.length
  for (;;) {
    const index = content.indexOf(markup, from)
    if (index === -1) return start + markup.length
    let end = index
    while (content[end] === '`') end++
    if (end - index === markup.length && content[index - 1] !== '`') return end
    from = end
  }
}

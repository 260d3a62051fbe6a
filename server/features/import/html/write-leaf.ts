import type { Token } from 'markdown-it'
import { createParser } from '#core/markdown/safe-html.ts'
import { type Inline, type Link, textOf } from '#server/features/import/html/document.ts'
import {
  type LeafPlace,
  type WritingStyle,
  writeInlines,
} from '#server/features/import/html/write-inlines.ts'

/** They are tried one after the other until one is read as it is meant. */
const STYLES: WritingStyle[] = [
  { escaping: 'lines', hasMarks: true, isNarrow: false },
  { escaping: 'likely', hasMarks: true, isNarrow: false },
  { escaping: 'likely', hasMarks: true, isNarrow: true },
  { escaping: 'likely', hasMarks: false, isNarrow: false },
  { escaping: 'all', hasMarks: false, isNarrow: false },
]
/** What no Markdown begins with, and what none of its markers is made of. */
const PLAIN = /^[\p{L}][\p{L}\p{N} ,.;?"'’“”„()%–—…]*$/u
const parser = createParser()

/** Writes the runs of a block. */
export function writeLeaf(inlines: readonly Inline[], place: LeafPlace): string {
  const [first, ...others] = inlines
  if (!first) return ''
  if (
    others.length === 0 &&
    first.type === 'text' &&
    first.marks === 0 &&
    !first.link &&
    PLAIN.test(first.text)
  )
    return first.text.trim()
  let written = ''
  for (const style of STYLES) {
    const last = written
    written = writeInlines(inlines, style, place)
    if (written !== last && isReadAs(written, inlines, place)) return written
  }
  return written
}

/** Whether the renderer shows the text, the images and the links that are meant, in one block. */
function isReadAs(markdown: string, inlines: readonly Inline[], place: LeafPlace): boolean {
  const around = place === 'line' ? '# ' : ''
  const text = place === 'cell' ? `| a | ${markdown} |\n| --- | --- |` : around + markdown
  const tokens = parser.parse(text, {})
  const blocks = tokens.filter(({ type }) => type === 'inline')
  const content = place === 'cell' ? blocks[1] : blocks[0]
  if (blocks.length !== (place === 'cell' ? 2 : 1) || !content) return false
  if (place === 'paragraph' && tokens[0]?.type !== 'paragraph_open') return false
  const children = content.children ?? []
  const count = (type: string) => children.filter((token) => token.type === type).length
  const images = inlines.filter(({ type }) => type === 'image').length
  return (
    seenText(children) === meantText(inlines) &&
    count('image') === images &&
    count('link_open') >= linksOf(inlines)
  )
}

function meantText(inlines: readonly Inline[]): string {
  return textOf(
    inlines.map((inline) =>
      inline.type === 'footnote'
        ? { type: 'text', text: `[^${inline.label}]`, marks: 0, link: null }
        : inline,
    ),
  )
}

function seenText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) =>
      /break$/.test(type) ? ' ' : /^(?:text|code_inline|text_special)$/.test(type) ? content : '',
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function linksOf(inlines: readonly Inline[]): number {
  const links = new Set<Link>()
  for (const inline of inlines) if ('link' in inline && inline.link) links.add(inline.link)
  return links.size
}

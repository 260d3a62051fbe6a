import { buildDocument } from '#core/from-html/build-document.ts'
import type { Alignment, Block, Inline, ListItem } from '#core/from-html/document.ts'
import type { HtmlEvent, HtmlOptions } from '#core/from-html/html-events.ts'
import { writeTitled } from '#core/from-html/write-inlines.ts'
import { writeLeaf } from '#core/from-html/write-leaf.ts'
import { writeImageTitle } from '#core/markdown/image-title.ts'

interface WritingOptions extends HtmlOptions {
  /** True if a footnote of that label exists already; a second definition is not shown. */
  isTaken?: (label: string) => boolean
  /** Writes the lines of a table, of which the first row is the header. */
  formatTable?: (table: { rows: string[][]; alignments: Alignment[] }) => string[]
}

/** Writes HTML as Markdown, with the definitions of footnotes apart, because they come last in an article. */
export function writeMarkdown(
  events: readonly HtmlEvent[],
  { isTaken, formatTable = plainTable, ...options }: WritingOptions,
): { text: string; footnotes: string } {
  const notes: string[] = []
  const place = { notes, isInside: false, isItem: false, report: options.report, formatTable }
  const text = join(buildDocument(events, options, isTaken), place)
  return { text, footnotes: notes.join('\n\n') }
}

interface Place extends Required<Pick<WritingOptions, 'report' | 'formatTable'>> {
  /** The definitions of footnotes. */
  notes: string[]
  isInside: boolean
  isItem: boolean
}

function join(blocks: readonly Block[], place: Place, between = '\n\n'): string {
  const parts: string[] = []
  let last: Block | undefined
  let isOther = false
  for (const block of blocks) {
    // Two lists beside each other would be one.
    isOther = block.type === 'list' && last?.type === 'list' && last.isOrdered === block.isOrdered && !isOther
    const text = writeBlock(block, place, isOther)
    if (text === '') continue
    parts.push(text)
    last = block
  }
  return parts.join(between)
}

function writeBlock(block: Block, place: Place, isOther: boolean): string {
  switch (block.type) {
    case 'paragraph':
      return writeLeaf(block.inlines, 'paragraph', place.report)
    case 'heading': {
      const text = writeLeaf(block.inlines, 'line', place.report)
      return text && `${'#'.repeat(block.level)} ${text}`
    }
    case 'quote':
      return prefixed(join(block.blocks, { ...place, isInside: true, isItem: false }), '> ', '> ')
    case 'list':
      return writeList(block, place, isOther)
    case 'code':
      return writeCode(block)
    case 'table':
      return writeTable(block, place)
    case 'rule':
      // Hyphens in an item would be one rule with its marker.
      return place.isInside ? '___' : '---'
    case 'figure': {
      const text: Inline = { type: 'text', text: block.caption, marks: 0, link: null }
      if (![block.caption, block.image.alt, ''].includes(block.image.title))
        place.report('format', 'title of img', 'left-out')
      // In an item that has nothing else it would not be a figure.
      if (place.isItem)
        return `${writeTitled({ ...block.image, title: '' })}\n\n${writeLeaf([text], 'paragraph', place.report)}`
      const title = writeImageTitle({ caption: block.caption, credit: '' })
      return writeTitled({ ...block.image, title })
    }
    case 'footnote': {
      const text = join(block.blocks, { ...place, isInside: true, isItem: false })
      if (text) place.notes.push(prefixed(text, `[^${block.label}]: `, '    '))
      return ''
    }
  }
}

/** Writes a marker before the first line, and spaces or a marker before the others. */
function prefixed(text: string, first: string, others: string): string {
  if (text === '') return ''
  const blank = others.trimEnd()
  return (
    first + text.replace(/\n(\n?)/g, (_, next: string) => (next ? `\n${blank}\n${others}` : `\n${others}`))
  )
}

function writeList(
  { items, isOrdered, start }: { items: ListItem[]; isOrdered: boolean; start: number },
  place: Place,
  isOther: boolean,
): string {
  const isTight = items.every(({ blocks }) => {
    const [first, ...others] = blocks
    return (!first || first.type === 'paragraph') && others.every(({ type }) => type === 'list')
  })
  const written = items.map(({ blocks, isDone }, index) => {
    const bullet = isOther ? '* ' : '- '
    const marker = isOrdered ? `${start + index}${isOther ? ')' : '.'} ` : bullet
    const box = isDone === null ? '' : isDone ? '[x] ' : '[ ] '
    const text = join(blocks, { ...place, isInside: true, isItem: true }, isTight ? '\n' : '\n\n')
    const whole = box && blocks[0]?.type !== 'paragraph' ? `${box.trim()}\n\n${text}`.trim() : box + text
    return whole ? prefixed(whole, marker, ' '.repeat(marker.length)) : marker.trimEnd()
  })
  return written.join(isTight ? '\n' : '\n\n')
}

function writeCode({ text, language }: { text: string; language: string }): string {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3))
  return `${fence}${language}\n${text}\n${fence}`
}

function writeTable(
  { rows, alignments }: Extract<Block, { type: 'table' }>,
  { report, formatTable }: Place,
): string {
  const written = rows.map((row) => row.map((cell) => writeLeaf(cell, 'cell', report)))
  return formatTable({ rows: written, alignments }).join('\n')
}

const DASHES = { left: ':---', center: ':---:', right: '---:' }

const plainTable: Place['formatTable'] = ({ rows, alignments }) => {
  const dashes = alignments.map((alignment) => (alignment ? DASHES[alignment] : '---'))
  const [head = [], ...body] = rows
  return [head, dashes, ...body].map((cells) => `| ${cells.join(' | ')} |`)
}

import type { Token } from 'markdown-it'
import { buildDocument } from '#core/from-html/build-document.ts'
import {
  type Alignment,
  type Block,
  BOLD,
  type Inline,
  ITALIC,
  type Link,
  type ListItem,
  STRUCK,
  textOf,
} from '#core/from-html/document.ts'
import type { HtmlEvent, HtmlOptions } from '#core/from-html/html-events.ts'
import { linkOf, type Run, runsOf } from '#core/from-html/marked-runs.ts'
import { type LeafPlace, writeInlines, writeTitled } from '#core/from-html/write-inlines.ts'
import { writeImageTitle } from '#core/markdown/image-title.ts'
import { createParser } from '#core/markdown/safe-html.ts'
import type { Escaping } from '#core/translation/escape-text.ts'

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

/** Text that does not begin like Markdown, and contains none of its markers. */
const PLAIN = /^[\p{L}][\p{L}\p{N} ,.;?"'’“”„()%–—…]*$/u
const parser = createParser()

/** Writes the runs of a block. Emphasis that no Markdown can say is dropped, and reported. */
function writeLeaf(inlines: readonly Inline[], place: LeafPlace, report: HtmlOptions['report']): string {
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
  const runs = runsOf(inlines)
  const written = firstReadable(runs, ['lines', 'likely'], place)
  if (written !== null) return written
  const lost: string[] = []
  const settled = settleMarks(runs, lost)
  const plain = runsOf(inlines.map(unmarked))
  const marked = lost.length > 0 || settled !== runs ? firstReadable(settled, ['likely', 'all'], place) : null
  if (marked === null && runs.some(({ marks }) => marks > 0)) lost.splice(0, lost.length, wordsOf(runs))
  for (const text of lost.filter((words) => /[\p{L}\p{N}]/u.test(words))) report('format', text, 'text')
  return marked ?? firstReadable(plain, ['likely', 'all'], place) ?? writeInlines(plain, 'all', place)
}

/** Ways of escaping are tried one after the other until the text is parsed as intended. */
function firstReadable(runs: readonly Run[], ways: Escaping[], place: LeafPlace): string | null {
  let last: string | null = null
  for (const escaping of ways) {
    const written = writeInlines(runs, escaping, place)
    if (written !== last && isReadAs(written, runs, place)) return written
    last = written
  }
  return null
}

/** The most adjacent runs that are tried without their marks. */
const MAX_TRIED = 8

/**
 * Changes the marks of those runs that are not parsed as intended, as few as possible. Runs with marks are tried with nothing but the
 * characters beside them, so that the time stays linear. `lost` gets the words that lose a mark.
 */
function settleMarks(runs: readonly Run[], lost: string[]): readonly Run[] {
  const settled: Run[] = []
  for (let from = 0; from < runs.length; ) {
    const { inline, marks = 0 } = runs[from] ?? {}
    let to = from + 1
    if (!inline || marks === 0) {
      settled.push(...runs.slice(from, to))
      from = to
      continue
    }
    for (let run = runs[to]; run && run.marks > 0 && linkOf(run.inline) === linkOf(inline); run = runs[to])
      to++
    const before = beside(runs[from - 1], -1)
    const after = beside(runs[to], 0)
    const isRead = (tried: readonly Run[]) =>
      firstReadable([before, ...tried, after], ['likely'], 'paragraph') !== null
    settled.push(...readMarks(runs.slice(from, to), isRead, lost))
    from = to
  }
  return settled
}

function readMarks(runs: Run[], isRead: (runs: readonly Run[]) => boolean, lost: string[]): readonly Run[] {
  if (isRead(runs)) return runs
  const inlines = runs.map(({ inline, marks }) => ('marks' in inline ? { ...inline, marks } : inline))
  const narrow = runsOf(inlines, true)
  if (isRead(narrow)) return narrow
  const without = (isMeant: (index: number) => boolean, marks: number) =>
    inlines.map((inline, index) =>
      'marks' in inline && isMeant(index) ? { ...inline, marks: inline.marks & ~marks } : inline,
    )
  for (let index = inlines.length - 1; index >= Math.max(0, inlines.length - MAX_TRIED); index--) {
    const tried = runsOf(without((n) => n === index, ALL_MARKS))
    if (!isRead(tried)) continue
    lost.push(wordsOf(runs.slice(index, index + 1)))
    return tried
  }
  lost.push(wordsOf(runs))
  for (const mark of [STRUCK, ITALIC, BOLD]) {
    const tried = runsOf(without(() => true, mark))
    if (isRead(tried)) return tried
  }
  return runsOf(inlines.map(unmarked))
}

const ALL_MARKS = BOLD | ITALIC | STRUCK
const unmarked = (inline: Inline): Inline => ('marks' in inline ? { ...inline, marks: 0 } : inline)
const wordsOf = (runs: readonly Run[]) => textOf(runs.map(({ inline }) => inline))

/** The character beside marked runs, which decides whether they are recognised. */
function beside(run: Run | undefined, at: 0 | -1): Run {
  const { inline } = run ?? {}
  const own = inline?.type === 'text' && !inline.link ? inline.text.at(at) : undefined
  const character = own ?? (inline && inline.type !== 'break' ? '.' : ' ')
  const text = at === 0 ? `${character}x` : `x${character}`
  return { inline: { type: 'text', text, marks: 0, link: null }, marks: 0, isLoose: false }
}

/** Returns true if the renderer shows the intended text, its marks, the images and the links, in one block. */
function isReadAs(markdown: string, runs: readonly Run[], place: LeafPlace): boolean {
  const around = place === 'line' ? '# ' : ''
  const text = place === 'cell' ? `| a | ${markdown} |\n| --- | --- |` : around + markdown
  const tokens = parser.parse(text, {})
  const blocks = tokens.filter(({ type }) => type === 'inline')
  const content = place === 'cell' ? blocks[1] : blocks[0]
  if (blocks.length !== (place === 'cell' ? 2 : 1) || !content) return false
  if (place === 'paragraph' && tokens[0]?.type !== 'paragraph_open') return false
  const children = content.children ?? []
  const count = (type: string) => children.filter((token) => token.type === type).length
  return (
    seenText(children) === meantText(runs) &&
    count('image') === runs.filter(({ inline }) => inline.type === 'image').length &&
    count('link_open') >= linksOf(runs)
  )
}

const MARK_OF: ReadonlyMap<string, number> = new Map([
  ['strong', BOLD],
  ['em', ITALIC],
  ['del', STRUCK],
])

function seenText(tokens: readonly Token[]): string {
  let open = 0
  const seen = new MarkedText()
  for (const { type, content, nesting, tag } of tokens) {
    if (nesting !== 0) open ^= MARK_OF.get(tag) ?? 0
    else if (/^(?:text|code_inline|text_special)$/.test(type)) seen.add(content, open)
    else if (type.endsWith('break')) seen.add(' ', open)
  }
  return seen.end()
}

function meantText(runs: readonly Run[]): string {
  const meant = new MarkedText()
  for (const { inline, marks } of runs) {
    const { type } = inline
    if (type === 'text' || type === 'code') meant.add(inline.text, marks)
    else if (type === 'footnote') meant.add(`[^${inline.label}]`, marks)
    else if (type === 'break') meant.add(' ', marks)
  }
  return meant.end()
}

/** A text with its marks before the words with which they begin. */
class MarkedText {
  #text = ''
  #marks = 0

  add(text: string, marks: number): void {
    const start = marks === this.#marks ? -1 : text.search(/\S/)
    if (start === -1) this.#text += text
    else {
      this.#text += `${text.slice(0, start)}\0${marks}${text.slice(start)}`
      this.#marks = marks
    }
  }

  end(): string {
    // Single spaces stay, because there are many.
    return this.#text.replace(/\s{2,}|[^\S ]/g, ' ').trim()
  }
}

function linksOf(runs: readonly Run[]): number {
  const links = new Set<Link>()
  for (const { inline } of runs) {
    const link = linkOf(inline)
    if (link) links.add(link)
  }
  return links.size
}

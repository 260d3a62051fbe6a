import { type Escaping, escapeText } from '#core/translation/escape-text.ts'
import { writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import {
  BOLD,
  type ImageRun,
  type Inline,
  ITALIC,
  type Link,
  STRUCK,
} from '#server/features/import/html/document.ts'

/** A paragraph, which may have several lines, a line of its own such as a heading, or a cell. */
export type LeafPlace = 'paragraph' | 'line' | 'cell'

/** A way to write runs. */
export interface WritingStyle {
  escaping: Escaping
  hasMarks: boolean
  /** Punctuation at the ends of emphasis stays outside, where it would not be recognised otherwise. */
  isNarrow: boolean
}

const MARKS: [mark: number, written: string][] = [
  [BOLD, '**'],
  [ITALIC, '*'],
  [STRUCK, '~~'],
]
const BARE_ADDRESS = /(https?:\/\/[^\s<>()[\]]+)/

/** Writes runs as the content of a block. */
export function writeInlines(inlines: readonly Inline[], style: WritingStyle, place: LeafPlace): string {
  const writer = new InlineWriter(style, place)
  const runs = groups(style.hasMarks ? inlines : unmarked(inlines))
  for (const group of runs) {
    if (group.link) writer.addLink(group, group.link)
    else for (const [index, run] of group.runs.entries()) writer.add(run, marksOf(group.runs[index + 1]))
  }
  const text = writer.end().trim()
  return place === 'cell' ? text.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|').replace(/\n/g, ' ') : text
}

/** Parts are joined at the end: a text that grows by each of them would be copied as often. */
class InlineWriter {
  readonly #style: WritingStyle
  readonly #place: LeafPlace
  #parts: string[] = []
  #startsLine = true
  /** The marks that are open, from the outside. */
  #open: number[] = []

  constructor(style: WritingStyle, place: LeafPlace) {
    this.#style = style
    this.#place = place
  }

  end(): string {
    this.#setMarks(0)
    return this.#parts.join('')
  }

  /** `following` are the marks of the next run. */
  add(run: Inline, following = 0): void {
    if (run.type === 'break') {
      this.#setMarks(0)
      this.#put(this.#place === 'paragraph' ? '\\\n' : ' ')
    } else if (run.type === 'image') {
      this.#setMarks(0)
      this.#put(writeTitled(run))
    } else if (run.type === 'footnote') {
      this.#setMarks(this.#openMarks & following)
      this.#put(`[^${run.label}]`)
    } else if (run.type === 'code') {
      this.#setMarks(run.marks)
      this.#put(writeCode(run.text, this.#place))
    } else this.#addText(run, following)
  }

  #addText({ text, marks }: { text: string; marks: number }, following: number): void {
    const isSplit = marks !== 0 && this.#style.hasMarks
    const [before, inner, after] = isSplit ? split(text, this.#style) : ['', text, '']
    // Spaces belong to no emphasis, which would not be recognised with them.
    if (before) this.#setMarks(this.#openMarks & marks)
    this.#putText(before)
    if (inner) this.#setMarks(marks)
    this.#putText(inner)
    if (after) this.#setMarks(marks & following)
    this.#putText(after)
  }

  addLink(group: Group, { address }: Link): void {
    this.#setMarks(0)
    const outer = this.#parts
    this.#parts = []
    for (const [index, run] of group.runs.entries())
      this.add(run.type === 'break' ? SPACE : run, marksOf(group.runs[index + 1]))
    this.#setMarks(0)
    const text = this.#parts.join('')
    this.#parts = outer
    this.#put(isBare(group) ? `<${address}>` : `[${text.trim()}](${writeAddress(address)})`)
    if (/\s$/.test(text.slice(-1))) this.#put(' ')
  }

  get #openMarks(): number {
    return this.#open.reduce((marks, index) => marks | (MARKS[index]?.[0] ?? 0), 0)
  }

  #setMarks(marks: number): void {
    const wanted = this.#style.hasMarks ? marks : 0
    const kept = this.#open.findIndex((index) => ((MARKS[index]?.[0] ?? 0) & wanted) === 0)
    while (kept !== -1 && this.#open.length > kept) this.#put(MARKS[this.#open.pop() ?? 0]?.[1] ?? '')
    for (const [index, [mark, written]] of MARKS.entries()) {
      if ((wanted & mark) === 0 || this.#open.includes(index)) continue
      this.#put(written)
      this.#open.push(index)
    }
  }

  #putText(text: string): void {
    this.#put(escapeWords(text, this.#style.escaping, this.#place === 'paragraph' && this.#startsLine))
  }

  #put(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#startsLine = text.endsWith('\n')
  }
}

const SPACE: Inline = { type: 'text', text: ' ', marks: 0, link: null }
const marksOf = (run: Inline | undefined) => (run && 'marks' in run ? run.marks : 0)

/** An image with its title, which is the caption of a figure. */
export function writeTitled(image: ImageRun): string {
  const title = image.title ? ` "${writeTitle(image.title, '"')}"` : ''
  return `![${escapeWords(image.alt, 'likely', false)}](${writeAddress(image.address)}${title})`
}

/** Without marks; runs of code that touch would have their backticks beside each other. */
function unmarked(inlines: readonly Inline[]): Inline[] {
  const result: Inline[] = []
  for (const run of inlines) {
    const last = result.at(-1)
    const canJoin = last?.type === 'code' && run.type === 'code' && last.link === run.link
    if (canJoin) result[result.length - 1] = { ...last, text: last.text + run.text }
    else result.push(run)
  }
  return result
}

interface Group {
  link: Link | null
  runs: Inline[]
}

/** Runs with the same link, one after the other. */
function groups(inlines: readonly Inline[]): Group[] {
  const result: Group[] = []
  for (const run of inlines) {
    const link = 'link' in run ? run.link : null
    const last = result.at(-1)
    if (last && last.link === link) last.runs.push(run)
    else result.push({ link, runs: [run] })
  }
  return result
}

/** A link whose text is its address. */
function isBare({ link, runs: [run, ...others] }: Group): boolean {
  if (!link || others.length > 0 || run?.type !== 'text') return false
  return run.text.trim() === link.address && /^https?:\/\/[^\s<>\\&]+$/i.test(link.address)
}

/** The text that is marked, and what stays outside at its ends. */
function split(text: string, { isNarrow }: WritingStyle): [string, string, string] {
  const outside = isNarrow ? /^[\s\p{P}\p{S}]+/u : /^\s+/
  const [before = ''] = outside.exec(text) ?? []
  const rest = text.slice(before.length)
  let end = rest.length
  const isOutside = isNarrow ? /[\s\p{P}\p{S}]/u : /\s/
  while (end > 0 && isOutside.test(rest[end - 1] ?? '')) end--
  return [before, rest.slice(0, end), rest.slice(end)]
}

/** Addresses stay as they are, because the renderer makes links of them. */
function escapeWords(text: string, escaping: Escaping, startsLine: boolean): string {
  if (text === '') return ''
  const options = { escaping, endsLine: false, isBlock: startsLine, startsLine }
  if (escaping === 'all' || !text.includes('://')) return escapeText(text, options)
  return text
    .split(BARE_ADDRESS)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : escapeText(part, index === 0 ? options : { ...options, startsLine: false, isBlock: false }),
    )
    .join('')
}

function writeCode(raw: string, place: LeafPlace): string {
  const text = raw.replace(/\s+/g, ' ')
  const runs = text.match(/`+/g) ?? []
  let fence = '`'
  for (const lengths = new Set(runs.map(({ length }) => length)); lengths.has(fence.length); ) fence += '`'
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  const written = fence + pad + text + pad + fence
  // A bar ends a cell, also in code.
  return place === 'cell' && /\\\|/.test(text)
    ? escapeText(text, { escaping: 'all', startsLine: false, endsLine: false, isBlock: false })
    : written
}

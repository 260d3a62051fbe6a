import {
  BOLD,
  type ImageRun,
  type Inline,
  ITALIC,
  type Link,
  STRUCK,
  textOf,
} from '#core/from-html/document.ts'
import { linkOf, type Run } from '#core/from-html/marked-runs.ts'
import { type Escaping, escapeText } from '#core/translation/escape-text.ts'
import { writeAddress, writeTitle } from '#core/translation/link-writing.ts'

/** A paragraph, which may have several lines, a line of its own such as a heading, or a cell. */
export type LeafPlace = 'paragraph' | 'line' | 'cell'

const MARKS: [mark: number, written: string][] = [
  [BOLD, '**'],
  [ITALIC, '*'],
  [STRUCK, '~~'],
]
const BARE_ADDRESS = /(https?:\/\/[^\s<>()[\]]+)/

/** Writes runs as the content of a block. */
export function writeInlines(runs: readonly Run[], escaping: Escaping, place: LeafPlace): string {
  const text = new InlineWriter(runs, escaping, place).write().trim()
  return place === 'cell' ? text.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|').replace(/\n/g, ' ') : text
}

/** Parts are joined at the end: a text that grows by each of them would be copied as often. */
class InlineWriter {
  readonly #runs: readonly Run[]
  readonly #escaping: Escaping
  readonly #place: LeafPlace
  /** For each run, the first one after it that does not have each mark. */
  readonly #ends: number[][]
  #parts: string[] = []
  #startsLine = true
  /** The marks that are open, from the outside. */
  #open: number[] = []

  constructor(runs: readonly Run[], escaping: Escaping, place: LeafPlace) {
    this.#runs = runs
    this.#escaping = escaping
    this.#place = place
    this.#ends = runs.some(({ marks }) => marks > 0) ? endsOfMarks(runs) : []
  }

  write(): string {
    for (let from = 0; from < this.#runs.length; ) {
      const link = linkAt(this.#runs, from)
      let to = from + 1
      while (to < this.#runs.length && linkAt(this.#runs, to) === link) to++
      if (link) this.#addLink(link, from, to)
      else for (let index = from; index < to; index++) this.#add(index)
      from = to
    }
    this.#close(0)
    return this.#parts.join('')
  }

  #add(index: number, isInLink = false): void {
    const { inline, marks, isLoose } = this.#runs[index] as Run
    this.#close(marks)
    if (!isLoose) this.#openMarks(marks, index)
    if (inline.type === 'break') this.#put(this.#place === 'paragraph' && !isInLink ? '\\\n' : ' ')
    else if (inline.type === 'image') this.#put(writeTitled(inline))
    else if (inline.type === 'footnote') this.#put(`[^${inline.label}]`)
    else if (inline.type === 'code') this.#put(writeCode(inline.text, this.#place))
    else this.#putText(inline.text)
  }

  #addLink(link: Link, from: number, to: number): void {
    this.#close(0)
    const outer = this.#parts
    this.#parts = []
    for (let index = from; index < to; index++) this.#add(index, true)
    this.#close(0)
    const text = this.#parts.join('')
    this.#parts = outer
    const isBare = to - from === 1 && isAddressOf(link, this.#runs[from]?.inline)
    const title = titleOf(link, this.#runs.slice(from, to))
    this.#put(
      isBare && !title ? `<${link.address}>` : `[${text.trim()}](${writeAddress(link.address)}${title})`,
    )
    if (/\s$/.test(text.slice(-1))) this.#put(' ')
  }

  /** Ends the marks that are not among these, with those inside them. */
  #close(marks: number): void {
    const kept = this.#open.findIndex((index) => ((MARKS[index]?.[0] ?? 0) & marks) === 0)
    while (kept !== -1 && this.#open.length > kept) this.#put(MARKS[this.#open.pop() ?? 0]?.[1] ?? '')
  }

  /** Begins the marks that are not open, first the one that lasts longest. */
  #openMarks(marks: number, at: number): void {
    if (marks === 0) return
    const ends = this.#ends[at] ?? []
    const missing: number[] = []
    for (const [index, [mark]] of MARKS.entries())
      if ((mark & marks) !== 0 && !this.#open.includes(index)) missing.push(index)
    for (const index of missing.sort((a, b) => (ends[b] ?? 0) - (ends[a] ?? 0))) {
      this.#put(MARKS[index]?.[1] ?? '')
      this.#open.push(index)
    }
  }

  #putText(text: string): void {
    this.#put(escapeWords(text, this.#escaping, this.#place === 'paragraph' && this.#startsLine))
  }

  #put(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#startsLine = text.endsWith('\n')
  }
}

function linkAt(runs: readonly Run[], index: number): Link | null {
  const inline = runs[index]?.inline
  return inline ? linkOf(inline) : null
}

function endsOfMarks(runs: readonly Run[]): number[][] {
  const ends: number[][] = []
  let after = MARKS.map(() => runs.length)
  for (let index = runs.length - 1; index >= 0; index--) {
    const { marks = 0 } = runs[index] ?? {}
    const isLinkEnd = linkAt(runs, index) !== linkAt(runs, index + 1)
    after = MARKS.map(([mark], n) => ((marks & mark) === 0 ? index : isLinkEnd ? index + 1 : (after[n] ?? 0)))
    ends[index] = after
  }
  return ends
}

/** An image with its title, which is the caption of a figure. */
export const writeTitled = ({ alt, address, title }: ImageRun): string =>
  `![${escapeWords(alt, 'likely', false)}](${writeAddress(address)}${written(title)})`

/** The title of a link, unless its text says the same. */
const titleOf = ({ title }: Link, runs: readonly Run[]): string =>
  title && title !== textOf(runs.map(({ inline }) => inline)) ? written(title) : ''

const written = (title: string) => title && ` "${writeTitle(title, '"')}"`

/** Returns true if the text of a link is its address. */
function isAddressOf({ address }: Link, run: Inline | undefined): boolean {
  return run?.type === 'text' && run.text.trim() === address && /^https?:\/\/[^\s<>\\&]+$/i.test(address)
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

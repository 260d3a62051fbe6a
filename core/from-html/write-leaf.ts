import type { Token } from 'markdown-it'
import { BOLD, type Inline, ITALIC, type Link, STRUCK, textOf } from '#core/from-html/document.ts'
import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { linkOf, type Run, runsOf } from '#core/from-html/marked-runs.ts'
import { type LeafPlace, writeInlines } from '#core/from-html/write-inlines.ts'
import { createParser } from '#core/markdown/safe-html.ts'
import type { Escaping } from '#core/translation/escape-text.ts'

/** Text that does not begin like Markdown, and contains none of its markers. */
const PLAIN = /^[\p{L}][\p{L}\p{N} ,.;?"'’“”„()%–—…]*$/u
const parser = createParser()

/** Writes the runs of a block. Emphasis that no Markdown can say is dropped, and reported. */
export function writeLeaf(
  inlines: readonly Inline[],
  place: LeafPlace,
  report: HtmlOptions['report'],
): string {
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

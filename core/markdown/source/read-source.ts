import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it'
import type { DefinedFootnote, FootnoteLabels } from '#core/markdown/github/footnotes.ts'
import { createParser } from '#core/markdown/safe-html.ts'
import { type ContentMap, mapCell, mapLines } from '#core/markdown/source/content-map.ts'
import { type InlinePart, inlineParts } from '#core/markdown/source/inline-parts.ts'
import { type Piece, placeInline } from '#core/markdown/source/place-inline.ts'

/** The lines of a block in the text that the parser reads, where every line ends with `\n`: without markers and indentation. */
interface BlockLines {
  starts: number[]
  ends: number[]
}

interface BlockPlace {
  lines: BlockLines
  /** The index of the cell in a table's row; null for any other block. */
  column: number | null
}

/** The places of the content of blocks, and of definitions such as `[label]: address "title"`. */
interface BlockPlaces {
  of: WeakMap<Token, BlockPlace>
  definitions: WeakMap<object, DefinitionPlace[]>
}

interface DefinitionPlace {
  /** Normalised, as tokens of links have it. */
  label: string
  lines: BlockLines
  content: string
}

/**
 * Records the place of the content of each block. The parser knows it while it reads a quote or a list, and forgets it at its end, so this
 * listens to the state from which all rules push their tokens.
 */
function placeBlocks(md: MarkdownIt): BlockPlaces {
  const places: BlockPlaces = { of: new WeakMap(), definitions: new WeakMap() }
  md.block.State = class extends md.block.State {
    private row: Token | null = null
    private rowLines: BlockLines = { starts: [], ends: [] }
    private column = 0

    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting)
      if (type === 'tr_open') {
        this.row = token
        this.column = 0
      } else if (type === 'tr_close') this.row = null
      else if (type === 'inline') places.of.set(token, this.placeOf())
      return token
    }

    private placeOf(): BlockPlace {
      if (!this.row) {
        return { lines: linesOf(this, this.tokens.at(-2)?.map ?? [this.line, this.line]), column: null }
      }
      // All cells of a row share its line.
      if (this.column === 0) this.rowLines = linesOf(this, this.row.map ?? [this.line, this.line])
      return { lines: this.rowLines, column: this.column++ }
    }
  }
  placeDefinitions(md, places.definitions)
  return places
}

/** A definition has no token in the end, so it is recorded for the environment of its text. */
function placeDefinitions(md: MarkdownIt, places: BlockPlaces['definitions']): void {
  const { ruler } = new Markdown.ParserBlock()
  ruler.enableOnly('reference')
  const [reference] = ruler.getRules('')
  if (!reference) return
  md.block.ruler.at('reference', (state, start, end, silent) => {
    if (!reference(state, start, end, silent)) return false
    const label = state.tokens.at(-1)?.meta?.label
    if (silent || typeof label !== 'string') return true
    const lines = linesOf(state, [start, state.line])
    const content = lines.starts.map((from, index) => state.src.slice(from, lines.ends[index])).join('\n')
    const found = places.get(state.env)
    if (found) found.push({ label, lines, content })
    else places.set(state.env, [{ label, lines, content }])
    return true
  })
}

function linesOf(state: StateBlock, [from, to]: [number, number]): BlockLines {
  const lines: BlockLines = { starts: [], ends: [] }
  for (let line = from; line < to; line++) {
    lines.starts.push((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0))
    lines.ends.push(state.eMarks[line] ?? 0)
  }
  return lines
}

const isEmpty = (cell: [number, number] | undefined) => cell !== undefined && cell[0] === cell[1]

/** The parser of the pages. Raw HTML keeps its text, because it is compared and moved, though pages leave it out. */
const parser = createParser().disable('drop_html')
const blockPlaces = placeBlocks(parser)
const inlinePieces = placeInline(parser)
const piecesOf = new WeakMap<Token, Piece[]>()
// Later rules replace the list of a block's tokens.
parser.core.ruler.after('inline', 'keep_pieces', ({ tokens }) => {
  for (const token of tokens) {
    const pieces = token.children ? inlinePieces.get(token.children) : undefined
    if (pieces) piecesOf.set(token, pieces)
  }
})

export type References = Record<string, { title: string; href: string }>

/** A Markdown text with the tokens of which a page is made, and their places. */
export interface MarkdownSource {
  markdown: string
  tokens: Token[]
  references: References
  definitions: Definition[]
  /** The labels of its footnotes, and the places of their definitions. */
  footnoteLabels: FootnoteLabels
  footnotes: FootnoteDefinition[]
  /** The labels that images use. */
  imageLabels: () => Set<string>
  /** Reads an `inline` token of this text. */
  inlineOf: (token: Token) => SourceInline
}

/** The content of a paragraph, a heading or a cell. */
export interface SourceInline {
  content: string
  /** The parts in the order of the content, of which every character belongs to one. */
  parts: InlinePart[]
  /** The map from the content to the source. */
  map: ContentMap
}

export interface Definition {
  label: string
  content: string
  map: ContentMap
}

/** The definition of a footnote with the place of its marker, `[^label]:`. */
export interface FootnoteDefinition extends DefinedFootnote {
  token: Token
  isEmpty: boolean
}

/** The facts from a whole text that a part of it needs. */
export type KnownSource = Pick<MarkdownSource, 'references' | 'footnoteLabels'>

const NOTHING: KnownSource = { references: Object.create(null), footnoteLabels: new Set() }

export function readSource(
  markdown: string,
  { references, footnoteLabels }: KnownSource = NOTHING,
): MarkdownSource {
  const env = {
    references: Object.create(references) as References,
    footnotes: new Set(footnoteLabels),
  }
  const tokens = parser.parse(markdown, env)
  const { normalised, toOriginal } = normaliseLines(markdown)

  const inlineOf = (token: Token): SourceInline => {
    const parts = inlineParts(token.children ?? [], piecesOf.get(token) ?? [])
    return { content: token.content, parts, map: originalMap(contentMap(token)) }
  }
  const contentMap = (token: Token): ContentMap => {
    const place = blockPlaces.of.get(token)
    const [start = 0] = place?.lines.starts ?? []
    if (!place) return { at: [0], source: [0] }
    if (place.column === null) {
      const map = mapLines(token.content, place.lines.starts)
      // A heading begins with its marker.
      map.source[0] = Math.max(start, normalised.indexOf(token.content.split('\n', 1)[0] ?? '', start))
      return map
    }
    const cell = cellsOf(place.lines)[place.column]
    return cell ? mapCell(normalised, ...cell) : { at: [0], source: [start] }
  }
  let imageLabels: Set<string> | null = null
  const cells = new WeakMap<object, [number, number][]>()
  const cellsOf = (row: { starts: number[]; ends: number[] }) => {
    const known = cells.get(row) ?? tableCells(normalised, row.starts[0] ?? 0, row.ends[0] ?? 0)
    cells.set(row, known)
    return known
  }
  const originalMap = ({ at, source }: ContentMap): ContentMap => ({ at, source: source.map(toOriginal) })

  return {
    markdown,
    tokens,
    references: env.references,
    definitions: (blockPlaces.definitions.get(env) ?? []).map(({ label, content, lines: { starts } }) => ({
      label,
      content,
      map: originalMap(mapLines(content, starts)),
    })),
    footnoteLabels: env.footnotes,
    footnotes: tokens.flatMap((token, index) => {
      const footnote = token.meta?.footnote as DefinedFootnote | undefined
      if (!footnote) return []
      const place = { from: toOriginal(footnote.from), to: toOriginal(footnote.to) }
      return [{ ...footnote, ...place, token, isEmpty: tokens[index + 1]?.type === 'footnote_close' }]
    }),
    imageLabels: () => (imageLabels ??= labelsOfImages(tokens)),
    inlineOf,
  }
}

function labelsOfImages(tokens: Token[]): Set<string> {
  const labels = new Set<string>()
  for (const { type, meta, children } of tokens) {
    if (type === 'image' && typeof meta?.label === 'string') labels.add(meta.label)
    for (const label of labelsOfImages(children ?? [])) labels.add(label)
  }
  return labels
}

/** The places of the cells of a table's row, without the spaces around them. A `|` after a backslash is text, as the parser sees it. */
function tableCells(source: string, from: number, to: number): [from: number, to: number][] {
  const row = trimmed(source, from, to)
  const cells: [number, number][] = []
  let start = row[0]
  for (let position = start; position < row[1]; position++) {
    if (source[position] !== '|' || (position > row[0] && source[position - 1] === '\\')) continue
    cells.push([start, position])
    start = position + 1
  }
  cells.push([start, row[1]])
  if (isEmpty(cells[0])) cells.shift()
  if (isEmpty(cells.at(-1))) cells.pop()
  return cells.map(([first, last]) => trimmed(source, first, last))
}

function trimmed(source: string, from: number, to: number): [number, number] {
  const text = source.slice(from, to)
  const start = from + text.length - text.trimStart().length
  return [start, start + text.trim().length]
}

/** A text as the parser reads it, in which every line ends with `\n`, and the way back from its offsets. */
function normaliseLines(source: string): {
  normalised: string
  toOriginal: (offset: number) => number
} {
  if (!source.includes('\r\n')) {
    return { normalised: source.replaceAll('\r', '\n'), toOriginal: (offset) => offset }
  }
  /** The places at which a line's end has lost a character. */
  const lost: number[] = []
  for (const { index } of source.matchAll(/\r\n/g)) lost.push(index - lost.length)
  return {
    normalised: source.replace(/\r\n?/g, '\n'),
    toOriginal: (offset) => offset + countBelow(lost, offset),
  }
}

/** The number of the sorted numbers that are less. */
function countBelow(numbers: number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}

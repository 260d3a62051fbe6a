import { type Alignment, type Block, inlinesOf, type ListItem, textOf } from '#core/from-html/document.ts'
import { isVisible, paragraphOf } from '#core/from-html/open-line.ts'

/** A container that collects blocks until its element ends. */
export type Frame =
  | { type: 'root' | 'quote' | 'caption'; blocks: Block[] }
  | { type: 'footnote'; label: string; blocks: Block[] }
  | { type: 'item'; isDone: boolean | null; blocks: Block[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  | { type: 'figure'; blocks: Block[]; caption: Block[]; isGallery: boolean; isCaptionFirst: boolean }
  | { type: 'table'; rows: Cell[][]; blocks: Block[] }
  | { type: 'row'; cells: Cell[]; alignment: Alignment }
  | ({ type: 'cell'; columns: number } & Cell)

export interface Cell {
  blocks: Block[]
  alignment: Alignment
  isHead: boolean
  /** The number of rows that it spans. */
  rows: number
}

const MAX_COLUMNS = 100

/** Puts a block into its place in a frame; lists and tables may have text that is in no item or cell. */
export function addBlock(frame: Frame, block: Block): void {
  if (frame.type === 'list') {
    const last = frame.items.at(-1)
    if (last) last.blocks.push(block)
    else frame.items.push({ blocks: [block], isDone: null })
  } else if (frame.type === 'row')
    frame.cells.push({ blocks: [block], alignment: null, isHead: false, rows: 1 })
  else frame.blocks.push(block)
}

/** The blocks that a frame becomes when it ends, and the number of pictures of a gallery among them. */
export function blocksOf(frame: Frame): { blocks: Block[]; pictures: number; lost: string | null } {
  const done = (blocks: Block[]) => ({ blocks, pictures: 0, lost: null })
  if (frame.type === 'quote')
    return done(frame.blocks.length ? [{ type: 'quote', blocks: frame.blocks }] : [])
  if (frame.type === 'footnote') return done([{ type: 'footnote', label: frame.label, blocks: frame.blocks }])
  if (frame.type === 'list') {
    const { isOrdered, start } = frame
    // Footnotes in the items of a list are taken out of it.
    const isNote = ({ type }: Block) => type === 'footnote'
    const notes = frame.items.flatMap(({ blocks }) => blocks.filter(isNote))
    const items = frame.items
      .map(({ blocks, isDone }) => ({ blocks: blocks.filter((block) => !isNote(block)), isDone }))
      .filter(({ blocks, isDone }) => blocks.length > 0 || isDone !== null)
    return done([...(items.length ? [{ type: 'list' as const, isOrdered, start, items }] : []), ...notes])
  }
  if (frame.type === 'figure') return { ...figure(frame), lost: null }
  if (frame.type === 'table') return { ...table(frame), pictures: 0 }
  return done('blocks' in frame ? frame.blocks : [])
}

function figure({ blocks, caption, isGallery, isCaptionFirst }: Extract<Frame, { type: 'figure' }>) {
  const own = blocks.flatMap(splitImages)
  const images = own.filter((block) => imageOf(block) !== null || block.type === 'figure').length
  const [first, ...others] = own
  const image = first && others.length === 0 ? imageOf(first) : null
  const text = textOf(inlinesOf(caption))
  if (image && text && !image.link)
    return { blocks: [{ type: 'figure', image, caption: text } as Block], pictures: 0 }
  const shown = isCaptionFirst ? [...caption, ...own] : [...own, ...caption]
  return { blocks: shown, pictures: isGallery || images > 1 ? images : 0 }
}

/** The image of a paragraph that has nothing else. */
function imageOf(block: Block) {
  const [first, ...others] = block.type === 'paragraph' ? block.inlines : []
  return first?.type === 'image' && others.length === 0 ? first : null
}

/** Adjacent images in a figure, each in a paragraph of its own. */
function splitImages(block: Block): Block[] {
  if (block.type !== 'paragraph' || block.inlines.length < 2) return [block]
  const isApart = block.inlines.every(
    (inline) =>
      inline.type === 'image' || inline.type === 'break' || (inline.type === 'text' && !inline.text.trim()),
  )
  if (!isApart) return [block]
  return block.inlines.filter(({ type }) => type === 'image').map((inline) => paragraphOf([inline]))
}

function table({ rows: written, blocks }: Extract<Frame, { type: 'table' }>): {
  blocks: Block[]
  lost: string | null
} {
  const listing = codeBesideNumbers(written)
  if (listing) return { blocks: [...blocks, listing], lost: null }
  const rows = withBlankCells(written)
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const content = rows.flat().flatMap((cell) => (cell ? [cell.blocks] : []))
  // A table with one cell is a frame around a text.
  if (columns * rows.length <= 1) return { blocks: [...blocks, ...content.flat()], lost: null }
  if (content.flat().some(hasLinesOfCode))
    return { blocks: [...blocks, ...content.flat()], lost: 'code of several lines' }
  if (columns > MAX_COLUMNS) {
    const shown = content.map(inlinesOf).filter(isVisible).map(paragraphOf)
    return { blocks: [...blocks, ...shown], lost: 'too many columns' }
  }
  const full = rows.map((row) => Array.from({ length: columns }, (_, n) => inlinesOf(row[n]?.blocks ?? [])))
  const alignments = Array.from({ length: columns }, (_, n) => columnAlignment(rows.map((row) => row[n])))
  return { blocks: [...blocks, { type: 'table', rows: full, alignments }], lost: null }
}

/** The rows with blank cells in the place of cells that span them from an earlier row. */
function withBlankCells(rows: readonly Cell[][]): (Cell | undefined)[][] {
  /** The cells of the row above, by column, each with the number of rows that it spans from there. */
  let above: (Cell | undefined)[] = []
  return rows.map((row) => {
    const last = Math.min(MAX_COLUMNS, above.findLastIndex((cell) => cell && cell.rows > 1) + 1)
    const cells: (Cell | undefined)[] = []
    let next = 0
    while (cells.length < last || next < row.length) {
      const over = above[cells.length]
      const goesOn = over && over.rows > 1 && cells.length < MAX_COLUMNS
      cells.push(goesOn ? { ...over, rows: over.rows - 1, blocks: [] } : row[next++])
    }
    above = cells
    return cells
  })
}

/** The alignment of most cells of the body; if they have none, of the head. */
function columnAlignment(column: (Cell | undefined)[]): Alignment {
  const cells = column.filter((cell) => cell !== undefined)
  const body = cells.filter(({ isHead }) => !isHead)
  const deciding = body.some(({ alignment }) => alignment !== null)
    ? body
    : cells.filter(({ isHead }) => isHead)
  const counts = new Map<Alignment, number>()
  for (const { alignment } of deciding) counts.set(alignment, (counts.get(alignment) ?? 0) + 1)
  let most: Alignment = null
  for (const [alignment, count] of counts) if (count > (counts.get(most) ?? 0)) most = alignment
  return most
}

function hasLinesOfCode(block: Block): boolean {
  if (block.type === 'quote') return block.blocks.some(hasLinesOfCode)
  if (block.type === 'list') return block.items.some((item) => item.blocks.some(hasLinesOfCode))
  return block.type === 'code' && block.text.includes('\n')
}

/** Code with the numbers of its lines in the cell before it; null for any other table. */
function codeBesideNumbers([row = [], ...others]: Cell[][]): Block | null {
  const last = row.at(-1)?.blocks ?? []
  const [code] = last
  if (others.length > 0 || row.length !== 2 || last.length !== 1 || code?.type !== 'code') return null
  const numbers = (row[0]?.blocks ?? [])
    .flatMap((block) => (block.type === 'code' ? block.text : textOf(inlinesOf([block]))).split(/\s+/))
    .filter(Boolean)
  const first = Number(numbers[0])
  return numbers.every((number, index) => number === String(first + index)) ? code : null
}

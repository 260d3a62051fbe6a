import {
  type Block,
  type Inline,
  inlinesOf,
  type ListItem,
  textOf,
} from '#server/features/import/html/document.ts'
import { paragraphOf } from '#server/features/import/html/open-line.ts'

/** What blocks are collected in until its element ends. */
export type Frame =
  | { type: 'root' | 'quote' | 'cell' | 'caption'; blocks: Block[] }
  | { type: 'footnote'; label: string; blocks: Block[] }
  | { type: 'item'; isDone: boolean | null; blocks: Block[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  | { type: 'figure'; blocks: Block[]; caption: Block[]; isGallery: boolean }
  | { type: 'table'; rows: Inline[][][]; blocks: Block[] }
  | { type: 'row'; cells: Inline[][] }

const MAX_COLUMNS = 100

/** Puts a block where it belongs in a frame; lists and tables may have text that is in no item or cell. */
export function addBlock(frame: Frame, block: Block): void {
  if (frame.type === 'list') {
    const last = frame.items.at(-1)
    if (last) last.blocks.push(block)
    else frame.items.push({ blocks: [block], isDone: null })
  } else if (frame.type === 'row') frame.cells.push(inlinesOf([block]))
  else frame.blocks.push(block)
}

/** The blocks that a frame becomes when it ends, and how many pictures of a gallery are among them. */
export function blocksOf(frame: Frame): { blocks: Block[]; pictures: number; losesCells: boolean } {
  const done = (blocks: Block[]) => ({ blocks, pictures: 0, losesCells: false })
  if (frame.type === 'quote')
    return done(frame.blocks.length ? [{ type: 'quote', blocks: frame.blocks }] : [])
  if (frame.type === 'footnote') return done([{ type: 'footnote', label: frame.label, blocks: frame.blocks }])
  if (frame.type === 'list') {
    const { isOrdered, start } = frame
    // Items that were footnotes are none anymore.
    const isNote = ({ type }: Block) => type === 'footnote'
    const notes = frame.items.flatMap(({ blocks }) => blocks.filter(isNote))
    const items = frame.items
      .map(({ blocks, isDone }) => ({ blocks: blocks.filter((block) => !isNote(block)), isDone }))
      .filter(({ blocks, isDone }) => blocks.length > 0 || isDone !== null)
    return done([...(items.length ? [{ type: 'list' as const, isOrdered, start, items }] : []), ...notes])
  }
  if (frame.type === 'figure') return { ...figure(frame), losesCells: false }
  if (frame.type === 'table') return { ...table(frame), pictures: 0 }
  return done('blocks' in frame ? frame.blocks : [])
}

function figure({ blocks, caption, isGallery }: Extract<Frame, { type: 'figure' }>) {
  const own = blocks.flatMap(splitImages)
  const images = own.filter((block) => imageOf(block) !== null || block.type === 'figure').length
  const [first, ...others] = own
  const image = first && others.length === 0 ? imageOf(first) : null
  const text = textOf(inlinesOf(caption))
  if (image && text && !image.link)
    return { blocks: [{ type: 'figure', image, caption: text } as Block], pictures: 0 }
  return { blocks: [...own, ...caption], pictures: isGallery || images > 1 ? images : 0 }
}

/** The image of a paragraph that has nothing else. */
function imageOf(block: Block) {
  const [first, ...others] = block.type === 'paragraph' ? block.inlines : []
  return first?.type === 'image' && others.length === 0 ? first : null
}

/** Images that stand beside each other in a figure, each in a paragraph of its own. */
function splitImages(block: Block): Block[] {
  if (block.type !== 'paragraph' || block.inlines.length < 2) return [block]
  const isApart = block.inlines.every(
    (inline) =>
      inline.type === 'image' || inline.type === 'break' || (inline.type === 'text' && !inline.text.trim()),
  )
  if (!isApart) return [block]
  return block.inlines.filter(({ type }) => type === 'image').map((inline) => paragraphOf([inline]))
}

function table({ rows, blocks }: Extract<Frame, { type: 'table' }>) {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const isFrame = columns * rows.length <= 1 || columns > MAX_COLUMNS
  if (isFrame) {
    const cells = rows.flat().filter((cell) => cell.length > 0)
    return { blocks: [...blocks, ...cells.map(paragraphOf)], losesCells: columns > MAX_COLUMNS }
  }
  const full = rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, () => [])])
  return { blocks: [...blocks, { type: 'table', rows: full } as Block], losesCells: false }
}

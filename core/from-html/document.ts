/** The marks of a text, as bits. */
export const BOLD = 1
export const ITALIC = 2
export const STRUCK = 4

export interface Link {
  address: string
  title: string
}

export interface ImageRun {
  type: 'image'
  address: string
  alt: string
  title: string
  link: Link | null
}

/** Runs lie flat beside each other, so that elements may be nested as deeply and as wrongly as they are. */
export type Inline =
  | { type: 'text' | 'code'; text: string; marks: number; link: Link | null }
  | ImageRun
  | { type: 'break' }
  | { type: 'footnote'; label: string }

export type Alignment = 'left' | 'center' | 'right' | null

export interface ListItem {
  blocks: Block[]
  /** True for a completed task; null for an item that is not a task. */
  isDone: boolean | null
}

export type Block =
  | { type: 'paragraph'; inlines: Inline[] }
  | { type: 'heading'; level: number; inlines: Inline[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  | { type: 'code'; text: string; language: string }
  | { type: 'table'; rows: Inline[][][]; alignments: Alignment[] }
  | { type: 'rule' }
  | { type: 'figure'; image: ImageRun; caption: string }
  | { type: 'footnote'; label: string; blocks: Block[] }

/** The content of blocks, in a line. */
export function inlinesOf(blocks: readonly Block[]): Inline[] {
  const inlines: Inline[] = []
  const add = (parts: readonly Inline[]) => {
    if (inlines.length > 0 && parts.length > 0) inlines.push(space())
    for (const part of parts) inlines.push(part.type === 'break' ? space() : part)
  }
  const visit = (block: Block) => {
    if (block.type === 'paragraph' || block.type === 'heading') add(block.inlines)
    else if (block.type === 'quote' || block.type === 'footnote') block.blocks.forEach(visit)
    else if (block.type === 'list') for (const item of block.items) item.blocks.forEach(visit)
    else if (block.type === 'code') add([{ type: 'code', text: block.text, marks: 0, link: null }])
    else if (block.type === 'table') for (const row of block.rows) row.forEach(add)
    else if (block.type === 'figure') {
      add([block.image])
      add([{ type: 'text', text: block.caption, marks: 0, link: null }])
    }
  }
  blocks.forEach(visit)
  return inlines
}

/** The text that readers see of runs. */
export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'text' || inline.type === 'code') return inline.text
      return inline.type === 'break' ? ' ' : ''
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

const space = (): Inline => ({ type: 'text', text: ' ', marks: 0, link: null })

import type { Alignment, Block } from '#core/from-html/document.ts'
import { addBlock, blocksOf, type Frame } from '#core/from-html/frames.ts'
import type { HtmlOptions } from '#core/from-html/html-events.ts'

/** The greatest depth of nested quotes and lists, as the renderer counts it; it reads no more than 30. */
const MAX_LEVELS = 24
const levelsOf = ({ type }: Frame) => (type === 'quote' ? 1 : type === 'list' ? 2 : 0)

/** The containers in which blocks are collected, from the document to the innermost. */
export class FrameStack {
  readonly #report: HtmlOptions['report']
  readonly #root: Frame & { blocks: Block[] } = { type: 'root', blocks: [] }
  readonly #frames: Frame[] = [this.#root]
  #levels = 0

  constructor(report: HtmlOptions['report']) {
    this.#report = report
  }

  get blocks(): Block[] {
    return this.#root.blocks
  }

  get top(): Frame {
    return this.#frames.at(-1) ?? this.#root
  }

  get isFull(): boolean {
    return this.#levels >= MAX_LEVELS
  }

  addBlock(block: Block): void {
    addBlock(this.top, block)
  }

  /** Makes the item that is being read a task. */
  markTask(isDone: boolean): void {
    if (this.top.type === 'item') this.top.isDone ??= isDone
  }

  /** Sets the alignment of the present cell, if it has none itself. */
  alignCell(alignment: Alignment): void {
    if (this.top.type === 'cell' && this.top.blocks.length === 0) this.top.alignment ??= alignment
  }

  enter(frame: Frame): void {
    this.#frames.push(frame)
    this.#levels += levelsOf(frame)
  }

  /** Ends the innermost container. */
  leave(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    this.#levels -= levelsOf(frame)
    const outer = this.top
    if (frame.type === 'row' && outer.type === 'table') outer.rows.push(frame.cells)
    else if (frame.type === 'cell' && outer.type === 'row') {
      outer.cells.push(frame)
      for (let n = 1; n < frame.columns; n++) outer.cells.push({ ...frame, blocks: [] })
      if (frame.columns > 1) this.#report('table', 'cells that span columns', 'text')
      if (frame.rows > 1) this.#report('table', 'cells that span rows', 'text')
    } else if (frame.type === 'item' && outer.type === 'list') outer.items.push(frame)
    else if (frame.type === 'caption' && outer.type === 'figure') {
      outer.isCaptionFirst ||= outer.blocks.length === 0
      outer.caption.push(...frame.blocks)
    } else {
      const { blocks, pictures, lost } = blocksOf(frame)
      if (pictures > 0) this.#report('gallery', `${pictures} pictures`, 'pictures')
      if (lost) this.#report('table', lost, 'text')
      for (const block of blocks) addBlock(outer, block)
    }
  }
}

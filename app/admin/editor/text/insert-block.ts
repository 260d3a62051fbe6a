import type { EditorState, Transaction } from '@codemirror/state'

interface BlockInsertion {
  from: number
  to: number
  block: string
}

/** The change that replaces a range by a block of its own, with a blank line before and after it; the block begins at `start`. */
export function blockChange(state: EditorState, { from, to, block }: BlockInsertion) {
  const before = from === 0 ? '' : blankLinesMissing(state.sliceDoc(Math.max(0, from - 2), from), /\n*$/)
  const after = to === state.doc.length ? '' : blankLinesMissing(state.sliceDoc(to, to + 2), /^\n*/)
  return { change: { from, to, insert: before + block + after }, start: from + before.length }
}

/** Inserts a block and selects `selected` characters of it from `cursor` on. */
export function insertBlock(
  state: EditorState,
  { cursor, selected = 0, ...block }: BlockInsertion & { cursor: number; selected?: number },
): Transaction {
  const { change, start } = blockChange(state, block)
  const anchor = start + cursor
  return state.update({
    changes: change,
    selection: { anchor, head: anchor + selected },
    scrollIntoView: true,
    userEvent: 'input.block',
  })
}

function blankLinesMissing(around: string, breaks: RegExp): string {
  return '\n'.repeat(Math.max(0, 2 - (breaks.exec(around)?.[0].length ?? 0)))
}

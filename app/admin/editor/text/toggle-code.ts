import { EditorSelection, type StateCommand } from '@codemirror/state'
import { enclosingNode } from '#app/admin/editor/text/enclosing-node.ts'
import { insertBlock } from '#app/admin/editor/text/insert-block.ts'

/** Makes a part of a line code, and several lines or an empty line a block of code; or takes the marks of code away. */
export const toggleCode: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const range = state.selection.main
  const code = enclosingNode(state, range, ['InlineCode'])
  if (code?.firstChild && code.lastChild) {
    const changes = [code.firstChild, code.lastChild].map(({ from, to }) => ({ from, to }))
    dispatch(state.update({ changes, userEvent: 'input.format' }))
    return true
  }
  const text = state.sliceDoc(range.from, range.to)
  const line = state.doc.lineAt(range.from)
  if (text.includes('\n') || line.text.trim() === '') {
    const [from, to] = [line.from, state.doc.lineAt(range.to).to]
    const fence = longerThanAnyRun(state.sliceDoc(from, to), 3)
    const block = `${fence}\n${state.sliceDoc(from, to)}\n${fence}`
    dispatch(insertBlock(state, { from, to, block, cursor: fence.length + 1 }))
    return true
  }
  const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
  const inner = state.sliceDoc(from, to)
  const marks = longerThanAnyRun(inner, 1)
  const space = /^`|`$/.test(inner) ? ' ' : ''
  const insert = marks + space + inner + space + marks
  const start = from + marks.length + space.length
  const selection = EditorSelection.range(start, start + inner.length)
  dispatch(state.update({ changes: { from, to, insert }, selection, userEvent: 'input.format' }))
  return true
}

/** Marks that cannot be confused with those in the text. */
function longerThanAnyRun(text: string, least: number): string {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length)
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), least))
}

import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { markdownLanguage } from '#app/admin/editor/view/create-extensions.ts'

/** A state from a text in which `‹` and `›` mark the selection, or `¦` the cursor. */
export function stateOf(marked: string): EditorState {
  const cursor = marked.indexOf('¦')
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const selection =
    cursor >= 0 ? EditorSelection.single(cursor) : EditorSelection.single(Math.max(0, from), Math.max(0, to))
  return EditorState.create({
    doc: marked.replace(/[¦‹›]/g, ''),
    selection,
    extensions: [markdownLanguage()],
  })
}

/** The text of a state, marked in the same way. */
export function markedText(state: EditorState): string {
  const { from, to } = state.selection.main
  const text = state.doc.toString()
  if (from === to) return `${text.slice(0, from)}¦${text.slice(from)}`
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`
}

/** Returns what a command makes of a text; null when it does nothing. */
export function runCommand(command: StateCommand, marked: string): string | null {
  let state = stateOf(marked)
  const handled = command({
    state,
    dispatch: (transaction) => {
      state = transaction.state
    },
  })
  return handled ? markedText(state) : null
}

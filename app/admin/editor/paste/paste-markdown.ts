import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { PastedMarkdown } from '#app/admin/editor/paste/write-pasted.ts'

/** The text replaces the selection; its footnotes come last in the article, where no other words become part of them. */
export function pasteMarkdown(state: EditorState, { text, footnotes }: PastedMarkdown): TransactionSpec[] {
  const paste = { scrollIntoView: true, userEvent: 'input.paste' }
  if (footnotes === '') return [state.replaceSelection(text), paste]
  const rest = state.sliceDoc(state.selection.ranges.at(-1)?.to)
  if (rest.trim() === '') return [state.replaceSelection(`${text}\n\n${footnotes}`), paste]
  const gap = /\n*$/.exec(rest.slice(-2))?.[0].length ?? 0
  const end = { from: state.doc.length, insert: `${'\n'.repeat(2 - gap)}${footnotes}\n` }
  return [state.replaceSelection(text), { changes: end }, paste]
}

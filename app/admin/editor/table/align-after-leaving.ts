import { EditorView, type ViewUpdate } from '@codemirror/view'
import { alignTable } from '#app/admin/editor/table/table-commands.ts'
import { findTable } from '#app/admin/editor/table/table-in-text.ts'

/** Aligns the columns of a table when the cursor leaves it, or the field. */
export function alignAfterLeaving() {
  /** A position in the table in which something was changed. */
  let changedAt: number | null = null
  return EditorView.updateListener.of((update) => {
    if (changedAt !== null && update.docChanged) changedAt = update.changes.mapPos(changedAt)
    const { head } = update.state.selection.main
    if (changedAt !== null && (update.focusChanged ? !update.view.hasFocus : isOutside(update, changedAt))) {
      const at = changedAt
      changedAt = null
      const changes = alignTable(update.state, at)
      const { state } = update
      // In a task of its own: other listeners must see this update first.
      queueMicrotask(() => {
        if (update.view.state === state && changes.length > 0 && !state.readOnly)
          update.view.dispatch({ changes, userEvent: 'input.table.align' })
      })
    } else if (isTyping(update) && update.state.doc.lineAt(head).text.includes('|')) {
      if (findTable(update.state, head)) changedAt = head
    }
  })
}

function isOutside({ state, selectionSet, docChanged }: ViewUpdate, at: number): boolean {
  if (!selectionSet && !docChanged) return false
  const [line, head] = [
    state.doc.lineAt(Math.min(at, state.doc.length)),
    state.doc.lineAt(state.selection.main.head),
  ]
  if (line.number === head.number) return false
  const table = findTable(state, line.to)
  return !table?.lines.some(({ number }) => number === head.number)
}

function isTyping({ docChanged, transactions }: ViewUpdate): boolean {
  return (
    docChanged &&
    transactions.some(
      (transaction) => transaction.isUserEvent('input') && !transaction.isUserEvent('input.table'),
    )
  )
}

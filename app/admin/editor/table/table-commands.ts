import type { ChangeSpec, StateCommand } from '@codemirror/state'
import { cellAt, findTable, rewriteTable, type TableInText } from '#app/admin/editor/table/table-in-text.ts'
import { insertBlock } from '#app/admin/editor/text/insert-block.ts'

/** Goes to the next cell and selects what is in it; after the last cell it adds a row. */
export const goToNextCell: StateCommand = inTable(({ table, row, column, columns }) => {
  const next = column + 1 < columns ? { row, column: column + 1 } : { row: row + 1, column: 0 }
  if (next.row === table.table.rows.length) table.table.rows.push(emptyRow(columns))
  return next
})

/** Goes to the cell before; in the first one it does nothing, so that the key leaves the text. */
export const goToPreviousCell: StateCommand = inTable(({ row, column, columns }) => {
  if (column > 0) return { row, column: column - 1 }
  return row > 0 ? { row: row - 1, column: columns - 1 } : null
})

/** Adds a row below; in an empty last row it leaves the table and takes that row away. */
export const addRow: StateCommand = (target) => {
  if (leaveEmptyRow(target)) return true
  return inTable(({ table, row, columns }) => {
    table.table.rows.splice(row + 1, 0, emptyRow(columns))
    return { row: row + 1, column: 0 }
  })(target)
}

/** Inserts a table with two columns, its first heading selected. */
export function insertTable(labels: { column: string; cell: string }): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const line = state.doc.lineAt(state.selection.main.to)
    const [from, to] = line.text.trim() ? [line.to, line.to] : [line.from, line.to]
    const { column, cell } = labels
    const rows = [
      [`${column} 1`, `${column} 2`],
      ['---', '---'],
      [cell, cell],
    ]
    const block = rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
    dispatch(insertBlock(state, { from, to, block, cursor: 2, selected: column.length + 2 }))
    return true
  }
}

/** The changes that align the columns of the table at a position. */
export function alignTable(state: Parameters<StateCommand>[0]['state'], at: number): ChangeSpec[] {
  const table = findTable(state, at)
  return table ? rewriteTable(table, table.table).changes : []
}

const emptyRow = (columns: number) => Array.from({ length: columns }, () => '')

interface Place {
  table: TableInText
  row: number
  column: number
  columns: number
}

/** A command that may change the rows of the table around the cursor, and returns the cell to go to. */
function inTable(move: (place: Place) => { row: number; column: number } | null): StateCommand {
  return ({ state, dispatch }) => {
    const { main } = state.selection
    const table = state.readOnly ? null : findTable(state, main.head)
    if (!table) return false
    const next = move({ table, ...cellAt(table, main.head), columns: table.table.alignments.length })
    if (!next) return false
    const { changes, locate } = rewriteTable(table, table.table)
    const { from, to } = locate(next.row, next.column)
    dispatch(
      state.update({
        changes,
        selection: { anchor: from, head: to },
        scrollIntoView: true,
        userEvent: 'input.table',
      }),
    )
    return true
  }
}

const leaveEmptyRow: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const table = state.readOnly || !main.empty ? null : findTable(state, main.head)
  const last = table?.lines.at(-1)
  if (!table || !last || table.lines.length < 3) return false
  if (main.head < last.from || !table.table.rows.at(-1)?.every((cell) => cell === '')) return false
  const end = state.doc.lineAt(last.from - 1).to
  dispatch(
    state.update({
      // Without an empty line, what is typed next would be a row.
      changes: { from: end, to: last.to, insert: '\n\n' },
      selection: { anchor: end + 2 },
      scrollIntoView: true,
      userEvent: 'input.table',
    }),
  )
  return true
}

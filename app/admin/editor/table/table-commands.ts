import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state'
import { formatTable, parseTable, splitRow, type Table } from '#app/admin/editor/table/markdown-table.ts'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import { insertBlock } from '#app/admin/editor/text/formatting.ts'

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

/** Adds a row below; in an empty last row it removes that row and leaves the table. */
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

/** Larger tables are not aligned during typing. */
const MAX_ROWS = 500

interface TableInText {
  lines: Line[]
  /** The quotes and indentation before the table in each line. */
  prefixes: string[]
  table: Table
}

/** The table around a position, or null. */
export function findTable(state: EditorState, at: number): TableInText | null {
  if (!state.doc.lineAt(at).text.includes('|')) return null
  const node = enclosingNode(state, { from: at, to: at }, ['Table'])
  if (!node) return null
  const [first, last] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]
  if (last.number - first.number >= MAX_ROWS) return null
  const lines = Array.from({ length: last.number - first.number + 1 }, (_, n) =>
    state.doc.line(first.number + n),
  )
  const prefixes = lines.map((line, index) =>
    index === 0 ? line.text.slice(0, node.from - line.from) : (/^[\s>]*/.exec(line.text)?.[0] ?? ''),
  )
  const table = parseTable(lines.map((line, index) => line.text.slice(prefixes[index]?.length)))
  return table && { lines, prefixes, table }
}

/** The row and the column of a position; the row of dashes counts as the header. */
function cellAt({ lines, prefixes }: TableInText, at: number): { row: number; column: number } {
  const index = Math.max(
    0,
    lines.findIndex((line) => at >= line.from && at <= line.to),
  )
  const line = lines[index]
  const cells = line ? splitRow(line.text, prefixes[index]?.length) : []
  const column = cells.findIndex(({ end }) => line && at <= line.from + end)
  return { row: Math.max(0, index - 1), column: column < 0 ? Math.max(0, cells.length - 1) : column }
}

/** Writes a table in place of the one in the text, only where lines differ. */
function rewriteTable(
  { lines, prefixes }: TableInText,
  table: Table,
): {
  changes: ChangeSpec[]
  /** Returns the place that a cell will have. */
  locate: (row: number, column: number) => { from: number; to: number }
} {
  const texts = formatTable(table)
  const prefixOf = (index: number) => prefixes[index] ?? prefixes.at(-1) ?? ''
  const written = texts.map((text, index) => prefixOf(index) + text)
  const changes: ChangeSpec[] = lines.flatMap((line, index) => {
    const insert = written[index]
    if (insert === undefined) return [{ from: line.from - 1, to: line.to }]
    return insert === line.text ? [] : [{ from: line.from, to: line.to, insert }]
  })
  const end = lines.at(-1)?.to ?? 0
  const added = written.slice(lines.length)
  if (added.length > 0) changes.push({ from: end, insert: added.map((line) => `\n${line}`).join('') })
  return {
    changes,
    locate(row, column) {
      const index = row === 0 ? 0 : row + 1
      const before = written.slice(0, index).reduce((length, line) => length + line.length + 1, 0)
      const cell = splitRow(written[index] ?? '', prefixOf(index).length)[column] ?? { from: 0, to: 0 }
      const start = (lines[0]?.from ?? 0) + before
      return { from: start + cell.from, to: start + cell.to }
    },
  }
}

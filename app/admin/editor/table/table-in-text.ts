import type { ChangeSpec, EditorState, Line } from '@codemirror/state'
import { formatTable, parseTable, splitRow, type Table } from '#app/admin/editor/table/markdown-table.ts'
import { enclosingNode } from '#app/admin/editor/text/enclosing-node.ts'

/** A table of this many lines is not aligned while somebody writes in it. */
const MAX_ROWS = 500

export interface TableInText {
  lines: Line[]
  /** What is before the table in each line: quotes and indentation. */
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
export function cellAt({ lines, prefixes }: TableInText, at: number): { row: number; column: number } {
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
export function rewriteTable(
  { lines, prefixes }: TableInText,
  table: Table,
): {
  changes: ChangeSpec[]
  /** Where a cell will be. */
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

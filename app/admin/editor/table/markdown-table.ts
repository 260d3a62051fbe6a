const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters that fixed-width fonts draw over two columns: East Asian scripts and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u

export type Alignment = 'left' | 'center' | 'right' | null

/** A cell in its line, without the spaces around it. */
export interface Cell {
  from: number
  to: number
  /** The position of the next pipe, or the end of the line. */
  end: number
}

export interface Table {
  /** The first is the header. */
  rows: string[][]
  alignments: Alignment[]
}

/** Wider columns are not padded, because the table would not fit a screen. */
const MAX_COLUMN_WIDTH = 60
/** GFM pads short rows, so one wide row could make a large table of a small text. */
export const MAX_COLUMNS = 100

/** The cells of a row. A pipe after a backslash belongs to its cell, also in code. */
export function splitRow(line: string, start = 0): Cell[] {
  const cells: Cell[] = []
  let from = start
  let isFirst = true
  const end = line.trimEnd().length
  for (let at = start; at <= end; at++) {
    if (line[at] === '\\' && at + 1 < end) at++
    else if (at >= end || line[at] === '|') {
      const blank = line.slice(from, at).trim() === ''
      // A pipe at the beginning opens the first cell, and one at the end closes the last.
      if (!(blank && (isFirst ? at < end : at >= end))) cells.push(trimmed(line, from, Math.min(at, end)))
      isFirst = false
      from = at + 1
    }
  }
  return cells
}

function trimmed(line: string, from: number, to: number): Cell {
  const text = line.slice(from, to)
  const blank = Math.min(from + 1, to)
  if (text.trim() === '') return { from: blank, to: blank, end: to }
  return { from: from + text.length - text.trimStart().length, to: from + text.trimEnd().length, end: to }
}

/** Reads the lines of a table, of which the second is the row with the dashes; null when they are none. */
export function parseTable(lines: string[]): Table | null {
  const [header, dashes, ...body] = lines.map((line) =>
    splitRow(line).map(({ from, to }) => line.slice(from, to)),
  )
  if (!header || !dashes?.length || dashes.length > MAX_COLUMNS) return null
  if (!dashes.every((cell) => /^:?-+:?$/.test(cell))) return null
  const alignments = dashes.map(alignmentOf)
  const complete = (row: string[]) => alignments.map((_, column) => row[column] ?? '')
  // Cells beyond the header are not rendered, but what was typed must not be lost.
  if (body.some((row) => row.length > alignments.length)) return null
  return { rows: [complete(header), ...body.map(complete)], alignments }
}

function alignmentOf(dashes: string): Alignment {
  const [left, right] = [dashes.startsWith(':'), dashes.endsWith(':')]
  if (left && right) return 'center'
  if (right) return 'right'
  return left ? 'left' : null
}

/** The lines of a table, its columns aligned. */
export function formatTable({ rows, alignments }: Table): string[] {
  const widths = alignments.map((_, column) =>
    rows.reduce(
      (width, row) => Math.max(width, Math.min(MAX_COLUMN_WIDTH, displayWidth(row[column] ?? ''))),
      3,
    ),
  )
  const write = (cells: string[]) => `| ${cells.join(' | ')} |`
  const [header = [], ...body] = rows.map((row) =>
    write(row.map((cell, column) => pad(cell, widths[column] ?? 3, alignments[column] ?? null))),
  )
  const dashes = write(alignments.map((alignment, column) => dashesOf(alignment, widths[column] ?? 3)))
  return [String(header), dashes, ...body.map(String)]
}

function pad(cell: string, width: number, alignment: Alignment): string {
  const missing = Math.max(0, width - displayWidth(cell))
  const before = alignment === 'right' ? missing : alignment === 'center' ? Math.floor(missing / 2) : 0
  return ' '.repeat(before) + cell + ' '.repeat(missing - before)
}

function dashesOf(alignment: Alignment, width: number): string {
  const left = alignment === 'left' || alignment === 'center'
  const right = alignment === 'right' || alignment === 'center'
  return `${left ? ':' : ''}${'-'.repeat(width - Number(left) - Number(right))}${right ? ':' : ''}`
}

/** Returns the number of columns of a fixed-width font that a text takes. */
function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

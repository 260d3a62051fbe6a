import type { Options } from 'csv-parse'

export interface CsvRecord {
  /** The line of the file in which it begins, from 1. */
  line: number
  cells: string[]
}

export interface CsvOptions {
  delimiter: string
  /** Bytes of a record. Without a bound, a quotation mark without an end would collect the whole file. */
  maxRecordLength?: number
  /** Cells of a record; `maxRecordLength` does not count those that are empty. */
  maxCells?: number
  /** Refuses a cell with more after its closing quotation mark; otherwise such a cell is taken as it is written. */
  strict?: boolean
}

/**
 * Options for `csv-parse`, in its build for Node or for browsers, with which it yields a `CsvRecord` for each record. A record ends with
 * any kind of line break, also in a mixed file. A quotation mark inside an unquoted cell is an ordinary character, and so are spaces around
 * cells, except those after a closing one. `position` is the beginning of the next record, or of the one that cannot be read
 * (`isCsvError`).
 */
export function csvRecords({ delimiter, maxRecordLength = 0, maxCells, strict = false }: CsvOptions) {
  const position = { line: 1, record: 1 }
  function countCell(cell: string, { index }: { index: number }): string {
    if (maxCells === undefined || index < maxCells) return cell
    throw Object.assign(new Error(`A record has more than ${maxCells} cells`), { code: TOO_MANY_CELLS })
  }
  function describe(read: string[] | { record: string[]; raw: string }): CsvRecord {
    const [cells, raw] = Array.isArray(read) ? [read] : [read.record, read.raw]
    const record = { line: position.line, cells: cells.map((cell) => withoutSpaces(cell, raw)) }
    // `csv-parse` counts CR LF in a cell as two lines.
    for (const cell of cells) position.line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
    position.line += 1
    position.record += 1
    return record
  }
  const options = {
    bom: true,
    cast: maxCells !== undefined && countCell,
    delimiter,
    max_record_size: maxRecordLength,
    on_record: describe,
    raw: strict,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  }
  // Its types do not know that `on_record` may return another type.
  return { options: options as unknown as Options, position }
}

const TOO_MANY_CELLS = 'CSV_TOO_MANY_CELLS'
export const hasTooManyCells = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === TOO_MANY_CELLS

/** Returns true for the error that a record is too long, has too many cells or unmatched quotation marks. Each build has its own class. */
export const isCsvError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

/**
 * With `relax_quotes`, `csv-parse` leaves a cell as it is written when something follows its closing quotation mark. Spaces are ignored;
 * anything else is an error if `raw` is given, the text of the record.
 */
function withoutSpaces(cell: string, raw?: string): string {
  if (!cell.startsWith('"')) return cell
  const [, inner = cell] = /^"(.*)" +$/s.exec(cell) ?? []
  if (raw === undefined) return inner
  const found = [cell, inner].find((text) => raw.includes(`"${text.replaceAll('"', '""')}"`))
  if (found !== undefined) return found
  throw Object.assign(new Error('More follows a closing quotation mark'), {
    code: 'CSV_INVALID_CLOSING_QUOTE',
  })
}

/** Programs take a cell that begins like this for a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * One line of a file for spreadsheets, with its line break. No cell is a formula: with an apostrophe before it, a cell is a text. One that
 * begins with apostrophes and a formula gets one more, so that `unguarded` loses none.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const text = FORMULA.test(cell) ? `'${cell}` : cell
    return /[",\r\n\uFEFF]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}

/** The text of a cell that `csvLine` or a spreadsheet wrote. */
export const unguarded = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)

import type Papa from 'papaparse'

/** What is needed of the library, which is loaded when a file is read or written. */
export type CsvLibrary = Pick<typeof Papa, 'parse' | 'unparse'>

export const COLUMNS = ['language', 'term', 'rule', 'translation'] as const
export type CsvColumn = (typeof COLUMNS)[number]

/** More than five full glossaries have, with long terms. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
export const MAX_ROWS = 10_000

/** A row of a file, from 1 for the header. */
export interface CsvRow {
  row: number
  values: Record<CsvColumn, string>
}

export type CsvProblem =
  | 'too_large'
  | 'not_utf8'
  | 'no_header'
  | 'unknown_column'
  | 'quotes'
  | 'too_many_rows'
  | 'empty'

export type ReadCsv =
  | { rows: CsvRow[]; refused: { row: number; reason: 'columns' }[] }
  | { problem: CsvProblem; detail?: string }

/** The cells of each term, with a header, as Excel reads it: UTF-8 with a byte order mark, and no cell is a formula. */
export function writeGlossaryCsv(
  { unparse }: CsvLibrary,
  terms: readonly Record<CsvColumn, string | null>[],
): string {
  const rows = terms.map((term) => COLUMNS.map((column) => guarded(term[column] ?? '')))
  return `\uFEFF${unparse([[...COLUMNS], ...rows], { newline: '\r\n' })}\r\n`
}

/** Reads what `writeGlossaryCsv` wrote, or a spreadsheet with the same columns in any order, between commas, semicolons or tabs. */
export function readGlossaryCsv({ parse }: CsvLibrary, bytes: Uint8Array): ReadCsv {
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'too_large' }
  let text: string
  try {
    // It leaves a byte order mark out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'not_utf8' }
  }
  const { data, errors } = parse<string[]>(text, {
    delimiter: delimiterOf(text),
    preview: MAX_ROWS + 2,
    skipEmptyLines: false,
  })
  const [quoteError] = errors.filter(({ type }) => type === 'Quotes')
  if (quoteError) return { problem: 'quotes', detail: String((quoteError.row ?? 0) + 1) }
  const header = (data[0] ?? []).map((name) => name.trim().toLowerCase())
  const unknown = header.find((name) => !isColumn(name))
  if (!COLUMNS.slice(0, 3).every((name) => header.includes(name))) return { problem: 'no_header' }
  if (unknown !== undefined) return { problem: 'unknown_column', detail: unknown }
  if (new Set(header).size < header.length) return { problem: 'no_header' }

  const rows: CsvRow[] = []
  const refused: { row: number; reason: 'columns' }[] = []
  for (const [index, cells] of data.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue
    const row = index + 1
    if (cells.length !== header.length) refused.push({ row, reason: 'columns' })
    else rows.push({ row, values: valuesOf(header, cells) })
  }
  if (rows.length + refused.length === 0) return { problem: 'empty' }
  return rows.length + refused.length > MAX_ROWS ? { problem: 'too_many_rows' } : { rows, refused }
}

const isColumn = (name: string): name is CsvColumn => (COLUMNS as readonly string[]).includes(name)

function valuesOf(header: readonly string[], cells: readonly string[]): Record<CsvColumn, string> {
  const cell = (column: CsvColumn) => unguarded(cells[header.indexOf(column)] ?? '').trim()
  return {
    language: cell('language').toLowerCase(),
    term: cell('term'),
    rule: cell('rule').toLowerCase(),
    translation: cell('translation'),
  }
}

/** Excel writes semicolons where a comma is the decimal mark. The names of the columns have neither. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}

/** Programs take a cell that begins like this for a formula. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/** With an apostrophe before it, a cell is a text. One that begins with apostrophes gets one more, so that none is lost on the way back. */
const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
const unguarded = (text: string) => (GUARDED.test(text) ? text.slice(1) : text)

import { type CsvRecord, csvLine, csvRecords, isCsvError, unguarded } from '#core/csv.ts'

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

/** The cells of each term, with a header, as Excel reads it: UTF-8 with a byte order mark. */
export function writeGlossaryCsv(terms: readonly Record<CsvColumn, string | null>[]): string {
  const lines = terms.map((term) => csvLine(COLUMNS.map((column) => term[column] ?? '')))
  return `\uFEFF${csvLine(COLUMNS)}${lines.join('')}`
}

/** Reads what `writeGlossaryCsv` wrote, or a spreadsheet with the same columns in any order, between commas, semicolons or tabs. */
export async function readGlossaryCsv(bytes: Uint8Array): Promise<ReadCsv> {
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'too_large' }
  let text: string
  try {
    // It leaves a byte order mark out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'not_utf8' }
  }
  const { parse } = await import('#csv-parse/sync')
  const { options, position } = csvRecords({ delimiter: delimiterOf(text), strict: true })
  let data: CsvRecord[]
  try {
    // Not many more than are accepted.
    data = parse(text, { ...options, to: MAX_ROWS + 2 }) as unknown[] as CsvRecord[]
  } catch (error) {
    if (!isCsvError(error)) throw error
    return { problem: 'quotes', detail: String(position.record) }
  }
  const header = (data[0]?.cells ?? []).map((name) => name.trim().toLowerCase())
  const unknown = header.find((name) => !isColumn(name))
  if (!COLUMNS.slice(0, 3).every((name) => header.includes(name))) return { problem: 'no_header' }
  if (unknown !== undefined) return { problem: 'unknown_column', detail: unknown }
  if (new Set(header).size < header.length) return { problem: 'no_header' }

  const rows: CsvRow[] = []
  const refused: { row: number; reason: 'columns' }[] = []
  for (const [index, { cells }] of data.entries()) {
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

import { t } from '#app/admin/kit/messages.ts'
import { type CsvRecord, csvLine, csvRecords, isCsvError, unguarded } from '#core/csv.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  type GlossaryTermValues,
  glossaryTermInput,
  MAX_TERMS,
  termKey,
} from '#core/domain/glossary-term-input.ts'

/** Files from before there were examples have no `example`. */
const COLUMNS = ['language', 'term', 'rule', 'translation', 'example'] as const
type CsvColumn = (typeof COLUMNS)[number]

/** More than five full glossaries have, with long terms. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
export const MAX_ROWS = 10_000
/** Many times what a term and its translation may have. A longer row takes too long to check, or has a quotation mark without an end. */
const MAX_ROW_BYTES = 8 * 1024

/** A row of a file, from 1 for the header. */
interface CsvRow {
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

type ReadCsv =
  | { rows: CsvRow[]; refused: { row: number; reason: 'columns' }[] }
  | { problem: CsvProblem; detail?: string }

/** The cells of each term, with a header, as Excel reads it: UTF-8 with a byte order mark. */
export function writeGlossaryCsv(terms: readonly GlossaryTermValues[]): string {
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
  const { options, position } = csvRecords({
    delimiter: delimiterOf(text),
    maxRecordLength: MAX_ROW_BYTES,
    strict: true,
  })
  let data: CsvRecord[]
  try {
    // Read only a little further than what is accepted.
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
    example: cell('example'),
  }
}

/** Excel writes semicolons where a comma is the decimal mark. The names of the columns have neither. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ','
}

/** The changes that an import would make. */
export interface ImportPlan {
  added: PlannedTerm[]
  changed: (PlannedTerm & { before: GlossaryTermValues })[]
  /** The number of rows that equal their term in the glossary. */
  same: number
  refused: { row: number; text: string; reason: string }[]
}

interface PlannedTerm {
  row: number
  term: GlossaryTermValues
}

/** Compares the rows of a file with the glossary. Of two rows with the same term the second is refused. */
export function planImport(rows: readonly CsvRow[], known: readonly GlossaryTermValues[]): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], same: 0, refused: [] }
  const terms = new Map(known.map((term) => [termKey(term), term]))
  const firstRows = new Map<string, number>()
  const counts = new Map<TranslatedLanguage, number>()
  for (const { language } of known) counts.set(language, (counts.get(language) ?? 0) + 1)

  for (const { row, values } of rows) {
    const refuse = (reason: string) => plan.refused.push({ row, text: values.term, reason })
    const parsed = glossaryTermInput.safeParse(values)
    if (!parsed.success) {
      refuse(parsed.error.issues[0]?.message ?? '')
      continue
    }
    const term = parsed.data
    const key = termKey(term)
    const first = firstRows.get(key)
    if (first !== undefined) {
      refuse(t('glossary.import.twice', { row: first }))
      continue
    }
    firstRows.set(key, row)
    const before = terms.get(key)
    if (before) {
      if (isSame(before, term)) plan.same++
      else plan.changed.push({ row, term, before })
      continue
    }
    const count = (counts.get(term.language) ?? 0) + 1
    if (count > MAX_TERMS) refuse(t('glossary.form.full', { count: MAX_TERMS }))
    else {
      counts.set(term.language, count)
      plan.added.push({ row, term })
    }
  }
  return plan
}

const isSame = (one: GlossaryTermValues, other: GlossaryTermValues) =>
  one.term === other.term &&
  one.rule === other.rule &&
  one.translation === other.translation &&
  (other.example === undefined || one.example === other.example)

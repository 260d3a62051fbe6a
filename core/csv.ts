export interface CsvRecord {
  /** The line of the file in which it begins, from 1. */
  line: number
  cells: string[]
}

export interface CsvOptions {
  delimiter: string
  /** Characters of a record. Without a bound, a quotation mark without an end would collect the whole file. */
  maxRecordLength?: number
  /** Refuses a cell with more after its closing quotation mark; otherwise such a cell is taken as it is written. */
  strict?: boolean
}

/** A record that cannot be read: it is too long, or its quotation marks do not match. */
export class CsvError extends Error {
  readonly line: number
  /** Among the records of the file, from 1. */
  readonly record: number

  constructor(line: number, record: number) {
    super(`The record in line ${line} cannot be read`)
    this.name = 'CsvError'
    this.line = line
    this.record = record
  }
}

/**
 * Reads CSV (RFC 4180) part by part, in the memory of one record. A record ends with any kind of line break, also in a mixed file. A
 * quotation mark inside an unquoted cell is a character like others, and so are spaces around cells, but for those after a closing one.
 */
export class CsvReader {
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  #cells: string[] = []
  #cell = ''
  /** Of the finished cells. */
  #length = 0
  #isQuoted = false
  #spaces = ''
  /** The line break after CR may be its LF. */
  #followsCr = false
  #record = 1
  /** Where the record begins, and how many line breaks are in its cells. */
  #line = 1
  #breaks = 0
  readonly #options: CsvOptions
  readonly #ends: RegExp

  constructor(options: CsvOptions) {
    this.#options = options
    this.#ends = new RegExp(`[${options.delimiter}\\r\\n]`, 'g')
  }

  /**
   * The records that end in this part of the text.
   * @throws CsvError
   */
  *read(text: string): Generator<CsvRecord, void> {
    let at = 0
    while (at < text.length) {
      const next = text.charAt(at)
      const followsCr = this.#followsCr
      this.#followsCr = false
      if (this.#state === 'quoted') {
        at = this.#append(text, at, text.indexOf('"', at)) + 1
        if (at <= text.length) this.#state = 'closed'
      } else if (next === '\r' || next === '\n') {
        if (next === '\r' || !followsCr) yield this.#endRecord()
        this.#followsCr = next === '\r'
        at += 1
      } else if (next === this.#options.delimiter) {
        this.#endCell()
        at += 1
      } else if (this.#state === 'closed') {
        if (next === '"' && !this.#spaces) this.#reopen()
        else if (next === ' ') this.#spaces += next
        else this.#unquote(next)
        at += 1
      } else if (this.#state === 'start' && next === '"') {
        this.#state = 'quoted'
        this.#isQuoted = true
        at += 1
      } else {
        this.#state = 'plain'
        this.#ends.lastIndex = at
        at = this.#append(text, at, this.#ends.exec(text)?.index ?? -1)
      }
    }
  }

  /**
   * The last record, when no line break ends it.
   * @throws CsvError
   */
  *end(): Generator<CsvRecord, void> {
    if (this.#state === 'quoted') throw this.#error()
    if (this.#state !== 'start' || this.#cells.length > 0) yield this.#endRecord()
  }

  /** Adds the characters up to `end`, or the rest of the text, and returns where they end. */
  #append(text: string, from: number, found: number): number {
    const end = found < 0 ? text.length : found
    this.#cell += text.slice(from, end)
    if (this.#length + this.#cell.length > (this.#options.maxRecordLength ?? Number.POSITIVE_INFINITY))
      throw this.#error()
    return end
  }

  /** The quotation mark was the first of two, which stand for one. */
  #reopen(): void {
    this.#cell += '"'
    this.#state = 'quoted'
  }

  /** The quotation marks did not enclose the cell. */
  #unquote(next: string): void {
    if (this.#options.strict) throw this.#error()
    this.#cell = `"${this.#cell}"${this.#spaces}${next}`
    this.#state = 'plain'
  }

  #endCell(): void {
    if (this.#isQuoted) this.#breaks += this.#cell.match(/\r\n|\r|\n/g)?.length ?? 0
    this.#length += this.#cell.length
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#spaces = ''
    this.#isQuoted = false
    this.#state = 'start'
  }

  #endRecord(): CsvRecord {
    this.#endCell()
    const record = { line: this.#line, cells: this.#cells }
    this.#line += this.#breaks + 1
    this.#record += 1
    this.#cells = []
    this.#length = 0
    this.#breaks = 0
    return record
  }

  #error(): CsvError {
    return new CsvError(this.#line, this.#record)
  }
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

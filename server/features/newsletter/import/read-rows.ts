import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { type CsvRecord, csvRecords, hasTooManyCells, isCsvError } from '#core/csv.ts'
import { IMPORT_MAX_BYTES, IMPORT_MAX_LINES } from '#core/domain/subscriber-import.ts'

/** The reason why a file cannot be imported, as a sentence for the editor. */
export class UnreadableFile extends Error {
  readonly status: 400 | 413

  constructor(sentence: string, status: 400 | 413 = 400) {
    super(sentence)
    this.name = 'UnreadableFile'
    this.status = status
  }
}

/** A longer line is the result of an unclosed quotation mark. */
const LINE_MAX_BYTES = 64 * 1024
/** A line of nothing but delimiters would become millions of cells. */
const LINE_MAX_CELLS = 1_000
export const TOO_MANY_LINES = `The file has more than ${IMPORT_MAX_LINES.toLocaleString('en-US')} lines. Split it, and import the parts.`
const DELIMITERS = [',', ';', '\t', '|']

/** The line with which spreadsheets say what the delimiter is. */
const DELIMITER_LINE = /^\uFEFF?"?sep=([,;\t|])"?(?=[\r\n])/i

/**
 * Calls `take` with each non-blank row of a CSV file, in constant memory, and waits for it. The delimiter is said by the first line, or
 * detected from it.
 * @throws UnreadableFile
 */
export async function readRows(
  body: AsyncIterable<Uint8Array>,
  take: (record: CsvRecord) => Promise<void> | void,
): Promise<void> {
  const { head, rest } = await readHead(body)
  const [delimiterLine, said] = DELIMITER_LINE.exec(head) ?? []
  const { options, position } = csvRecords({
    delimiter: said ?? delimiterOf(head),
    maxRecordLength: LINE_MAX_BYTES,
    maxCells: LINE_MAX_CELLS,
  })
  try {
    await pipeline(rest, parse(options), async (records: AsyncIterable<CsvRecord>) => {
      for await (const record of records) {
        if (record.line > IMPORT_MAX_LINES + 1) throw new UnreadableFile(TOO_MANY_LINES, 413)
        if (record.line === 1 && delimiterLine) continue
        if (record.cells.some((cell) => cell.trim())) await take(record)
      }
    })
  } catch (error) {
    if (!isCsvError(error)) throw error
    const line = position.line.toLocaleString('en-US')
    throw new UnreadableFile(
      hasTooManyCells(error)
        ? `Line ${line} has more than ${LINE_MAX_CELLS.toLocaleString('en-US')} cells. Delete the columns that are not needed, and try again.`
        : `A quotation mark in line ${line} has no end, so the rest of the file cannot be read.`,
    )
  }
}

/** The beginning of the file, from which encoding and delimiter are detected; `rest` is the whole file in UTF-8, limited in size. */
async function readHead(
  body: AsyncIterable<Uint8Array>,
): Promise<{ head: string; rest: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < LINE_MAX_BYTES && !/[\r\n]/.test(head.toString('latin1').trimStart())) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  const encoding = encodingOf(head)
  const decoder = new TextDecoder(encoding)
  const decode = (bytes?: Uint8Array) => Buffer.from(decoder.decode(bytes, { stream: bytes !== undefined }))
  async function* rest() {
    let bytes = head.length
    try {
      if (bytes > IMPORT_MAX_BYTES) throw tooLarge()
      if (bytes > 0) yield encoding === 'utf-8' ? head : decode(head)
      for (;;) {
        const next = await chunks.next()
        if (next.done) break
        bytes += next.value.length
        if (bytes > IMPORT_MAX_BYTES) throw tooLarge()
        // A file that is there at once would otherwise be read in one turn of the event loop.
        await nextTurn()
        yield encoding === 'utf-8' ? next.value : decode(next.value)
      }
      if (encoding !== 'utf-8') yield decode()
    } finally {
      await chunks.return?.()
    }
  }
  return { head: new TextDecoder(encoding).decode(head, { stream: true }), rest: rest() }
}

export function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Split it, and import the parts.`,
    413,
  )
}

/** UTF-16 has a mark, or every other byte of an address is zero. */
function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = head.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const sample = head.subarray(0, 1000)
  const zeros = sample.filter((byte) => byte === 0).length
  if (zeros <= sample.length / 4) return 'utf-8'
  return sample.indexOf(0) % 2 === 0 ? 'utf-16be' : 'utf-16le'
}

/** The delimiter that occurs most often in the first non-blank line. */
function delimiterOf(head: string): string {
  const [header = ''] = head.trimStart().split(/[\r\n]/)
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

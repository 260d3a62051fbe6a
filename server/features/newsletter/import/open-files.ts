import { basename } from 'node:path'
import { IMPORT_MAX_BYTES } from '#core/domain/subscriber-import.ts'
import { openZip } from '#server/features/archives/open-zip.ts'
import { UnreadableSource } from '#server/features/archives/unreadable-source.ts'
import { isSubscriberFile } from '#server/features/newsletter/import/programs.ts'
import { tooLarge, UnreadableFile } from '#server/features/newsletter/import/read-rows.ts'

/** A CSV file. */
export interface SubscriberFile {
  name: string
  body: AsyncIterable<Uint8Array>
}

/** Mailchimp's has four. */
const MAX_FILES = 20
const ZIP_MARK = 'PK\u0003\u0004'

/**
 * Calls `read` with a body, or with the tables of subscribers in a zip, which is in memory meanwhile: no addresses stay on the disk.
 * @throws UnreadableFile
 */
export async function withFiles<T>(
  body: AsyncIterable<Uint8Array>,
  name: string,
  read: (files: readonly SubscriberFile[], isZip: boolean) => Promise<T>,
): Promise<T> {
  const { head, whole } = await peek(body)
  if (head.subarray(0, 4).toString('latin1') !== ZIP_MARK) return read([{ name, body: whole }], false)
  const zip = await openZip(await collect(whole), name, () => {}).catch((error: unknown) => {
    throw error instanceof UnreadableSource ? damagedZip() : error
  })
  try {
    const paths = tablesOf(zip.files.map(({ path }) => path))
    const files = zip.files.filter(({ path }) => paths.includes(path))
    const isShort = new Set(paths.map((path) => basename(path))).size === paths.length
    return await read(
      files.map(({ path, open }) => ({ name: isShort ? basename(path) : path, body: unpack(open()) })),
      true,
    )
  } finally {
    await zip.close()
  }
}

/** The paths of the tables of subscribers in a zip. */
function tablesOf(paths: readonly string[]): readonly string[] {
  if (paths.includes('[Content_Types].xml'))
    throw new UnreadableFile('This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8”, and try again.')
  const tables = paths.filter((path) => /\.csv$/i.test(path))
  const known = tables.filter(isSubscriberFile)
  if (known.length > MAX_FILES)
    throw new UnreadableFile(
      `This zip has more than ${MAX_FILES} tables of subscribers. Import them one by one.`,
    )
  if (known.length > 0) return known
  if (tables.length === 1) return tables
  throw new UnreadableFile(
    tables.length === 0
      ? 'This zip has no CSV file.'
      : 'None of the CSV files in this zip is named like a table of subscribers. Unpack it, and import the one that is meant.',
  )
}

/** The first bytes, and all of them. */
async function peek(
  body: AsyncIterable<Uint8Array>,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < 4) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* whole() {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const next = await chunks.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await chunks.return?.()
    }
  }
  return { head, whole: whole() }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > IMPORT_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A damaged entry ends with an error of the library. */
async function* unpack(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch {
    throw damagedZip()
  }
}

const damagedZip = () =>
  new UnreadableFile('This zip is damaged or incomplete. Download the export once more, and try again.')

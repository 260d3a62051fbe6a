import { basename } from 'node:path'
import { IMPORT_MAX_BYTES } from '#core/domain/subscriber-import.ts'
import { isSubscriberFile } from '#server/features/newsletter/import/programs.ts'
import { tooLarge, UnreadableFile } from '#server/features/newsletter/import/read-rows.ts'
import { openZip } from '#server/platform/documents/open-zip.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'

/** A CSV file, which can be read more than once. */
export interface SubscriberFile {
  name: string
  open: () => AsyncIterable<Uint8Array>
}

/** Mailchimp's has four. */
const MAX_FILES = 20
const CHUNK_BYTES = 64 * 1024
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
  const bytes = await collect(body)
  if (bytes.subarray(0, 4).toString('latin1') !== ZIP_MARK)
    return read([{ name, open: () => inChunks(bytes) }], false)
  const zip = await openZip(bytes, name, () => {}).catch((error: unknown) => {
    throw error instanceof UnreadableSource ? damagedZip() : error
  })
  try {
    const paths = tablesOf(zip.files.map(({ path }) => path))
    const files = zip.files.filter(({ path }) => paths.includes(path))
    const isShort = new Set(paths.map((path) => basename(path))).size === paths.length
    return await read(
      files.map(({ path, open }) => ({
        name: isShort ? basename(path) : path,
        open: () => unpack(open()),
      })),
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

/** Other work of the process goes on between them. */
async function* inChunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
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

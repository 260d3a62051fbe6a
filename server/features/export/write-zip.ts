import { constants, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { ExportError } from '#server/features/export/export-error.ts'
import { zipBytes } from '#server/features/export/zip-bytes.ts'
import { flush } from '#server/platform/disk/flush.ts'

/** The size of what waits for its reader. */
const BUFFERED_BYTES = 256 * 1024

/** An export as a zip, made as it is read. What fails is thrown by `done`, and ends the stream. */
export function streamZip(entries: AsyncIterable<ExportEntry>): { stream: Readable; done: Promise<void> } {
  const stream = Readable.from(zipBytes(entries), { objectMode: false, highWaterMark: BUFFERED_BYTES })
  const done = finished(stream).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    throw new ExportError('The export was stopped before its end.')
  })
  done.catch(() => {})
  return { stream, done }
}

/** Writes an export as a zip file, which appears under its name when it is complete and would survive a crash. */
export async function writeZip(
  file: string,
  entries: AsyncIterable<ExportEntry>,
  signal: AbortSignal,
): Promise<void> {
  await requireReplaceable(file)
  const partial = `${file}.partial`
  await requireReplaceable(partial)
  await rm(partial, { force: true })
  try {
    const { stream, done } = streamZip(entries)
    const written = pipeline(stream, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), {
      signal,
    })
    const [writing, pouring] = await Promise.allSettled([written, done])
    if (writing.status === 'rejected') throw writing.reason
    if (pouring.status === 'rejected') throw pouring.reason
    await rename(partial, file)
    await flush(dirname(file))
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw signal.aborted ? signal.reason : error
  }
}

/** An existing file is replaced only if it is a zip or empty, because a mistyped name must not cost anything else. */
async function requireReplaceable(file: string): Promise<void> {
  // A pipe would otherwise be waited for.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (!handle) return
  try {
    const stats = await handle.stat()
    const { buffer } = stats.isFile()
      ? await handle.read(Buffer.alloc(2), 0, 2, 0)
      : { buffer: Buffer.alloc(0) }
    if (stats.isFile() && (stats.size === 0 || buffer.toString() === 'PK')) return
    throw new ExportError(`${file} is there already and is no zip: name another file.`)
  } finally {
    await handle.close()
  }
}

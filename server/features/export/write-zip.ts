import { constants, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { ExportError } from '#server/features/export/export-error.ts'
import { flush } from '#server/platform/disk/flush.ts'

/** Every file has the first moment that zip knows, so that the same files are the same bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const
/** What shrinks no more. */
const COMPRESSED = /\.(?:avif|gif|jpe?g|png|webp)$/i

/** An export as a zip, made as it is read. What fails is thrown by `done`, and ends the stream. */
export function streamZip(entries: AsyncIterable<ExportEntry>): { stream: Readable; done: Promise<void> } {
  const zip = new ZipFile()
  const stream = new PassThrough()
  zip.outputStream.pipe(stream)
  const done = pour(entries, zip, stream).catch((error: unknown) => {
    stream.destroy(error as Error)
    throw error
  })
  done.catch(() => {})
  return { stream, done }
}

/** One entry after the other: the next is asked for when the last was read to its end. */
async function pour(entries: AsyncIterable<ExportEntry>, zip: ZipFile, stream: Readable): Promise<void> {
  zip.on('error', (error) => stream.destroy(error))
  for await (const { path, content } of entries) {
    const source = typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content
    await addFile(zip, { path, file: Readable.from(source, { objectMode: false }), stream })
  }
  zip.end()
}

/** Adds a file, and returns when it was read to its end. */
function addFile(
  zip: ZipFile,
  { path, file, stream }: { path: string; file: Readable; stream: Readable },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      stream.off('close', stop)
      if (error) reject(error)
      else resolve()
    }
    const stop = () => {
      file.destroy()
      end(new ExportError('The export was stopped before its end.'))
    }
    if (stream.destroyed) return stop()
    stream.once('close', stop)
    file.once('end', () => end())
    file.once('error', end)
    addLazily(zip, path, once(file))
  })
}

/** yazl keeps this function to the end of the zip, so it must keep nothing of the file. */
function addLazily(zip: ZipFile, path: string, take: () => Readable): void {
  zip.addReadStreamLazy(path, { ...OPTIONS, compress: !COMPRESSED.test(path) }, (give) => give(null, take()))
}

/** Gives something away once. */
function once(readable: Readable): () => Readable {
  let held: Readable | null = readable
  return () => {
    const given = held
    held = null
    if (!given) throw new TypeError('The file was read already')
    return given
  }
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

import { constants, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { ExportError } from '#server/features/export/export-error.ts'
import { flush } from '#server/platform/disk/files.ts'

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

/*
 * A zip as APPNOTE.TXT 6.3.10 describes it, written from its beginning to its end. Of each file only its record in the directory is kept,
 * some hundred bytes: 60,000 files take 137 MB, and 995 MB with yazl, which keeps small buffers to the end. Zip64 is used where a number
 * needs it.
 */

const compress = promisify(deflateRaw)
/** The kinds of files that compression makes no smaller. */
const COMPRESSED = /\.(?:avif|gif|jpe?g|png|webp|woff2)$/i

const STORED = 0
const DEFLATED = 8
/** The name is UTF-8 (bit 11). */
const UTF8 = 0x0800
/** Checksum and sizes come after the content (bit 3). */
const SIZES_FOLLOW = 0x0008
const VERSION = 20
const VERSION_OF_ZIP64 = 45
/** The upper byte says that the attributes are those of Unix. */
const MADE_BY = (3 << 8) | VERSION_OF_ZIP64
/** A regular file that its owner may change; those of Unix are the upper half. */
const ATTRIBUTES = 0o100644 * 0x10000
/** The 1st of January 1980, the first day that zip knows, so that the same files are the same bytes. */
const DATE = 0x0021
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

interface File {
  name: Buffer
  method: number
  flags: number
  checksum: number
  compressedSize: number
  size: number
}

/** The bytes of a zip. The next file is asked for when the one before it has been taken. */
export async function* zipBytes(entries: AsyncIterable<ExportEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { path, content } of entries) {
    const start = offset
    const file = newFile(path)
    const bytes =
      typeof content === 'string' || Buffer.isBuffer(content)
        ? whole(file, Buffer.from(content), COMPRESSED.test(path))
        : streamed(file, content)
    for await (const part of bytes) {
      offset += part.length
      yield part
    }
    directory.push(directoryRecord(file, start))
  }
  const records = Buffer.concat(directory)
  yield records
  yield endOfDirectory({ count: directory.length, size: records.length, offset })
}

const newFile = (path: string): File => ({
  name: Buffer.from(path),
  method: DEFLATED,
  flags: UTF8,
  checksum: 0,
  compressedSize: 0,
  size: 0,
})

async function* whole(file: File, content: Buffer, isCompressed: boolean): AsyncGenerator<Buffer> {
  const data = isCompressed ? content : await compress(content)
  if (isCompressed) file.method = STORED
  file.checksum = crc32(content)
  file.size = content.length
  file.compressedSize = data.length
  yield Buffer.concat([localHeader(file), data])
}

/** A file whose size is known only at its end. */
async function* streamed(file: File, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  file.flags |= SIZES_FOLLOW
  yield localHeader(file)
  const counted = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      file.checksum = crc32(bytes, file.checksum)
      file.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // A failure of the source ends the loop below with its error.
  pipeline(counted, deflate).catch(() => {})
  for await (const part of deflate as AsyncIterable<Buffer>) {
    file.compressedSize += part.length
    yield part
  }
  yield sizesAfter(file)
}

function localHeader(file: File): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommonFields(header.subarray(6), file)
  return Buffer.concat([header, file.name])
}

/** Writes the fields that a file has both in front of it and in the directory. Sizes that follow are zero here. */
function writeCommonFields(
  header: Buffer,
  { name, flags, method, checksum, compressedSize, size }: File,
): void {
  header.writeUInt16LE(flags, 0)
  header.writeUInt16LE(method, 2)
  header.writeUInt16LE(DATE, 6)
  header.writeUInt32LE(checksum, 8)
  header.writeUInt32LE(Math.min(compressedSize, MAX_32), 12)
  header.writeUInt32LE(Math.min(size, MAX_32), 16)
  header.writeUInt16LE(name.length, 20)
}

function sizesAfter({ checksum, compressedSize, size }: File): Buffer {
  const isLarge = compressedSize >= MAX_32 || size >= MAX_32
  const record = Buffer.alloc(isLarge ? 24 : 16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(checksum, 4)
  if (isLarge) {
    record.writeBigUInt64LE(BigInt(compressedSize), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(compressedSize, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

function directoryRecord(file: File, offset: number): Buffer {
  // The field has only the numbers that do not fit, in this order.
  const extra = largeNumbers([file.size, file.compressedSize, offset].filter((number) => number >= MAX_32))
  // A buffer of its own: a piece of the shared pool would keep everything that was beside it, some 30 kB for each file.
  const record = Buffer.alloc(46 + file.name.length + extra.length)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY, 4)
  record.writeUInt16LE(extra.length > 0 ? VERSION_OF_ZIP64 : VERSION, 6)
  writeCommonFields(record.subarray(8), file)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(ATTRIBUTES, 38)
  record.writeUInt32LE(Math.min(offset, MAX_32), 42)
  file.name.copy(record, 46)
  extra.copy(record, 46 + file.name.length)
  return record
}

function largeNumbers(numbers: number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(field.length - 4, 2)
  numbers.forEach((number, i) => {
    field.writeBigUInt64LE(BigInt(number), 4 + 8 * i)
  })
  return field
}

function endOfDirectory({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(BigInt(large.length - 12), 4)
  large.writeUInt16LE(MADE_BY, 12)
  large.writeUInt16LE(VERSION_OF_ZIP64, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}

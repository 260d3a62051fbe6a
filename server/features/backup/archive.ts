import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, constants as fsConstants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getHeapStatistics } from 'node:v8'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { AGE_MAGIC, decrypt, encrypt, readAgeHead } from '#server/features/backup/encryption.ts'
import { MAX_ENTRY_BYTES } from '#server/features/backup/manifest.ts'
import { flush } from '#server/platform/disk/files.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

/** A file in an archive, which is small enough to be in memory. */
export interface ArchiveEntry {
  name: string
  content: Buffer
}

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const HEAD_BYTES = 1024
/** The garbage collector is called when more than this is outside the heap, and again after so much more was read or written. */
const MAX_BUFFERED_BYTES = 24 * 1024 * 1024
const COLLECTED_BYTES = 2 * 1024 * 1024
/** Larger than what the libraries choose by themselves, which would be thousands of buffers a second. */
const BUFFER_BYTES = 256 * 1024
/** The same small picture over and over shrinks to a six-thousandth; what unpacks to more than this was made to take up a machine. */
const MAX_RATIO = 20_000
const FREE_BYTES = 64 * 1024 * 1024
/** Between the contents of two entries are some headers, and after the last one some zeros; more was made to take up time. */
const MAX_EMPTY_BYTES = 4 * 1024 * 1024
const MAX_WINDOW_LOG = 23

/**
 * Writes entries as a tar file, compressed by zstd and, with a passphrase, encrypted by age. The file appears under its name when it is
 * complete and would survive a crash.
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  { passphrase, signal }: { passphrase: string | undefined; signal: AbortSignal },
): Promise<void> {
  await writeWhole(file, { requireReplaceable, signal }, (partial) => {
    const tar = pack()
    const compress = createZstdCompress({
      chunkSize: BUFFER_BYTES,
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    })
    const written = pipeline(
      tar,
      compress,
      freeBuffers,
      (source: AsyncIterable<Buffer>) => (passphrase ? encrypt(seal(source), passphrase) : seal(source)),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    )
    return [written, pour(entries, tar)]
  })
}

/**
 * Writes a file, which appears under its name when it is complete and would survive a crash. `write` returns the writing of the partial
 * file, and the pouring of what is written.
 */
export async function writeWhole(
  file: string,
  {
    requireReplaceable,
    signal,
  }: { requireReplaceable: (file: string) => Promise<void>; signal: AbortSignal },
  write: (partial: string) => [Promise<void>, Promise<void>],
): Promise<void> {
  await requireReplaceable(file)
  const partial = `${file}.partial`
  // One that a killed process has left.
  await requireReplaceable(partial)
  await rm(partial, { force: true })
  try {
    const [writing, pouring] = await Promise.allSettled(write(partial))
    // When the disk fails, what pours is closed; when an entry fails, that is the reason of both.
    if (writing.status === 'rejected') throw writing.reason
    if (pouring.status === 'rejected') throw pouring.reason
    await rename(partial, file)
    await flush(dirname(file))
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw signal.aborted ? signal.reason : error
  }
}

async function pour(entries: AsyncIterable<ArchiveEntry>, tar: ReturnType<typeof pack>): Promise<void> {
  try {
    for await (const { name, content } of entries) {
      await new Promise<void>((resolve, reject) => {
        const end = (error?: Error | null) => {
          tar.off('close', stop)
          if (error) reject(error)
          else resolve()
        }
        const stop = () => end(new Error('The archive was closed.'))
        tar.once('close', stop)
        // An error that ends the archive is also an error of the entry under way.
        tar.entry({ name, size: content.length, mode: 0o600 }, content, end).on('error', end)
      })
    }
    tar.finalize()
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

/** An existing file is replaced only if it is a backup or empty, because a mistyped name must not cost anything else. */
async function requireReplaceable(file: string): Promise<void> {
  const head = await readHead(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (head && head.length > 0 && !isBackup(head))
    throw new BackupError(`${file} is there already and is no backup: name another file.`)
}

/**
 * Reads the entries of an archive in their order. Nothing is bigger in memory than the largest entry.
 * @throws BackupError when the file is not what `writeArchive` wrote, at the latest at its end
 */
export async function* readArchive(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const head = await readHead(file).catch((error) => {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} cannot be read: ${inPlainWords(error)}.`)
  })
  if (!isBackup(head)) throw new BackupError(`${file} is no backup of AI Watch.`)
  const age = head.subarray(0, AGE_MAGIC.length).equals(AGE_MAGIC) ? readAgeHead(head) : null
  if (age && !passphrase) {
    throw new BackupError(`${file} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`)
  }
  // Somebody may have put it in the place of an encrypted one.
  if (!age && passphrase) {
    throw new BackupError(
      `${file} is not encrypted, so BACKUP_PASSPHRASE does not prove where it comes from: set it to nothing (BACKUP_PASSPHRASE= npm run …) if nobody else could have written it.`,
    )
  }
  const stopping = new AbortController()
  const source = createReadStream(file, {
    start: age ? age.header.length + age.nonce.length : 0,
    highWaterMark: BUFFER_BYTES,
  })
  const tar = extract()
  const empty = { bytes: 0 }
  const reading = pipeline(
    source,
    (chunks: AsyncIterable<Buffer>) => unseal(age ? decrypt(chunks, age, passphrase ?? '') : chunks),
    createZstdDecompress({
      chunkSize: BUFFER_BYTES,
      params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
    }),
    (chunks: AsyncIterable<Buffer>) => limit(chunks, { empty, bytesRead: () => source.bytesRead }),
    freeBuffers,
    tar,
    { signal: stopping.signal },
  )
  reading.catch(() => {})
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file') {
        throw new BackupError(`The backup has an entry that is no plain file: ${JSON.stringify(name)}.`)
      }
      if (size > MAX_ENTRY_BYTES) throw new BackupError(`${JSON.stringify(name)} in the backup is too large.`)
      const parts: Buffer[] = []
      empty.bytes = 0
      for await (const part of entry) {
        parts.push(part as Buffer)
        empty.bytes = 0
      }
      yield { name, content: Buffer.concat(parts) }
    }
    await reading
  } catch (error) {
    if (error instanceof BackupError) throw error
    stopping.abort()
    throw explain(
      await reading.then(
        () => error,
        (cause) => (cause.name === 'AbortError' ? error : cause),
      ),
    )
  } finally {
    stopping.abort()
  }
}

/** Errors of the libraries say which byte they did not expect; what reading a disk can throw is told as it is. */
function explain(error: unknown): Error {
  if (error instanceof BackupError) return error
  const { syscall, message } = error as NodeJS.ErrnoException
  if (syscall) return new BackupError(`The backup cannot be read: ${message}`)
  return new BackupError('The backup is damaged or was cut short.')
}

/** `empty` counts what was unpacked since something of an entry was read. */
async function* limit(
  chunks: AsyncIterable<Buffer>,
  { empty, bytesRead }: { empty: { bytes: number }; bytesRead: () => number },
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    empty.bytes += chunk.length
    if (empty.bytes > MAX_EMPTY_BYTES) throw new BackupError('The backup has much in it that is no entry.')
    if (bytes > FREE_BYTES + MAX_RATIO * bytesRead()) {
      throw new BackupError(`The backup unpacks to more than ${MAX_RATIO} times its size, as no site does.`)
    }
    yield chunk
  }
}

/** Calls the garbage collector in time, which by itself lets twice as much wait. The commands run with --expose-gc. */
async function* freeBuffers(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { gc } = globalThis as { gc?: () => void }
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (gc && bytes > COLLECTED_BYTES && getHeapStatistics().external_memory > MAX_BUFFERED_BYTES) {
      bytes = 0
      gc()
    }
    yield chunk
  }
}

async function readHead(file: string): Promise<Buffer> {
  // A pipe would otherwise be waited for.
  const handle = await open(file, fsConstants.O_RDONLY | fsConstants.O_NONBLOCK)
  try {
    if (!(await handle.stat()).isFile()) throw new BackupError(`${file} is not a file.`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const isBackup = (head: Buffer): boolean =>
  [ZSTD_MAGIC, AGE_MAGIC].some((magic) => head.subarray(0, magic.length).equals(magic))

/** A frame that decompressors of zstd skip (RFC 8878, 3.1.2), with the SHA-256 of everything before it. */
const FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const SEAL_BYTES = FRAME_HEADER.length + 32

/** Adds the SHA-256 of everything to the end. */
export async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([FRAME_HEADER, hash.digest()])
}

/** Takes the SHA-256 from the end. @throws BackupError, at the end, when it is not that of what came before */
async function* unseal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    const part = held.subarray(0, Math.max(0, held.length - SEAL_BYTES))
    held = held.subarray(part.length)
    hash.update(part)
    if (part.length > 0) yield part
  }
  const expected = Buffer.concat([FRAME_HEADER, hash.digest()])
  if (!held.equals(expected)) throw new BackupError('The backup is damaged or was cut short.')
}

import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import {
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/platform/config.ts'
import { connect, type DatabaseAddress, type Sql } from '#server/platform/database/connection.ts'
import { ALONE, type PoolSizes } from '#server/platform/database/pool-sizes.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { readBounded } from '#server/platform/provider-response.ts'

/** A file on this machine, complete and checked, that is to be stored. */
export interface LocalFile {
  path: string
  /** In bytes. */
  size: number
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  type: string
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files are: a folder, or a bucket of S3. A file is stored once under a name made by us, and never
 * changes. What people call it, and whether it is used, is in PostgreSQL.
 */
export interface StorageBackend {
  /** In words, for the log. */
  description: string
  /** Stores a file, and returns when it would survive a crash. The local file may be moved away. */
  put(file: string, from: LocalFile): Promise<void>
  /** Stores a copy under another name. */
  copy(file: string, to: string): Promise<void>
  /** Null when there is no such file. Who gets a stream reads or destroys it. */
  read(file: string, range?: ByteRange): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  remove(file: string): Promise<void>
}

/** The name of a file: a UUID, the version of its object. Nothing that a client wrote is in it. */
const STORED_FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** For a request with its body, also one that is passed on to a slow reader. */
const TIMEOUT_MS = 120_000
/** For the beginning of an answer to a request without a body: readers wait for it. */
const ANSWER_TIMEOUT_MS = 15_000

/** In the bucket, which may hold other things. */
const FOLDER = 'files'

const MAX_ERROR_BYTES = 64 * 1024

/** After an error of the server, or a response to slow down. */
const RETRIES = 2

/** A request to S3 failed. The message is for the log. */
export class S3Error extends Error {
  override name = 'S3Error'
}

/** No upload takes as long, so an older file was left behind by a process that was killed. */
const OLDEST_INCOMING_MS = 60 * 60 * 1000

/** What the parts of the process need to store and find files. */
export interface Storage {
  backend: StorageBackend
  /** A folder for files that are not yet checked. */
  incoming: string
  /** The database with every right. */
  sql: Sql
  /** Removes files that were left in `incoming`. */
  sweepIncoming(): Promise<void>
}

export interface OpenStorage extends Storage {
  close(): Promise<void>
}

/** Opens the storage for files: S3 when it is configured, else a folder. */
export async function openStorage(options: {
  /** For uploads that are not yet checked, and for files when S3 is not configured. */
  folder: string
  s3: S3Config | null
  address: DatabaseAddress
  pools?: PoolSizes
}): Promise<OpenStorage> {
  const { folder, s3, address, pools = ALONE } = options
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const backend = openBackend({ folder, s3 })
  const sweepIncoming = () => sweep(incoming)
  await sweepIncoming()
  // Connections of its own, so that many requests for pictures delay nothing else.
  const sql = connect(address, { max: pools.storage, application_name: 'ai-watch storage' })
  return { backend, incoming, sql, sweepIncoming, close: () => sql.end() }
}

/** Where files are: S3 when it is configured, else a folder. */
export function openBackend({ folder, s3 }: { folder: string; s3: S3Config | null }): StorageBackend {
  return s3
    ? createS3Backend(s3)
    : createDiskBackend({ folder: join(folder, 'files'), incoming: join(folder, 'incoming') })
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may be as quick.
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - OLDEST_INCOMING_MS) await rm(path, { force: true })
  }
}

/**
 * Files in a folder, spread over 256 folders. A file appears by being renamed, complete and flushed, so that
 * several processes can share the folder. `incoming` must be on the same file system.
 */
export function createDiskBackend({
  folder,
  incoming,
}: {
  folder: string
  incoming: string
}): StorageBackend {
  function pathOf(file: string): string {
    if (!STORED_FILE.test(file)) throw new Error(`${JSON.stringify(file)} is not the name of a stored file`)
    return join(folder, file.slice(0, 2), file)
  }

  async function moveIn(from: string, to: string): Promise<void> {
    await flush(from)
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
    await flush(dirname(to))
    await flush(dirname(dirname(to)))
  }

  return {
    description: folder,
    async put(file, { path }) {
      await moveIn(path, pathOf(file))
    },
    async copy(file, to) {
      const partial = join(incoming, `${randomUUID()}.copy`)
      try {
        await copyFile(pathOf(file), partial, constants.COPYFILE_FICLONE)
        await moveIn(partial, pathOf(to))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async read(file, range) {
      const handle = await open(pathOf(file)).catch(unlessMissing)
      // The stream closes the file when it ends or is destroyed.
      return handle?.createReadStream(range) ?? null
    },
    async remove(file) {
      await rm(pathOf(file), { force: true })
    },
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): FileHandle | null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Files in a bucket of S3, or of any storage that speaks its protocol, addressed by path. */
export function createS3Backend(
  { endpoint, bucket, ...access }: S3Config,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS } = {},
): StorageBackend {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES })

  function urlOf(file: string): string {
    if (!STORED_FILE.test(file)) throw new Error(`${JSON.stringify(file)} is not the name of a stored file`)
    return `${endpoint}/${bucket}/${FOLDER}/${file}`
  }

  /** Begins a request, or makes it, when `use` reads the whole response. */
  async function ask<T>(
    method: string,
    file: string,
    {
      init = {},
      use,
    }: { init?: RequestInit | undefined; use: (response: Response | null) => Promise<T> | T },
  ): Promise<T> {
    const url = urlOf(file)
    try {
      const used = await use(await request(url, { ...init, method }))
      endFault('storage')
      return used
    } catch (error) {
      const failure = error instanceof S3Error ? error : new S3Error('S3 ended its answer', { cause: error })
      reportFault('storage', failure)
      throw failure
    }
  }

  /** @throws S3Error */
  async function request(url: string, init: RequestInit): Promise<Response | null> {
    const waiting = new AbortController()
    const late = setTimeout(() => waiting.abort(), init.body ? TIMEOUT_MS : answerTimeoutMs)
    const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await client
      .fetch(url, { ...init, signal })
      .catch((error: unknown) => {
        const why = signal.aborted ? 'gave no answer in time' : 'cannot be reached'
        throw new S3Error(`S3 ${why}`, { cause: signal.aborted ? undefined : error })
      })
      .finally(() => clearTimeout(late))
    if (response.ok) return response
    // Its first characters name the error; the rest may be long.
    const answer = ((await readBounded(response, MAX_ERROR_BYTES).catch(() => null)) ?? '').slice(0, 300)
    if (response.status === 404 && init.method !== 'PUT' && !answer.includes('NoSuchBucket')) return null
    throw new S3Error(`S3 answered ${response.status} to ${init.method} ${new URL(url).pathname}: ${answer}`)
  }

  return {
    description: `the bucket ${bucket} of ${endpoint}`,
    async put(file, { path, type, sha256 }) {
      // A blob has a length, which S3 wants to know, and is read while it is sent.
      const body = await openAsBlob(path)
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 }
      await ask('PUT', file, { init: { body, headers }, use: textOf })
    },
    async copy(file, to) {
      urlOf(file)
      const headers = { 'x-amz-copy-source': `/${bucket}/${FOLDER}/${file}` }
      // S3 can report an error of a copy in the body of a response with status 200.
      const answer = await ask('PUT', to, { init: { headers }, use: textOf })
      if (!answer.includes('<CopyObjectResult')) throw new S3Error(`S3 did not copy ${file}: ${answer}`)
    },
    async read(file, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      return ask('GET', file, { init: headers && { headers }, use: streamOf })
    },
    async remove(file) {
      await ask('DELETE', file, { use: textOf })
    },
  }
}

/** A response that is not read to its end would keep its connection. */
async function textOf(response: Response | null): Promise<string> {
  return (await response?.text()) ?? ''
}

function streamOf(response: Response | null): Readable | null {
  if (!response) return null
  if (!response.body) return Readable.from([])
  const stream = Readable.fromWeb(response.body as ReadableStream)
  return stream.once('error', (error) => reportFault('storage', error))
}

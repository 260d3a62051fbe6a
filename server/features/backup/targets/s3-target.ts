import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { requireBackupName } from '#server/features/backup/targets/backup-name.ts'
import type { BackupTarget, KeepOptions } from '#server/features/backup/targets/target.ts'
import type { BackupConfig } from '#server/platform/backup-config.ts'
import { networkErrorCode, readBounded } from '#server/platform/provider-response.ts'

/** What is in memory at a time. S3 takes 10,000 parts, each but the last of at least 5 MB, so a large file has larger ones. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 9_000
/** For a request with its body. */
const TIMEOUT_MS = 120_000
/** A download, which is as slow as its reader. */
const READ_TIMEOUT_MS = 12 * 60 * 60 * 1_000
/** After an error of the server, or a response to slow down. */
const RETRIES = 2
const MAX_ANSWER_BYTES = 64 * 1024

/** Backups in a bucket of S3, or of any storage that speaks its protocol, addressed by path. */
export function createS3Target(s3: NonNullable<BackupConfig['s3']>, folder: string): BackupTarget {
  const { endpoint, bucket, prefix, ...access } = s3
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES })
  const incoming = join(folder, 'incoming')
  const place = `${endpoint}/${bucket}/${prefix}`

  async function ask(
    method: string,
    name: string,
    init: RequestInit & { query?: string } = {},
  ): Promise<Response> {
    const { query = '', signal = AbortSignal.timeout(TIMEOUT_MS), ...rest } = init
    const url = `${place}${requireBackupName(name)}${query}`
    const response = await client.fetch(url, { ...rest, method, signal }).catch((error: Error) => {
      if (signal?.aborted) throw new BackupError(`The bucket ${bucket} has not answered in time.`)
      throw new BackupError(`The bucket ${bucket} cannot be reached: ${networkErrorCode(error)}`)
    })
    if (response.ok || response.status === 404) return response
    const code = /<Code>(\w+)<\/Code>/.exec(await textOf(response).catch(() => ''))?.[1] ?? ''
    throw new BackupError(`The bucket ${bucket} answered ${response.status} ${code}`.trim())
  }

  async function put(name: string, content: Buffer, query: string, signal: AbortSignal): Promise<Response> {
    // S3 compares the hash with what arrives.
    const headers = {
      'content-type': 'application/octet-stream',
      'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
    }
    const response = await ask('PUT', name, {
      ...{ body: new Uint8Array(content), headers, query },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (!response.ok) throw new BackupError(`There is no bucket ${bucket}.`)
    await response.arrayBuffer()
    return response
  }

  /** The object appears when the upload is completed; what was sent of one that is not is thrown away. */
  async function putInParts(
    handle: FileHandle,
    name: string,
    { size, signal, onProgress }: KeepOptions & { size: number },
  ): Promise<void> {
    const started = await textOf(await ask('POST', name, { query: '?uploads' }))
    const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(started)?.[1]
    if (!upload) throw new BackupError(`The bucket ${bucket} does not take uploads in parts.`)
    const query = `?uploadId=${encodeURIComponent(upload)}`
    try {
      const etags: string[] = []
      const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS))
      for (let start = 0; start < size; start += partBytes) {
        const part = await readAt(handle, start, Math.min(partBytes, size - start))
        const { headers } = await put(name, part, `${query}&partNumber=${etags.length + 1}`, signal)
        etags.push(headers.get('etag') ?? '')
        onProgress(start + part.length)
      }
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const response = await ask('POST', name, {
        query,
        body,
        headers: { 'content-type': 'application/xml' },
      })
      // S3 can report an error in the body of a response with status 200.
      const answer = await textOf(response)
      if (!answer.includes('<CompleteMultipartUploadResult'))
        throw new BackupError(`The bucket ${bucket} did not take the last part.`)
    } catch (error) {
      await ask('DELETE', name, { query }).catch(() => {})
      throw error
    }
  }

  return {
    place,
    host: null,
    incoming,
    findId: async () => place,
    async prepare() {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      return place
    },
    async keep(path, name, options) {
      const handle = await open(path)
      try {
        const { size } = await handle.stat()
        if (size > PART_BYTES) await putInParts(handle, name, { ...options, size })
        else await put(name, await readAt(handle, 0, size), '', options.signal)
        const stored = await ask('HEAD', name)
        if (Number(stored.headers.get('content-length')) !== size)
          throw new BackupError(`The bucket ${bucket} has not stored the whole file.`)
      } finally {
        await handle.close()
      }
      await rm(path, { force: true })
    },
    has: async (name) => (await ask('HEAD', name)).ok,
    async read(name) {
      const response = await ask('GET', name, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
      if (!response.ok || !response.body) return null
      const size = Number(response.headers.get('content-length'))
      return { stream: Readable.fromWeb(response.body as ReadableStream), size }
    },
    async remove(name, size) {
      const found = await ask('HEAD', name)
      if (found.ok && Number(found.headers.get('content-length')) === size)
        await (await ask('DELETE', name)).arrayBuffer()
    },
  }
}

const textOf = async (response: Response): Promise<string> =>
  (await readBounded(response, MAX_ANSWER_BYTES)) ?? ''

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new BackupError('The backup was cut short while it was stored.')
  return buffer
}

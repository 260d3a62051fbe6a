import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '#server/features/backup/backup-error.ts'
import type { BackupTarget, KeepOptions } from '#server/features/backup/targets/target.ts'
import { requireBackupName } from '#server/features/backup/targets/target.ts'
import type { BackupConfig } from '#server/platform/config.ts'
import { openBucket } from '#server/platform/s3-bucket.ts'

/** The size of what is in memory at a time. S3 takes 10,000 parts, each but the last of at least 5 MB, so a large file has larger ones. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 9_000
/** The time is long, because nobody waits for a backup. */
const ANSWER_TIMEOUT_MS = 120_000
/** A download, which is as slow as its reader. */
const READ_TIMEOUT_MS = 12 * 60 * 60 * 1_000

/** Backups in a bucket of S3. */
export function createS3Target(
  { prefix, ...s3 }: NonNullable<BackupConfig['s3']>,
  folder: string,
): BackupTarget {
  const bucket = openBucket(s3, { answerTimeoutMs: ANSWER_TIMEOUT_MS, Failure: BackupError })
  const incoming = join(folder, 'incoming')
  const place = `${s3.endpoint}/${s3.bucket}/${prefix}`
  const keyOf = (name: string) => `${prefix}${requireBackupName(name)}`

  function put(key: string, body: Uint8Array<ArrayBuffer>, options: { query?: string; signal: AbortSignal }) {
    const sha256 = createHash('sha256').update(body).digest('hex')
    return bucket.put(key, { ...options, body, sha256, type: 'application/octet-stream' })
  }

  /** The object appears when the upload is completed; what was sent of one that is not is thrown away. */
  async function putInParts(
    handle: FileHandle,
    key: string,
    { size, signal, onProgress }: KeepOptions & { size: number },
  ): Promise<void> {
    const started = await bucket.ask('POST', key, { query: '?uploads' })
    const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(started)?.[1]
    if (!upload) throw new BackupError(`The bucket ${s3.bucket} does not take uploads in parts.`)
    const query = `?uploadId=${encodeURIComponent(upload)}`
    try {
      const etags: string[] = []
      const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS))
      for (let start = 0; start < size; start += partBytes) {
        const part = await readAt(handle, start, Math.min(partBytes, size - start))
        const headers = await put(key, part, { query: `${query}&partNumber=${etags.length + 1}`, signal })
        etags.push(headers.get('etag') ?? '')
        onProgress(start + part.length)
      }
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const headers = { 'content-type': 'application/xml' }
      // S3 can report an error in the body of a response with status 200.
      const answer = await bucket.ask('POST', key, { query, body, headers })
      if (!answer.includes('<CompleteMultipartUploadResult'))
        throw new BackupError(`The bucket ${s3.bucket} did not take the last part.`)
    } catch (error) {
      await bucket.ask('DELETE', key, { query }).catch(() => {})
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
      const key = keyOf(name)
      const handle = await open(path)
      try {
        const { size } = await handle.stat()
        if (size > PART_BYTES) await putInParts(handle, key, { ...options, size })
        else await put(key, await readAt(handle, 0, size), { signal: options.signal })
        if ((await bucket.sizeOf(key)) !== size)
          throw new BackupError(`The bucket ${s3.bucket} has not stored the whole file.`)
      } finally {
        await handle.close()
      }
      await rm(path, { force: true })
    },
    has: async (name) => (await bucket.sizeOf(keyOf(name))) !== null,
    read: async (name) => bucket.read(keyOf(name), { longestMs: READ_TIMEOUT_MS }),
    async remove(name, size) {
      const key = keyOf(name)
      if ((await bucket.sizeOf(key)) === size) await bucket.ask('DELETE', key)
    },
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new BackupError('The backup was cut short while it was stored.')
  return buffer
}

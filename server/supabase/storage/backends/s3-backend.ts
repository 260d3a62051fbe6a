import { openAsBlob } from 'node:fs'
import type { S3Config } from '#server/platform/config.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { openBucket, S3Error } from '#server/platform/s3-bucket.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { requireStoredFile } from '#server/supabase/storage/backends/stored-file.ts'

/** The key in the bucket, which may hold other things. */
const keyOf = (file: string) => `files/${requireStoredFile(file)}`

/** Files in a bucket. A request that fails is a fault of the storage, until another one succeeds. */
export function createS3Backend(
  s3: S3Config,
  options?: { answerTimeoutMs?: number; timeoutMs?: number | undefined },
): StorageBackend {
  const bucket = openBucket(s3, options)
  return {
    description: bucket.description,
    async put(file, { path, type, sha256 }) {
      // A blob has a length, which S3 wants to know, and is read while it is sent.
      const body = await openAsBlob(path)
      await reportOutcome(bucket.put(keyOf(file), { body, type, sha256 }))
    },
    async copy(file, to) {
      const headers = { 'x-amz-copy-source': `/${s3.bucket}/${keyOf(file)}` }
      // S3 can report an error of a copy in the body of a response with status 200.
      const answer = await reportOutcome(bucket.ask('PUT', keyOf(to), { headers }))
      if (!answer.includes('<CopyObjectResult')) throw new S3Error(`S3 did not copy ${file}: ${answer}`)
    },
    async read(file, range) {
      const part = range && { headers: { range: `bytes=${range.start}-${range.end}` } }
      const found = await reportOutcome(bucket.read(keyOf(file), part))
      const report = (error: Error) => isOfReader(error) || reportFault('storage', error)
      return found?.stream.once('error', report) ?? null
    },
    async remove(file) {
      await reportOutcome(bucket.ask('DELETE', keyOf(file)))
    },
  }
}

async function reportOutcome<T>(asking: Promise<T>): Promise<T> {
  try {
    const answer = await asking
    endFault('storage')
    return answer
  } catch (error) {
    reportFault('storage', error)
    throw error
  }
}

/** A reader who leaves before the end, or takes longer than a request may, destroys the stream. That says nothing of S3. */
const isOfReader = ({ name, code }: NodeJS.ErrnoException): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'TimeoutError'

import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/config.ts'
import { STORED_FILE, type StorageBackend } from '#server/storage/backend/storage-backend.ts'

/** For a request with its body, also one that is passed on to a slow reader. */
const TIMEOUT_MS = 120_000
/** In the bucket, which may hold other things. */
const FOLDER = 'files'
/** After an error of the server, or when it asks to slow down. */
const RETRIES = 2

/** S3 did not do what was asked. The message is for the log. */
export class S3Error extends Error {
  override name = 'S3Error'
}

/** Files in a bucket of S3, or of any storage that speaks its protocol, addressed by path. */
export function createS3Backend({ endpoint, bucket, ...access }: S3Config): StorageBackend {
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES })

  function urlOf(file: string): string {
    if (!STORED_FILE.test(file)) throw new Error(`${JSON.stringify(file)} is not the name of a stored file`)
    return `${endpoint}/${bucket}/${FOLDER}/${file}`
  }

  async function ask(method: string, file: string, init: RequestInit = {}): Promise<Response | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await client.fetch(urlOf(file), { ...init, method, signal })
    if (response.ok) return response
    // Its first characters name the error; the rest may be long.
    const answer = (await response.text().catch(() => '')).slice(0, 300)
    if (response.status === 404 && method !== 'PUT' && !answer.includes('NoSuchBucket')) return null
    throw new S3Error(`S3 answered ${response.status} to ${method} ${bucket}/${file}: ${answer}`)
  }

  return {
    description: `the bucket ${bucket} of ${endpoint}`,
    async put(file, { path, type, sha256 }) {
      // A blob has a length, which S3 wants to know, and is read while it is sent.
      const body = await openAsBlob(path)
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 }
      await consume(await ask('PUT', file, { body, headers }))
    },
    async copy(file, to) {
      urlOf(file)
      const response = await ask('PUT', to, {
        headers: { 'x-amz-copy-source': `/${bucket}/${FOLDER}/${file}` },
      })
      // S3 can report an error of a copy in the body of a response with status 200.
      const answer = (await response?.text()) ?? ''
      if (!answer.includes('<CopyObjectResult')) throw new S3Error(`S3 did not copy ${file}: ${answer}`)
    },
    async read(file, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const response = await ask('GET', file, headers && { headers })
      if (!response) return null
      return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([])
    },
    async remove(file) {
      await consume(await ask('DELETE', file))
    },
  }
}

/** A response that is not read to its end would keep its connection. */
async function consume(response: Response | null): Promise<void> {
  await response?.arrayBuffer()
}

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/platform/config.ts'
import { shortLine } from '#server/platform/log-line.ts'
import { networkFailure, readBounded } from '#server/platform/provider-response.ts'

/** For a request with its body, also one that is passed on to a slow reader. */
const TIMEOUT_MS = 120_000
/** People wait for it. */
const ANSWER_TIMEOUT_MS = 15_000
/** The pauses before another try, after an error of the server or a response to slow down. */
const PAUSES_MS = [25, 50]
const MAX_ANSWER_BYTES = 64 * 1024

/** The reason why a bucket could not be used, in a line for the operator. */
export class S3Error extends Error {
  override name = 'S3Error'
}

interface BucketOptions {
  /** For the beginning of a response to a request without a body. */
  answerTimeoutMs?: number | undefined
  timeoutMs?: number | undefined
  /** The error that is thrown if the bucket cannot be used. */
  Failure?: new (
    message: string,
    options?: ErrorOptions,
  ) => Error
}

interface BucketRequest extends Pick<RequestInit, 'body' | 'headers'> {
  /** The query with its question mark. */
  query?: string
  signal?: AbortSignal
  /** Instead of the time that other requests may take. */
  longestMs?: number
}

interface Upload extends Pick<BucketRequest, 'query' | 'signal'> {
  body: Blob | Uint8Array<ArrayBuffer>
  type: string
  /** The hash in hexadecimal; S3 compares it with that of the received bytes. */
  sha256: string
}

/** A bucket of S3, or of any storage that speaks its protocol, addressed by path. */
export function openBucket(
  { endpoint, bucket, ...access }: S3Config,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS, timeoutMs = TIMEOUT_MS, Failure = S3Error }: BucketOptions = {},
) {
  const client = new AwsClient({ ...access, service: 's3' })

  /** The `fetch` of the library has the signal in a Request, from where Node loses it to the garbage collector, and with it all time limits. */
  async function send(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (const pauseMs of PAUSES_MS) {
      const response = await fetch(await client.sign(url, init), { signal })
      if (response.status < 500 && response.status !== 429) return response
      await response.body?.cancel()
      await delay(pauseMs, undefined, { signal })
    }
    return fetch(await client.sign(url, init), { signal })
  }

  /** Begins a request; null when there is no such object. */
  async function request(
    method: string,
    key: string,
    { query = '', signal: given, longestMs = timeoutMs, ...init }: BucketRequest = {},
  ): Promise<Response | null> {
    const waiting = new AbortController()
    const late = setTimeout(() => waiting.abort(), init.body ? longestMs : answerTimeoutMs)
    const signal = AbortSignal.any([
      waiting.signal,
      AbortSignal.timeout(longestMs),
      ...(given ? [given] : []),
    ])
    const response = await send(`${endpoint}/${bucket}/${key}${query}`, { ...init, method }, signal)
      .catch((error: unknown) => {
        given?.throwIfAborted()
        if (signal.aborted) throw new Failure(`The bucket ${bucket} has not answered in time.`)
        throw new Failure(`The bucket ${bucket} cannot be reached: ${networkFailure(error)}`, {
          cause: error,
        })
      })
      .finally(() => clearTimeout(late))
    if (response.ok) return response
    const answer = (await readBounded(response, MAX_ANSWER_BYTES).catch(() => null)) ?? ''
    const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(answer) ?? []
    if (code === 'NoSuchBucket') throw new Failure(`There is no bucket ${bucket}.`)
    if (response.status === 404 && method !== 'PUT') return null
    const [, message = ''] = /<Message>([^<]+)/.exec(answer) ?? []
    const what = `The bucket ${bucket} answered ${response.status} ${code} to ${method} ${key}`
    throw new Failure(shortLine(message ? `${what}: ${message}` : what))
  }

  /** Makes a request, and returns the body of the response. One that is not read to its end would keep its connection. */
  async function ask(method: string, key: string, options?: BucketRequest): Promise<string> {
    const response = await request(method, key, options)
    const text = response && (await readBounded(response, MAX_ANSWER_BYTES).catch(cut))
    return text ?? ''
  }

  function cut(cause: unknown): never {
    throw new Failure(`The bucket ${bucket} has ended its answer.`, { cause })
  }

  return {
    description: `the bucket ${bucket} of ${endpoint}`,
    ask,
    /** Stores an object, or a part of one; returns the headers of the response. */
    async put(key: string, { type, sha256, ...upload }: Upload): Promise<Headers> {
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256 }
      const response = await request('PUT', key, { ...upload, headers })
      await response?.arrayBuffer().catch(cut)
      return response?.headers ?? new Headers()
    },
    /** Null when there is no such object. */
    async sizeOf(key: string): Promise<number | null> {
      const response = await request('HEAD', key)
      return response && Number(response.headers.get('content-length'))
    },
    /** Null when there is no such object. The caller has to read or destroy the stream. */
    async read(key: string, options?: BucketRequest): Promise<{ stream: Readable; size: number } | null> {
      const response = await request('GET', key, options)
      if (!response) return null
      const size = Number(response.headers.get('content-length'))
      return { stream: Readable.fromWeb((response.body ?? new Blob().stream()) as ReadableStream), size }
    },
  }
}

import type { IncomingMessage } from 'node:http'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import { PrivateAddressError } from '#server/platform/links/public-address.ts'
import {
  type ClientOptions,
  followPublicRequest,
  TooManyRedirects,
} from '#server/platform/links/public-request.ts'

/** For all requests about one picture, with its bytes; five megabytes in this time are 1.4 Mbit/s. */
const LONGEST_MS = 30_000
const QUEUE = { atOnce: 4, maxWaitMs: 30_000 }

export type PictureProblem =
  | 'address'
  | 'private'
  | 'name'
  | 'connection'
  | 'time'
  | 'redirects'
  | 'status'
  | 'too_large'
  | 'page'
  | 'drawing'
  | 'busy'

export class PictureFetchError extends Error {
  override name = 'PictureFetchError'
  readonly problem: PictureProblem
  /** The HTTP status that the server has sent, for `status`. */
  readonly status: number

  constructor(problem: PictureProblem, options: { status?: number; cause?: unknown } = {}) {
    super(problem, options)
    this.problem = problem
    this.status = options.status ?? 0
  }
}

/** Gets pictures from servers of the public internet. */
export interface PictureFetcher {
  /**
   * Requests a picture once and passes its bytes to `receive`, which must bound them. `key` is the calling user.
   * @throws PictureFetchError, and what `receive` throws
   */
  fetch<T>(address: string, asking: { key: string; signal?: AbortSignal }, receive: Receive<T>): Promise<T>
}

type Receive<T> = (bytes: IncomingMessage) => Promise<T>

export function createPictureFetcher(options: {
  siteUrl: string
  allowed?: readonly string[]
  nameServers?: readonly string[]
  longestMs?: number
  maxBytes?: number
}): PictureFetcher {
  const { siteUrl, allowed = [], nameServers, longestMs = LONGEST_MS, maxBytes = 5 * 1024 * 1024 } = options
  const userAgent = `Mozilla/5.0 (compatible; PictureCopy/1.0; +${siteUrl})`
  const client: ClientOptions = { allowed, nameServers, userAgent }
  const queue = createFairQueue(QUEUE)

  async function fetchPicture<T>(address: string, receive: Receive<T>, ending?: AbortSignal): Promise<T> {
    const url = URL.parse(address)
    if (!url) throw new PictureFetchError('address')
    const signal = AbortSignal.any([AbortSignal.timeout(longestMs), ...(ending ? [ending] : [])])
    // The bytes are those of the picture, so what arrives is what is counted.
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' }
    const response = await followPublicRequest(url, { ...client, headers, signal }).catch((error) =>
      refuse(error, signal),
    )
    try {
      requirePicture(response, maxBytes)
      return await receive(response)
    } catch (error) {
      const isCut = response.destroyed && !response.complete
      throw signal.aborted || isCut ? problemOf(error, signal) : error
    } finally {
      response.destroy()
    }
  }

  return {
    async fetch(address, { key, signal }, receive) {
      try {
        return await queue.run(
          key,
          () => fetchPicture(address, receive, signal),
          () => !signal?.aborted,
        )
      } catch (error) {
        throw error instanceof FairQueueError ? new PictureFetchError('busy', { cause: error }) : error
      }
    },
  }
}

/** Refuses by its headers what would be refused after reading it. The bytes decide later, whatever the type says. */
function requirePicture({ statusCode: status = 0, headers }: IncomingMessage, maxBytes: number): void {
  if (status !== 200) throw new PictureFetchError('status', { status })
  const type = headers['content-type'] ?? ''
  if (/^image\/svg/i.test(type)) throw new PictureFetchError('drawing')
  if (/^(?:text\/|application\/(?:xhtml|json))/i.test(type)) throw new PictureFetchError('page')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new PictureFetchError('too_large')
}

function refuse(error: unknown, signal: AbortSignal): never {
  throw problemOf(error, signal)
}

function problemOf(error: unknown, signal: AbortSignal): PictureFetchError {
  if (error instanceof PictureFetchError) return error
  if (signal.aborted) return new PictureFetchError('time', { cause: error })
  if (error instanceof TooManyRedirects) return new PictureFetchError('redirects', { cause: error })
  if (error instanceof PrivateAddressError) return new PictureFetchError('private', { cause: error })
  const { code } = error as NodeJS.ErrnoException
  const isUnknown = code === 'ENOTFOUND' || code === 'ERR_INVALID_URL'
  return new PictureFetchError(isUnknown ? 'name' : 'connection', { cause: error })
}

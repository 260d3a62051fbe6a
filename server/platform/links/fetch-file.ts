import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PrivateAddressError } from '#server/platform/links/public-address.ts'
import {
  type ClientOptions,
  followPublicRequest,
  TooManyRedirects,
} from '#server/platform/links/public-request.ts'

/** The reason why a file of another server could not be fetched, as a sentence. */
export class FileFetchError extends Error {
  override name = 'FileFetchError'
}

/** Gets files from servers of the public internet. */
export interface FileFetcher {
  /** Writes the response of an address to a new file. Returns its size. @throws FileFetchError, and the errors of writing */
  fetch(address: string, path: string, signal: AbortSignal): Promise<number>
}

const LONGEST_MS = 30 * 60_000

export function createFileFetcher(options: {
  siteUrl: string
  maxBytes: number
  allowed?: readonly string[]
  nameServers?: readonly string[]
  longestMs?: number
}): FileFetcher {
  const { siteUrl, maxBytes, allowed = [], nameServers, longestMs = LONGEST_MS } = options
  const userAgent = `Mozilla/5.0 (compatible; Import/1.0; +${siteUrl})`
  const client: ClientOptions = { allowed, nameServers, userAgent }
  return {
    async fetch(address, path, signal) {
      const url = URL.parse(address)
      if (!url || !/^https?:$/.test(url.protocol)) throw new FileFetchError('This is no address of the web.')
      if (url.protocol === 'http:' && !allowed.includes(url.hostname))
        throw new FileFetchError('Only an address that begins with https:// is read.')
      const late = AbortSignal.timeout(longestMs)
      const ending = AbortSignal.any([signal, late])
      const headers = { accept: '*/*', 'accept-encoding': 'identity' }
      try {
        const response = await followPublicRequest(url, { ...client, headers, signal: ending })
        try {
          return await receive(response, path, { maxBytes, ending })
        } finally {
          response.destroy()
        }
      } catch (error) {
        signal.throwIfAborted()
        throw problemOf(error, late.aborted)
      }
    },
  }
}

async function receive(
  response: IncomingMessage,
  path: string,
  { maxBytes, ending }: { maxBytes: number; ending: AbortSignal },
): Promise<number> {
  const { statusCode: status = 0, headers } = response
  if (status !== 200)
    throw new FileFetchError(`The server does not give it away: it answered with the status ${status}.`)
  const tooLarge = new FileFetchError(`What is there has more than ${Math.floor(maxBytes / 1024 ** 2)} MB.`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > maxBytes ? tooLarge : null, chunk)
    },
  })
  await pipeline(response, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: ending })
  return size
}

function problemOf(error: unknown, isLate: boolean): unknown {
  if (error instanceof FileFetchError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  // A full disk is not a fault of the other server.
  if (syscall === 'open' || syscall === 'write' || code === 'ENOSPC') return error
  return new FileFetchError(sentenceOf(error, isLate), { cause: error })
}

function sentenceOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'The server took too long to send it.'
  if (error instanceof TooManyRedirects)
    return 'The server passes on from one address to the next without an end.'
  if (error instanceof PrivateAddressError)
    return 'This address leads into a private network, so it is not asked.'
  return (error as NodeJS.ErrnoException).code === 'ENOTFOUND'
    ? 'There is no server of this name. Check the address.'
    : 'The server cannot be reached, or broke off. Try again.'
}

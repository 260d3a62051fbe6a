import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import {
  type AllowedServers,
  mayRequest,
  PrivateAddressError,
  publicLookup,
} from '#server/platform/links/public-address.ts'

const MAX_HEADER_BYTES = 16 * 1024

export interface ClientOptions extends AllowedServers {
  /** Name servers to use instead of those of this machine; for tests. */
  nameServers?: readonly string[] | undefined
  /** The address to connect to, where the name was resolved before; for one request. */
  resolved?: LookupAddress
  userAgent: string
}

/**
 * Sends one request to a server of the public internet, without following redirects, cookies or credentials. `signal` aborts it, also while
 * its response is read. The caller has to destroy the response.
 * @throws PrivateAddressError, or why there is no response
 */
export function sendPublicRequest(
  url: URL,
  options: ClientOptions & {
    method: string
    headers: Record<string, string>
    body?: string | Buffer
    signal: AbortSignal
  },
): Promise<IncomingMessage> {
  const { allowed, allowsPrivate, userAgent, method, headers, body, signal } = options
  const host = hostOf(url)
  return new Promise((resolve, reject) => {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new PrivateAddressError(url.protocol)
    // No name is resolved for an address, so the lookup would not see it.
    if (isIP(host) && !mayRequest(host, options)) throw new PrivateAddressError(host)
    if (url.port && !allowsPrivate && !allowed.includes(host))
      throw new PrivateAddressError(`port ${url.port}`)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method,
      agent: false,
      lookup: publicLookup(options, options),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
      headers: { 'user-agent': userAgent, ...headers },
    })
    request.on('error', reject)
    // Without this handler there would be neither a response nor an error, and the slot in the queue would never be released.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The server changes the protocol'))
    })
    request.on('response', (response) => {
      response.once('close', () => request.destroy())
      resolve(response)
    })
    request.end(body)
  })
}

/** The host of an address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const MAX_REDIRECTS = 5

/** A response to a conditional request, 304, leads nowhere. */
const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304

export class TooManyRedirects extends Error {
  override name = 'TooManyRedirects'
}

/**
 * Requests an address and follows its redirects. Every address on the way is checked, and connected to as it was checked.
 * @throws TooManyRedirects, PrivateAddressError, or why there is no response
 */
export async function followPublicRequest(
  start: URL,
  options: ClientOptions & {
    headers: Record<string, string>
    signal: AbortSignal
    /** Hears of a redirect before it is followed, and may refuse it by throwing. */
    onRedirect?: (next: URL, status: number) => void | Promise<void>
  },
): Promise<IncomingMessage> {
  let url = start
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await sendPublicRequest(url, { ...options, method: 'GET' })
    const { statusCode: status = 0, headers } = response
    const next = isRedirect(status) && headers.location ? URL.parse(headers.location, url) : null
    if (!next) return response
    response.destroy()
    await options.onRedirect?.(next, status)
    url = next
  }
  throw new TooManyRedirects()
}

/** The encodings that `decompressResponse` reads, for the header of a request. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/** The body of a response as it was before it was compressed. Its reader has to count the bytes: a small body can become a large one. */
export function decompressResponse(response: IncomingMessage): Readable {
  const pipeInto = (stream: NodeJS.ReadWriteStream & Readable) => {
    response.on('error', (error) => stream.destroy(error))
    return response.pipe(stream)
  }
  switch (response.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return pipeInto(createGunzip())
    case 'deflate':
      return pipeInto(createInflate())
    case 'br':
      return pipeInto(createBrotliDecompress())
    default:
      return response
  }
}

import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress, PrivateAddressError, publicLookup } from '#server/platform/links/public-address.ts'

const TIMEOUT_MS = { HEAD: 5_000, GET: 10_000 }
/** Enough for the title and the first words of a page. */
const MAX_BODY_BYTES = 256 * 1024
const MAX_HEADER_BYTES = 16 * 1024

export interface PageAnswer {
  status: number
  location: string | null
  /** The beginning of the page, for a GET that returned HTML. */
  html: string
}

export interface ClientOptions {
  /** Private addresses to which requests may be sent, on any port; for tests. */
  allowed: readonly string[]
  /** Name servers to use instead of those of this machine; for tests. */
  nameServers?: readonly string[] | undefined
  userAgent: string
}

/**
 * Sends one request, without following redirects, cookies or credentials. `signal` aborts it.
 * @throws PrivateAddressError, or why there is no answer
 */
export function requestPage(
  url: URL,
  method: 'HEAD' | 'GET',
  options: ClientOptions & { signal: AbortSignal },
): Promise<PageAnswer> {
  const { allowed, nameServers, userAgent, signal } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new PrivateAddressError(url.protocol)
  // No name is resolved for an address, so the lookup would not see it.
  if (isIP(host) && !isPublicAddress(host, allowed)) throw new PrivateAddressError(host)
  if (url.port && !allowed.includes(host)) throw new PrivateAddressError(`port ${url.port}`)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      agent: false,
      lookup: publicLookup(allowed, nameServers),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS[method])]),
      headers: {
        'user-agent': userAgent,
        accept: 'text/html,application/xhtml+xml,*/*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
      },
    })
    request.on('error', reject)
    // Without this there would be neither a response nor an error, and the slot in the queue would never be released.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The server changes the protocol'))
    })
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const isHtml = /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')
      const read =
        method === 'GET' && status === 200 && isHtml ? readBeginning(response) : Promise.resolve('')
      read
        .then((html) => resolve({ status, location: headers.location ?? null, html }))
        .catch(reject)
        .finally(() => request.destroy())
    })
    request.end()
  })
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // What is decompressed is counted, so that a small body cannot become a large one.
    for await (const chunk of decompressed(response)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= MAX_BODY_BYTES) break
    }
  } catch (error) {
    if (size === 0) throw error
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8')
}

function decompressed(response: IncomingMessage) {
  const pipeInto = (stream: NodeJS.ReadWriteStream & { destroy(error?: Error): unknown }) => {
    response.on('error', (error) => stream.destroy(error))
    return response.pipe(stream)
  }
  switch (response.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
      return pipeInto(createGunzip())
    case 'deflate':
      return pipeInto(createInflate())
    case 'br':
      return pipeInto(createBrotliDecompress())
    default:
      return response
  }
}

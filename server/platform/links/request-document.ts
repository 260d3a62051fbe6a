import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FeedFailure } from '#core/domain/news-feed.ts'
import { PrivateAddressError } from '#server/platform/links/public-address.ts'
import {
  ACCEPTED_ENCODINGS,
  type ClientOptions,
  decompressResponse,
  followPublicRequest,
  TooManyRedirects,
} from '#server/platform/links/public-request.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** For all requests that one document takes. */
const TIMEOUT_MS = 20_000

/** The reason why there is no document, with a detail such as the status or the size. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly failure: FeedFailure
  readonly detail: string

  constructor(failure: FeedFailure, detail = '', options?: ErrorOptions) {
    super(detail ? `${failure}: ${detail}` : failure, options)
    this.failure = failure
    this.detail = detail
  }
}

export interface DocumentRequest {
  accept: string
  /** Further headers, such as a signature. */
  headers?: Record<string, string>
  /** The ETag of the previous response, which is then not sent again (RFC 9110, section 13). */
  etag?: string | null
  lastModified?: string | null
  /** The limit in bytes, after decompression. */
  maxBytes?: number
  timeoutMs?: number
  signal?: AbortSignal
  /** Hears of each address that the first one leads to, and may refuse it by throwing. */
  onRedirect?: (next: URL) => void | Promise<void>
}

/** An answer of any status. */
export interface FetchedDocument {
  status: number
  headers: DocumentHeaders
  /** Empty unless the status is 200. */
  body: Buffer
  /** The address that answered, after redirects. */
  url: string
  /** The address that replaces the one that was asked, for good (301 and 308); null where none does. */
  movedTo: string | null
}

/** The headers that anybody asks for; empty where one is missing. */
export type DocumentHeaders = Record<(typeof HEADERS)[number], string>

const HEADERS = [
  'content-type',
  'etag',
  'last-modified',
  'cache-control',
  'retry-after',
  'x-robots-tag',
  'tdm-reservation',
  'content-language',
] as const

/** Gets documents that other servers publish: feeds, pages, robots.txt. */
export interface DocumentClient {
  /** @throws DocumentError, or the reason of `signal` */
  request(address: string, options: DocumentRequest): Promise<FetchedDocument>
}

export function createDocumentClient(options: {
  siteUrl: string
  allowsPrivate: boolean
  allowed?: readonly string[]
  nameServers?: readonly string[]
}): DocumentClient {
  const { siteUrl, allowsPrivate, allowed = [], nameServers } = options
  const userAgent = `Mozilla/5.0 (compatible; ${DOCUMENT_AGENT}/1.0; +${siteUrl})`
  const client: ClientOptions = { allowed, allowsPrivate, nameServers, userAgent }
  return { request: (address, asked) => requestDocument(address, client, asked) }
}

/** The name that addresses us in robots.txt. */
export const DOCUMENT_AGENT = 'AIWatchNewsroom'

async function requestDocument(
  address: string,
  client: ClientOptions,
  { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS, signal, onRedirect, ...asked }: DocumentRequest,
): Promise<FetchedDocument> {
  let url = URL.parse(address)
  if (!url) throw new DocumentError('name')
  url.hash = ''
  let movedTo: string | null = null
  let isForGood = true
  const late = AbortSignal.timeout(timeoutMs)
  const ending = AbortSignal.any([late, ...(signal ? [signal] : [])])
  try {
    const response = await followPublicRequest(url, {
      ...client,
      headers: headersFor(asked),
      signal: ending,
      async onRedirect(next, status) {
        await onRedirect?.(next)
        next.hash = ''
        url = next
        isForGood &&= status === 301 || status === 308
        if (isForGood) movedTo = next.href
      },
    })
    try {
      const { statusCode: status = 0, headers } = response
      const body = status === 200 ? await readBody(response, maxBytes, ending) : Buffer.alloc(0)
      return { status, headers: headersOf(headers), body, url: url.href, movedTo }
    } finally {
      response.destroy()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw failureOf(error, late.aborted)
  }
}

function headersFor({ accept, etag, lastModified, headers }: DocumentRequest): Record<string, string> {
  return {
    ...headers,
    accept,
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

function headersOf(given: IncomingHttpHeaders): DocumentHeaders {
  const values = HEADERS.map((name) => [name, String(given[name] ?? '').slice(0, 1000)])
  return Object.fromEntries(values) as DocumentHeaders
}

async function readBody(response: IncomingMessage, maxBytes: number, ending: AbortSignal): Promise<Buffer> {
  const tooLarge = () => new DocumentError('too_large', `${Math.round(maxBytes / 1024)} KB`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const encoding = response.headers['content-encoding'] ?? ''
  if (encoding !== '' && !/^(?:identity|x-gzip|gzip|deflate|br)$/i.test(encoding))
    throw new DocumentError('broken', `content-encoding: ${encoding.slice(0, 40)}`)
  const body = decompressResponse(response)
  // The decompressed stream would not hear of the end of the time while bytes arrive.
  ending.addEventListener('abort', () => body.destroy(), { once: true })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  ending.throwIfAborted()
  return Buffer.concat(chunks)
}

function failureOf(error: unknown, isLate: boolean): unknown {
  if (error instanceof DocumentError) return error
  if (isLate) return new DocumentError('timeout', '', { cause: error })
  if (error instanceof TooManyRedirects) return new DocumentError('redirects', '', { cause: error })
  if (error instanceof PrivateAddressError)
    return new DocumentError('private', error.message, { cause: error })
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'ERR_INVALID_URL')
    return new DocumentError('name', '', { cause: error })
  if (/^(?:Z_|ERR_(?:BROTLI|ZLIB))/.test(code)) return new DocumentError('broken', code, { cause: error })
  return new DocumentError('connection', code.slice(0, 40), { cause: error })
}

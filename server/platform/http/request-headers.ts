import type { IncomingMessage } from 'node:http'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** Reads the headers of a request, whatever object holds them. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}

/** The token of `Authorization: Bearer`. */
export function bearerOf(headers: HeaderReader): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
}

/**
 * Returns true if a page of another site had a browser send this request. It can neither send our headers nor read the response, but would
 * use up the attempts that the visitor's network address has. Every browser sends this header; other programs do not.
 */
export function isFromOtherSite(headers: HeaderReader): boolean {
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}

/** Returns true if If-None-Match names this ETag. Cache-Control of the request is ignored, so that a reload can get a 304 too. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag })
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings in our order of preference, which decides between encodings that the client prefers equally. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send about 30 characters. A longer header is not parsed, because that would cost far more than serving a cached page. */
const MAX_LENGTH = 200
const cache = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiate })

/** The encoding that the client prefers (RFC 9110, 12.5.3); `identity` when it accepts none that we have. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding || acceptEncoding.length > MAX_LENGTH) return 'identity'
  return cache.memo(acceptEncoding)
}

function negotiate(acceptEncoding: string): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const encoding = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS })
  return ENCODINGS.find((known) => known === encoding) ?? 'identity'
}

/** A header that is sent twice arrives as a list and is ignored: the official client sends each once. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

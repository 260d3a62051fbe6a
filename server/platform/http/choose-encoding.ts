import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

/** In our order of preference, which decides between encodings that the client prefers equally. */
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

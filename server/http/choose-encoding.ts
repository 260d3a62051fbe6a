import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best of those that a client likes equally comes first. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send 30 characters. Negotiating costs as much as finding a cached page, and far more for thousands of names. */
const MAX_LENGTH = 200
const chosen = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiate })

/** The encoding that the client likes best (RFC 9110, 12.5.3); none for one that likes nothing that we have. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding || acceptEncoding.length > MAX_LENGTH) return 'identity'
  return chosen.memo(acceptEncoding)
}

function negotiate(acceptEncoding: string): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const encoding = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS })
  return ENCODINGS.find((known) => known === encoding) ?? 'identity'
}

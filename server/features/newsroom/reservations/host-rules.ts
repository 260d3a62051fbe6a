import { LRUCache } from 'lru-cache'
import { type RobotsRules, readRobots } from '#server/features/newsroom/reservations/robots-rules.ts'
import {
  ALL_RESERVED,
  readTdmRules,
  type TdmRules,
} from '#server/features/newsroom/reservations/tdm-rules.ts'
import {
  DOCUMENT_AGENT,
  type DocumentClient,
  DocumentError,
} from '#server/platform/links/request-document.ts'

/** Agents that gather texts for language models, as robots.txt names them. */
export const MODEL_AGENTS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'Claude-Web',
  'ClaudeBot',
  'cohere-ai',
  'cohere-training-data-crawler',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'Meta-ExternalAgent',
  'omgili',
  'Timpibot',
]

/** What RFC 9309 has programs read at least. */
const MAX_ROBOTS_BYTES = 512 * 1024
const MAX_TDM_BYTES = 128 * 1024
const TIMEOUT_MS = 10_000
/** RFC 9309 lets rules be used for a day. */
const AGE_MS = 24 * 60 * 60_000
/** How long a server that did not answer is not asked again. */
const FAILURE_AGE_MS = 10 * 60_000
const CACHE = { max: 4_000, maxSize: 8 * 1024 * 1024 }

/** What servers say of themselves about programs, asked at most once a day by this process, or every ten minutes while that fails. */
export interface HostRules {
  /** @throws DocumentError when robots.txt cannot be read, and so nothing may be asked (RFC 9309, section 2.3.1.4) */
  robotsOf(url: URL): Promise<RobotsRules>
  tdmRulesOf(url: URL): Promise<TdmRules>
}

export function createHostRules({ documents }: { documents: DocumentClient }): HostRules {
  const robots = cachedByOrigin(async (origin) => {
    const { status, body } = await documents.request(`${origin}/robots.txt`, {
      accept: 'text/plain,*/*;q=0.5',
      maxBytes: MAX_ROBOTS_BYTES,
      timeoutMs: TIMEOUT_MS,
    })
    if (isFailing(status)) throw new DocumentError('forbidden', `robots.txt: ${status}`)
    const text = body.toString('utf8')
    return { value: readRobots(text, [DOCUMENT_AGENT, ...MODEL_AGENTS]), size: text.length }
  })
  const tdm = cachedByOrigin(async (origin) => {
    const { status, body } = await documents.request(`${origin}/.well-known/tdmrep.json`, {
      accept: 'application/json',
      maxBytes: MAX_TDM_BYTES,
      timeoutMs: TIMEOUT_MS,
    })
    if (isFailing(status)) throw new DocumentError('status', String(status))
    return { value: readTdmRules(body.toString('utf8')), size: body.length }
  })
  return {
    robotsOf: ({ origin }) => robots(origin),
    tdmRulesOf: ({ origin }) => tdm(origin).catch(withoutRules),
  }
}

/** Whether a server may answer otherwise in a while. */
const isFailing = (status: number) => status === 429 || status >= 500

/** What is reserved as long as rules cannot be read. */
function withoutRules(error: unknown): TdmRules {
  if (!(error instanceof DocumentError)) throw error
  return error.failure === 'too_large' ? ALL_RESERVED : []
}

/** Loads a value once for all who want it at the same time, and keeps it, or why there is none. */
function cachedByOrigin<T>(load: (origin: string) => Promise<{ value: T; size: number }>) {
  const cached = new LRUCache<string, { value: T } | { failure: DocumentError }>(CACHE)
  const loading = new Map<string, Promise<T>>()
  const loadNow = async (origin: string) => {
    try {
      const { value, size } = await load(origin)
      cached.set(origin, { value }, { size: size + 1, ttl: AGE_MS })
      return value
    } catch (error) {
      if (error instanceof DocumentError)
        cached.set(origin, { failure: error }, { size: 1, ttl: FAILURE_AGE_MS })
      throw error
    } finally {
      loading.delete(origin)
    }
  }
  return async (origin: string): Promise<T> => {
    const known = cached.get(origin)
    if (known && 'failure' in known) throw known.failure
    if (known) return known.value
    const present = loading.get(origin) ?? loadNow(origin)
    loading.set(origin, present)
    return present
  }
}

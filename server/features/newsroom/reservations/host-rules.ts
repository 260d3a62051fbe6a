import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import {
  DOCUMENT_AGENT,
  type DocumentClient,
  DocumentError,
} from '#server/platform/links/request-document.ts'
import { parseJson } from '#server/platform/parse-json.ts'

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

/** The least that RFC 9309 has programs read. */
const MAX_ROBOTS_BYTES = 512 * 1024
const MAX_TDM_BYTES = 128 * 1024
const TIMEOUT_MS = 10_000
/** RFC 9309 lets rules be used for a day. */
const AGE_MS = 24 * 60 * 60_000
/** The time for which a server that did not answer is not asked again. */
const FAILURE_AGE_MS = 10 * 60_000
const CACHE = { max: 4_000, maxSize: 8 * 1024 * 1024 }

/** The rules that servers have for programs, asked at most once a day by this process, or every ten minutes while that fails. */
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

/** Tells whether a server may answer otherwise in a while. */
const isFailing = (status: number) => status === 429 || status >= 500

/** Returns what is reserved as long as rules cannot be read. */
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

/** More rules of one agent are not compared: everything counts as disallowed. */
const MAX_RULES = 5_000
const MAX_PATTERN_LENGTH = 500

/** The rules of a robots.txt for some agents (RFC 9309). */
interface RobotsRules {
  /** Tells whether an agent may ask for an address; one that is not named follows the rules for all. */
  allows(url: URL, agent: string): boolean
  /** Tells whether there are rules for this agent itself. */
  names(agent: string): boolean
}

interface Rule {
  pattern: string
  isAllowed: boolean
}

/** Reads a robots.txt, and keeps the rules for `agents` and those for all others. robots-parser takes seconds for a hostile one. */
export function readRobots(text: string, agents: readonly string[]): RobotsRules {
  const wanted = new Set(['*', ...agents.map((agent) => agent.toLowerCase())])
  const rules = new Map<string, Rule[]>()
  let current: Rule[][] = []
  let isAmongAgents = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isAmongAgents) current = []
      isAmongAgents = true
      const agent = tokenOf(value)
      if (!wanted.has(agent)) continue
      const own = rules.get(agent) ?? []
      rules.set(agent, own)
      current.push(own)
    } else if (field === 'allow' || field === 'disallow') {
      isAmongAgents = false
      const pattern = withOneEncoding(value.trim())
      // Without a pattern the rule disallows nothing.
      if (pattern === '') continue
      const rule = { pattern, isAllowed: field === 'allow' }
      for (const own of current) if (own.length <= MAX_RULES) own.push(rule)
    }
  }
  return {
    allows: (url, agent) => allowsPath(rules.get(agent.toLowerCase()) ?? rules.get('*') ?? [], pathOf(url)),
    names: (agent) => rules.has(agent.toLowerCase()),
  }
}

/** The name of an agent without its version. */
const tokenOf = (value: string) => (/^\s*([\w-]+|\*)/.exec(value)?.[1] ?? '').toLowerCase()

/** The longest pattern decides, and of two the one that allows. */
function allowsPath(rules: readonly Rule[], path: string): boolean {
  if (rules.length > MAX_RULES) return false
  let longest = -1
  let isAllowed = true
  for (const rule of rules) {
    const { length } = rule.pattern
    if (length < longest || (length === longest && !rule.isAllowed)) continue
    if (length > MAX_PATTERN_LENGTH ? rule.isAllowed : !matchesPath(rule.pattern, path)) continue
    longest = length
    isAllowed = rule.isAllowed
  }
  return isAllowed
}

const MAX_TDM_RULES = 1_000

const rule = z.object({
  location: z.string().max(500),
  'tdm-reservation': z.union([z.literal(0), z.literal(1)]),
})

type TdmRules = readonly z.output<typeof rule>[]

/** The rules for a file that is too much to be read: it reserves everything. */
const ALL_RESERVED: TdmRules = [{ location: '/', 'tdm-reservation': 1 }]

/** Reads /.well-known/tdmrep.json (TDM Reservation Protocol, W3C); what is no rule is left out. */
function readTdmRules(text: string): TdmRules {
  const given: unknown = parseJson(text)
  if (!Array.isArray(given)) return []
  if (given.length > MAX_TDM_RULES) return ALL_RESERVED
  return given.flatMap((value) => rule.safeParse(value).data ?? [])
}

/** Tells whether the publisher reserves text and data mining of an address; the first rule about it decides. */
export function reservesMining(given: TdmRules, url: URL): boolean {
  const path = pathOf(url)
  const rule = given.find(({ location }) => matchesPath(withOneEncoding(location), path))
  return rule?.['tdm-reservation'] === 1
}

/**
 * Tells whether a path is one of a pattern, as robots.txt and TDMRep write them: `*` stands for anything, and `$` at the end for the end
 * (RFC 9309, section 2.2.3). In linear time but for the search of each piece.
 */
function matchesPath(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  let at = start.length
  const last = isWhole ? pieces.pop() : undefined
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Path and query of an address as patterns are compared with them. */
const pathOf = ({ pathname, search }: URL): string => withOneEncoding(pathname + search)

/** Writes escapes in capitals, and escapes the characters that addresses escape. */
function withOneEncoding(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
}

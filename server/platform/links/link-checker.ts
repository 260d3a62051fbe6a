import { LRUCache } from 'lru-cache'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import type { AskOptions } from '#server/platform/links/ask-server.ts'
import {
  canResolveName,
  findMissingPage,
  judgeLink,
  type Verdict,
} from '#server/platform/links/judge-link.ts'
import type { PageLooks } from '#server/platform/links/soft-404.ts'

const CACHE_MINUTES = 10
const MAX_CACHED = 5000
/** In all, and for one person; a link whose turn does not come is not asked for. */
const QUEUE = { atOnce: 8, perKey: 4, maxWaitMs: 60_000 }
/** Between two requests to one host. */
const PAUSE_MS = 250
/** Links that wait, in all and of one person. */
const MAX_WAITING = { inAll: 500, perKey: 200 }
/** What takes longer is answered by the next question, from the cache. */
const DEADLINE_MS = 20_000
/** A server of the root of all names, so that a name exists as long as any does. */
const KNOWN_NAME = 'a.root-servers.net'
/** For so long it is not looked up again, however many names cannot be found. */
const NETWORK_MS = 30_000
const BUSY: Verdict = { state: 'unsure', detail: 'busy' }

/** Asks other servers whether the pages exist that texts link to. */
export interface LinkChecker {
  /** `key` is whoever wants to know: people take turns, so that the slow servers of one do not hold up the others. */
  check(address: string, key: string): Promise<Verdict>
}

export function createLinkChecker(options: {
  siteUrl: string
  allowed?: readonly string[]
  /** A name that exists, to tell whether any can be found. */
  knownName?: string
  nameServers?: readonly string[]
  longestMs?: number
}): LinkChecker {
  const { siteUrl, allowed = [], nameServers, longestMs, knownName = KNOWN_NAME } = options
  const userAgent = `Mozilla/5.0 (compatible; LinkCheck/1.0; +${siteUrl})`
  const asking: AskOptions = { allowed, nameServers, userAgent }
  const ttl = CACHE_MINUTES * 60_000
  // Promises, so that the same address is asked once, however many ask for it at a time.
  const verdicts = new LRUCache<string, Promise<Verdict>>({ max: MAX_CACHED, ttl })
  const missing = new LRUCache<string, { looks: Promise<PageLooks | null> }>({ max: MAX_CACHED, ttl })
  const network = new LRUCache<string, { works: Promise<boolean> }>({ max: 1, ttl: NETWORK_MS })
  const hosts = new Map<string, Promise<void>>()
  const queue = createFairQueue(QUEUE)
  const waitingOf = new Map<string, number>()
  let waiting = 0

  /** One after another for a host. */
  async function inTurn(host: string, key: string, work: () => Promise<Verdict>): Promise<Verdict> {
    const askedAt = Date.now()
    const before = hosts.get(host) ?? Promise.resolve()
    const done = Promise.withResolvers<void>()
    const turn = before.then(() => done.promise)
    hosts.set(host, turn)
    await before
    try {
      return await queue.run(key, work, () => Date.now() - askedAt < QUEUE.maxWaitMs)
    } finally {
      const end = () => {
        done.resolve()
        if (hosts.get(host) === turn) hosts.delete(host)
      }
      setTimeout(end, allowed.length > 0 ? 0 : PAUSE_MS).unref()
    }
  }

  function findMissing(origin: string, patience: AbortSignal): Promise<PageLooks | null> {
    const cached = missing.get(origin)
    if (cached) return cached.looks
    const looks = findMissingPage(origin, { ...asking, patience })
    missing.set(origin, { looks })
    return looks
  }

  function canResolve(): Promise<boolean> {
    const cached = network.get(knownName)
    if (cached) return cached.works
    const works = canResolveName(knownName, nameServers)
    network.set(knownName, { works })
    return works
  }

  function count(key: string, change: 1 | -1): void {
    waiting += change
    const own = (waitingOf.get(key) ?? 0) + change
    if (own > 0) waitingOf.set(key, own)
    else waitingOf.delete(key)
  }

  function judge(address: string, key: string): Promise<Verdict> {
    const cached = verdicts.get(address)
    if (cached) return cached
    const isFull = waiting >= MAX_WAITING.inAll || (waitingOf.get(key) ?? 0) >= MAX_WAITING.perKey
    if (isFull) return Promise.resolve(BUSY)
    count(key, 1)
    const host = URL.parse(address)?.host ?? ''
    const verdict = inTurn(host, key, () =>
      judgeLink(address, { ...asking, longestMs }, findMissing, canResolve),
    )
      .catch((error: unknown) => {
        if (!(error instanceof FairQueueError)) throw error
        // Nobody was asked, so there is nothing to remember.
        verdicts.delete(address)
        return BUSY
      })
      .finally(() => count(key, -1))
    verdicts.set(address, verdict)
    return verdict
  }

  return {
    check(address, key) {
      const { promise, resolve } = Promise.withResolvers<Verdict>()
      const timer = setTimeout(() => resolve(BUSY), DEADLINE_MS)
      return Promise.race([judge(address, key), promise]).finally(() => clearTimeout(timer))
    },
  }
}

import { LRUCache } from 'lru-cache'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import {
  canResolveName,
  checkLink,
  findMissingPage,
  type LinkStatus,
} from '#server/platform/links/check-link.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import type { PageSummary } from '#server/platform/links/soft-404.ts'

const CACHE_MINUTES = 10
const MAX_CACHED = 5000
/** The limits in all, and for one user; a link that waits longer is not requested. */
const QUEUE = { atOnce: 8, maxWaitMs: 60_000 }
/** Between two requests to one host. */
const PAUSE_MS = 250
/** Links that wait, in all and of one person. */
const MAX_WAITING = { inAll: 500, perKey: 200 }
/** A result that takes longer is returned by the next check, from the cache. */
const DEADLINE_MS = 20_000
/** A root name server, whose name always exists. */
const KNOWN_NAME = 'a.root-servers.net'
/** The time for which the result of that lookup is cached. */
const NETWORK_MS = 30_000
const BUSY: LinkStatus = { state: 'unsure', detail: 'busy' }

/** Checks whether the pages exist that texts link to, by requests to their servers. */
export interface LinkChecker {
  /** `key` is the user who checks: users share the queue fairly, so that the slow servers of one do not delay the others. */
  check(address: string, key: string): Promise<LinkStatus>
}

export function createLinkChecker(options: {
  siteUrl: string
  allowed?: readonly string[]
  /** A name that exists, to find out whether names can be resolved at all. */
  knownName?: string
  nameServers?: readonly string[]
  longestMs?: number
}): LinkChecker {
  const { siteUrl, allowed = [], nameServers, longestMs, knownName = KNOWN_NAME } = options
  const userAgent = `Mozilla/5.0 (compatible; LinkCheck/1.0; +${siteUrl})`
  const clientOptions: ClientOptions = { allowed, nameServers, userAgent }
  const ttl = CACHE_MINUTES * 60_000
  // Promises, so that concurrent checks of the same address share one request.
  const statuses = new LRUCache<string, Promise<LinkStatus>>({ max: MAX_CACHED, ttl })
  const missing = new LRUCache<string, { summary: Promise<PageSummary | null> }>({ max: MAX_CACHED, ttl })
  const network = new LRUCache<string, { works: Promise<boolean> }>({ max: 1, ttl: NETWORK_MS })
  const hosts = new Map<string, Promise<void>>()
  const queue = createFairQueue(QUEUE)
  const waitingOf = new Map<string, number>()
  let waiting = 0

  /** Runs the checks of one host one after another. */
  async function queueForHost(
    host: string,
    key: string,
    work: () => Promise<LinkStatus>,
  ): Promise<LinkStatus> {
    const askedAt = performance.now()
    const before = hosts.get(host) ?? Promise.resolve()
    const done = Promise.withResolvers<void>()
    const turn = before.then(() => done.promise)
    hosts.set(host, turn)
    await before
    try {
      return await queue.run(key, work, () => performance.now() - askedAt < QUEUE.maxWaitMs)
    } finally {
      const end = () => {
        done.resolve()
        if (hosts.get(host) === turn) hosts.delete(host)
      }
      setTimeout(end, allowed.length > 0 ? 0 : PAUSE_MS).unref()
    }
  }

  function findMissing(origin: string, signal: AbortSignal): Promise<PageSummary | null> {
    const cached = missing.get(origin)
    if (cached) return cached.summary
    const summary = findMissingPage(origin, { ...clientOptions, signal })
    missing.set(origin, { summary })
    return summary
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

  function checkCached(address: string, key: string): Promise<LinkStatus> {
    const cached = statuses.get(address)
    if (cached) return cached
    const isFull = waiting >= MAX_WAITING.inAll || (waitingOf.get(key) ?? 0) >= MAX_WAITING.perKey
    if (isFull) return Promise.resolve(BUSY)
    count(key, 1)
    const host = URL.parse(address)?.host ?? ''
    const status = queueForHost(host, key, () =>
      checkLink(address, { ...clientOptions, longestMs }, findMissing, canResolve),
    )
      .catch((error: unknown) => {
        if (!(error instanceof FairQueueError)) throw error
        // No request was sent, so nothing is cached.
        statuses.delete(address)
        return BUSY
      })
      .finally(() => count(key, -1))
    statuses.set(address, status)
    return status
  }

  return {
    check(address, key) {
      const { promise, resolve } = Promise.withResolvers<LinkStatus>()
      const timer = setTimeout(() => resolve(BUSY), DEADLINE_MS)
      return Promise.race([checkCached(address, key), promise]).finally(() => clearTimeout(timer))
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { AskOptions } from '#server/links/ask-server.ts'
import { canResolveName, findMissingPage, judgeLink, type Verdict } from '#server/links/judge-link.ts'
import type { PageLooks } from '#server/links/soft-404.ts'

const CACHE_MINUTES = 10
const MAX_CACHED = 5000
/** In all, and of one host, which is asked one after another with a pause in between. */
const AT_ONCE = 8
const PAUSE_MS = 250
const MAX_WAITING = 500
/** What takes longer is answered by the next question, from the cache. */
const DEADLINE_MS = 20_000
/** A server of the root of all names, so that a name exists as long as any does. */
const KNOWN_NAME = 'a.root-servers.net'
/** For so long it is not looked up again, however many names cannot be found. */
const NETWORK_MS = 30_000

/** Asks other servers whether the pages exist that texts link to. */
export interface LinkChecker {
  check(address: string): Promise<Verdict>
}

export function createLinkChecker({
  siteUrl,
  allowed = [],
  knownName = KNOWN_NAME,
}: {
  siteUrl: string
  allowed?: readonly string[]
  /** A name that exists, to tell whether any can be found. */
  knownName?: string
}): LinkChecker {
  const options: AskOptions = { allowed, userAgent: `Mozilla/5.0 (compatible; LinkCheck/1.0; +${siteUrl})` }
  const ttl = CACHE_MINUTES * 60_000
  // Promises, so that the same address is asked once, however many ask for it at a time.
  const verdicts = new LRUCache<string, Promise<Verdict>>({ max: MAX_CACHED, ttl })
  const missing = new LRUCache<string, { looks: Promise<PageLooks | null> }>({ max: MAX_CACHED, ttl })
  const network = new LRUCache<string, { works: Promise<boolean> }>({ max: 1, ttl: NETWORK_MS })
  const hosts = new Map<string, Promise<void>>()
  const queue: (() => void)[] = []
  let [running, waiting] = [0, 0]

  async function take(): Promise<void> {
    if (running < AT_ONCE) running++
    else await new Promise<void>((resolve) => queue.push(resolve))
  }
  function giveBack() {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  /** One after another for a host. */
  async function inTurn<T>(host: string, work: () => Promise<T>): Promise<T> {
    const before = hosts.get(host) ?? Promise.resolve()
    const done = Promise.withResolvers<void>()
    const turn = before.then(() => done.promise)
    hosts.set(host, turn)
    await before
    await take()
    try {
      return await work()
    } finally {
      giveBack()
      const end = () => {
        done.resolve()
        if (hosts.get(host) === turn) hosts.delete(host)
      }
      setTimeout(end, allowed.length > 0 ? 0 : PAUSE_MS).unref()
    }
  }

  function findMissing(origin: string): Promise<PageLooks | null> {
    const cached = missing.get(origin)
    if (cached) return cached.looks
    const looks = findMissingPage(origin, options)
    missing.set(origin, { looks })
    return looks
  }

  function canResolve(): Promise<boolean> {
    const cached = network.get(knownName)
    if (cached) return cached.works
    const works = canResolveName(knownName)
    network.set(knownName, { works })
    return works
  }

  function judge(address: string): Promise<Verdict> {
    const cached = verdicts.get(address)
    if (cached) return cached
    const host = URL.parse(address)?.host ?? ''
    if (waiting >= MAX_WAITING) return Promise.resolve({ state: 'unsure', detail: 'busy' })
    waiting++
    const verdict = inTurn(host, () => judgeLink(address, options, findMissing, canResolve)).finally(
      () => waiting--,
    )
    verdicts.set(address, verdict)
    return verdict
  }

  return {
    check(address) {
      const { promise, resolve } = Promise.withResolvers<Verdict>()
      const timer = setTimeout(() => resolve({ state: 'unsure', detail: 'busy' }), DEADLINE_MS)
      return Promise.race([judge(address), promise]).finally(() => clearTimeout(timer))
    },
  }
}

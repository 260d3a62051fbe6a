import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { CountedPage } from '#core/domain/page-view.ts'
import { countedPageOf } from '#server/features/page-views/counted-page.ts'
import { referrerHost } from '#server/features/page-views/referrer-host.ts'

/** What is known of a request whose answer was sent. */
export interface SentPage {
  headers: IncomingHttpHeaders
  /** The address that it came from. */
  client: string
}

/** What was counted of a page since it was taken last. */
export interface PageTally {
  page: CountedPage
  views: number
  bots: number
  /** The address and the program of each visitor. They never leave this process; `take` is followed by hashing. */
  visitors: Set<string>
  /** Views by the host that led to the page. */
  hosts: Map<string, number>
}

export interface PageViewCounter {
  /** Counts an answer to GET, with or without a body; `pathAndQuery` as it was asked for, or the key of a cached page. */
  count(pathAndQuery: string, sent: SentPage): void
  /** What was counted since the last call. */
  take(): PageTally[]
  /** Returns what was taken, because it could not be stored. */
  putBack(tallies: readonly PageTally[]): void
}

/** Of one process between two flushes; beyond that a page is not counted, respectively a visitor is not told apart. */
const MAX_PAGES = 20_000
const MAX_VISITORS = 200_000
/** Of each page, and of all. */
const MAX_HOSTS = { page: 2_000, all: 20_000 }
/** Programs and referrers that were looked at lately. Strangers choose both, so that they are cut. */
const KNOWN = { max: 2_000 }
/** Addresses that were looked at lately; longer ones, whose query a stranger has chosen, are looked at each time. */
const MAX_KNOWN_ADDRESS = 500
const MAX_AGENT = 500
const MAX_REFERRER = 2_000
/** The longest address; what is longer, a proxy has passed on from a stranger. */
const MAX_CLIENT = 64

/**
 * Counts pages as they leave, in memory. Readers who ask not to be followed (DNT, Sec-GPC) are not counted at all, nor is what a browser
 * fetches before anybody asks for it.
 */
export function createPageViewCounter({ siteUrl }: { siteUrl: string }): PageViewCounter {
  const ownOrigin = `${siteUrl}/`
  const pages = new LRUCache<string, { page: CountedPage | null }>({ max: MAX_PAGES })
  const bots = new LRUCache<string, boolean>(KNOWN)
  const hosts = new LRUCache<string, { host: string | null }>(KNOWN)
  let tallies = new Map<string, PageTally>()
  let visitors = 0
  let listedHosts = 0

  function pageOf(pathAndQuery: string): CountedPage | null {
    const known = pages.get(pathAndQuery)
    if (known) return known.page
    const page = countedPageOf(pathAndQuery)
    if (pathAndQuery.length <= MAX_KNOWN_ADDRESS) pages.set(pathAndQuery, { page })
    return page
  }

  function tallyOf(page: CountedPage): PageTally | null {
    const place = `${page.path} ${page.language}`
    const known = tallies.get(place)
    if (known) return known
    if (tallies.size >= MAX_PAGES) return null
    const tally = { page, views: 0, bots: 0, visitors: new Set<string>(), hosts: new Map<string, number>() }
    tallies.set(place, tally)
    return tally
  }

  function isBot(agent: string): boolean {
    const known = bots.get(agent)
    if (known !== undefined) return known
    const isOne = agent === '' || isbot(agent)
    bots.set(agent, isOne)
    return isOne
  }

  function hostOf(referrer: string): string | null {
    if (referrer.length > MAX_REFERRER) return null
    const known = hosts.get(referrer)
    if (known) return known.host
    const host = referrerHost(referrer)
    hosts.set(referrer, { host })
    return host
  }

  function addVisitor(tally: PageTally, visitor: string): void {
    if (visitors >= MAX_VISITORS) return
    const before = tally.visitors.size
    tally.visitors.add(visitor)
    visitors += tally.visitors.size - before
  }

  function addHost({ hosts: listed }: PageTally, host: string, views: number): void {
    const isKnown = listed.has(host)
    const isListed = isKnown || (listed.size < MAX_HOSTS.page && listedHosts < MAX_HOSTS.all)
    if (isListed && !isKnown) listedHosts += 1
    const key = isListed ? host : ''
    listed.set(key, (listed.get(key) ?? 0) + views)
  }

  return {
    count(pathAndQuery, { headers, client }) {
      if (headers.dnt === '1' || headers['sec-gpc'] === '1' || isAhead(headers)) return
      const page = pageOf(pathAndQuery)
      const tally = page && tallyOf(page)
      if (!tally) return
      const agent = (headers['user-agent'] ?? '').slice(0, MAX_AGENT)
      // Most programs that read feeds say what they are, and stand for people.
      if (tally.page.kind !== 'feed' && isBot(agent)) {
        tally.bots += 1
        return
      }
      tally.views += 1
      addVisitor(tally, `${client.slice(0, MAX_CLIENT)} ${agent}`)
      const referrer = headers.referer
      if (referrer === undefined || referrer.startsWith(ownOrigin)) return
      const host = hostOf(referrer)
      if (host === null) return
      addHost(tally, host, 1)
    },

    take() {
      const taken = [...tallies.values()]
      tallies = new Map()
      visitors = 0
      listedHosts = 0
      return taken
    },

    putBack(returned) {
      for (const { page, ...counted } of returned) {
        const tally = tallyOf(page)
        if (!tally) continue
        tally.views += counted.views
        tally.bots += counted.bots
        for (const visitor of counted.visitors) addVisitor(tally, visitor)
        for (const [host, views] of counted.hosts) addHost(tally, host, views)
      }
    },
  }
}

/** Whether a browser fetches it before anybody wants it. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return purpose !== undefined && /prefetch|prerender|preview/.test(String(purpose))
}

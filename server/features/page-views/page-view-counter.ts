import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isbot } from 'isbot'
import type { CountedPage, PageKind } from '#core/domain/readership.ts'
import { isLanguage, type Language, languageOfUrl } from '#core/i18n/languages.ts'
import {
  ARTICLE_PREFIX,
  CORRECTIONS_PATH,
  LEGAL_PAGES,
  NEWSLETTER_ISSUES_PATH,
  NEWSLETTER_PATH,
} from '#core/paths.ts'

/** The facts that are known of a request whose answer was sent. */
export interface SentPage {
  headers: IncomingHttpHeaders
  /** The address that it came from. */
  client: string
}

/** The views of a page that were counted since it was taken last. */
export interface PageTally {
  page: CountedPage
  views: number
  bots: number
  /** The addresses of visitors by their program. They never leave this process; `take` is followed by hashing. */
  visitors: Map<string, Set<string>>
  /** Views by the host that led to the page. */
  hosts: Map<string, number>
  /** True if more visitors came than are told apart. */
  isIncomplete: boolean
}

export interface PageViewCounter {
  /** Counts an answer to GET, with or without a body; `pathAndQuery` as it was asked for, or the key of a cached page. */
  count(pathAndQuery: string, sent: SentPage): void
  /** Takes what was counted since the last call. */
  take(): PageTally[]
  /** Returns what was taken, because it could not be stored. */
  putBack(tallies: readonly PageTally[]): void
}

/** Of one process between two flushes; beyond that a page is not counted, respectively a visitor is not told apart. */
const MAX_PAGES = 20_000
const MAX_VISITORS = 200_000
/** Of each page, and of all. */
const MAX_HOSTS = { page: 2_000, all: 20_000 }
/** Addresses, programs and referrers that were looked at lately. Strangers choose them, so that they are few, and none is long. */
const MAX_KNOWN = { texts: 2_000, length: 500 }
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
  const placeOf = remember((pathAndQuery) => {
    const page = countedPageOf(pathAndQuery)
    return { page, place: page ? placeName(page) : '' }
  })
  const isBot = remember((agent) => agent === '' || isbot(agent))
  const hostOf = remember(referrerHost)
  /** By path and language, whatever else was asked for. */
  let tallies = new Map<string, PageTally>()
  let visitors = 0
  let listedHosts = 0

  function tallyOf(page: CountedPage, place = placeName(page)): PageTally | null {
    const known = tallies.get(place)
    if (known) return known
    if (tallies.size >= MAX_PAGES) return null
    const tally = {
      page,
      views: 0,
      bots: 0,
      visitors: new Map<string, Set<string>>(),
      hosts: new Map<string, number>(),
      isIncomplete: false,
    }
    tallies.set(place, tally)
    return tally
  }

  function addVisitor(tally: PageTally, agent: string, client: string): void {
    const clients = tally.visitors.get(agent)
    if (clients?.has(client)) return
    if (visitors >= MAX_VISITORS) {
      tally.isIncomplete = true
      return
    }
    visitors += 1
    if (clients) clients.add(client)
    else tally.visitors.set(agent, new Set([client]))
  }

  function addHost(tally: PageTally, host: string, views: number): void {
    const isKnown = tally.hosts.has(host)
    const isListed = isKnown || (tally.hosts.size < MAX_HOSTS.page && listedHosts < MAX_HOSTS.all)
    if (isListed && !isKnown) listedHosts += 1
    const listed = isListed ? host : ''
    tally.hosts.set(listed, (tally.hosts.get(listed) ?? 0) + views)
  }

  return {
    count(pathAndQuery, { headers, client }) {
      if (headers.dnt === '1' || headers['sec-gpc'] === '1' || isAhead(headers)) return
      const { place, page } = placeOf(pathAndQuery)
      const tally = page && tallyOf(page, place)
      if (!tally) return
      const agent = (headers['user-agent'] ?? '').slice(0, MAX_AGENT)
      // Most programs that read feeds say what they are, and stand for people.
      if (page.kind !== 'feed' && isBot(agent)) {
        tally.bots += 1
        return
      }
      tally.views += 1
      addVisitor(tally, agent, client.slice(0, MAX_CLIENT))
      const referrer = headers.referer
      if (referrer === undefined || referrer.startsWith(ownOrigin)) return
      const host = referrer.length > MAX_REFERRER ? null : hostOf(referrer)
      if (host !== null) addHost(tally, host, 1)
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
        tally.isIncomplete ||= counted.isIncomplete
        for (const [agent, clients] of counted.visitors)
          for (const client of clients) addVisitor(tally, agent, client)
        for (const [host, views] of counted.hosts) addHost(tally, host, views)
      }
    },
  }
}

const placeName = ({ path, language }: CountedPage) => `${path} ${language}`

/** Remembers what was found for the latest texts: a cache that keeps the order of their use would take longer than the counting. */
function remember<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = find(text)
    if (text.length > MAX_KNOWN.length) return value
    if (known.size >= MAX_KNOWN.texts) known.clear()
    known.set(text, value)
    return value
  }
}

/** Tells whether a browser fetches it before anybody wants it. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return purpose !== undefined && /prefetch|prerender|preview/.test(String(purpose))
}

const MAX_PATH_LENGTH = 300
/** Paths as in our own links. A page has other spellings without number, like `/%6eews`, which must not become as many sums. */
const PLAIN_PATH = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/
/** Pages with an address of their own that are neither lists nor articles. */
const OTHER_PAGES: ReadonlySet<string> = new Set([
  '/search',
  CORRECTIONS_PATH,
  NEWSLETTER_PATH,
  NEWSLETTER_ISSUES_PATH,
  ...LEGAL_PAGES.map((page) => `/${page}`),
])
/** First parts of paths that readers have, but that say something of one person, or are no page. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'admin',
  'preview',
  'saved',
  'confirm-subscription',
  'subscribe',
  'unsubscribe',
  'sitemaps',
])

/**
 * Returns the page as which one that was sent counts, by its path and query as a browser asks for it; null for what is not counted: the
 * desk, previews, the links of subscribers, and files for programs other than feeds.
 */
export function countedPageOf(pathAndQuery: string): CountedPage | null {
  const [rawPath = '/', query = ''] = splitQuery(pathAndQuery)
  const path = rawPath.toLowerCase().replace(/(?<=.)\/$/, '')
  if (path.length > MAX_PATH_LENGTH) return null
  const language = languageOfUrl({ search: query && `?${query}` })
  const feed = readFeed(path)
  if (feed) return { path, kind: 'feed', slug: null, language: feed }
  if (!PLAIN_PATH.test(path)) return null
  const [first = '', second, third, ...more] = path.split('/').slice(1)
  const page = (kind: PageKind, slug: string | null = null) => ({ path, language, kind, slug })
  if (path === '/') return page('home')
  if (UNCOUNTED.has(first) || more.length > 0) return null
  if (OTHER_PAGES.has(path)) return page('page')
  if (path.startsWith(ARTICLE_PREFIX) && second && third === undefined) return page('article', second)
  if (first === 'author' && second && third === undefined) return page('author', second)
  if (path.startsWith(`${NEWSLETTER_ISSUES_PATH}/`) && third) return page('issue', third)
  return second === undefined ? page('section', first) : null
}

function splitQuery(pathAndQuery: string): [string, string] {
  const at = pathAndQuery.indexOf('?')
  return at < 0 ? [pathAndQuery, ''] : [pathAndQuery.slice(0, at), pathAndQuery.slice(at + 1)]
}

/** The language of a feed. */
function readFeed(path: string): Language | null {
  const [, language] = /^\/feeds\/([a-z]{2})(?:\/[a-z0-9/-]+)?\.(?:xml|json)$/.exec(path) ?? []
  return isLanguage(language) ? language : null
}

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * The host of a referring page, without `www.`, and nothing else of its address; null for what is no page of a public host: programs,
 * addresses of machines, and what cannot be read.
 */
export function referrerHost(referrer: string): string | null {
  const url = URL.canParse(referrer) ? new URL(referrer) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const host = domainToASCII(url.hostname)
    .replace(/\.$/, '')
    .replace(/^www\./, '')
  return isIP(host) === 0 && HOST.test(host) ? host : null
}

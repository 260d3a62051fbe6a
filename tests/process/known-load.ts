import type { OutgoingHttpHeaders } from 'node:http'

/** The number of requests in the load. */
export const LOAD_SIZE = 10_000

/** Parts of values that must not be stored: of every address, of a mail address, and of every program. */
export const ADDRESS_MARKS = ['198.18.', '2001:db8:77:', 'nora.private', 'Quill/77']

export interface KnownRequest {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  status: number
  /** Its share of the sums; null if it is not counted. */
  counts: Counted | null
}

interface Counted {
  path: string
  language: string
  /** The reader, as far as one visitor is told from another; null for a program. */
  visitor: string | null
  host?: string
}

type Case = [
  path: string,
  counts: { path: string; language: string; isBot?: true; host?: string } | null,
  options?: { status?: number; method?: string; headers?: OutgoingHttpHeaders },
]

const STORM = '/article/storm'
const english = (path: string) => ({ path, language: 'en' })

/** Each kind of request, with its count. */
const casesOf = (etag: string, site: string): Case[] => [
  ['/', english('/')],
  ['/?lang=de', { path: '/', language: 'de' }],
  [STORM, english(STORM)],
  [`${STORM}?utm_source=nora.private`, english(STORM)],
  [`${STORM}?lang=fr`, { path: STORM, language: 'fr' }],
  [`${STORM}?lang=it`, { path: STORM, language: 'it' }],
  ['/?lang=es', { path: '/', language: 'es' }],
  ['/news?lang=pt', { path: '/news', language: 'pt' }],
  ['/privacy?lang=de', { path: '/privacy', language: 'de' }],
  ['/search?q=nora.private@readers.example', english('/search')],
  [STORM, english(STORM), { status: 304, headers: { 'if-none-match': etag } }],
  ['/feeds/en.xml', english('/feeds/en.xml')],
  ['/feeds/de.json', { path: '/feeds/de.json', language: 'de' }],
  [
    STORM,
    { ...english(STORM), host: 'news.example' },
    { headers: { referer: 'https://www.news.example/nora.private' } },
  ],
  [
    '/?lang=de',
    { path: '/', language: 'de', host: 'xn--bcher-kva.example' },
    { headers: { referer: 'http://nora.private@b%C3%BCcher.example:8443/?q=1' } },
  ],
  [STORM, english(STORM), { headers: { referer: `${site}/news` } }],
  [STORM, english(STORM), { headers: { referer: 'https://198.18.0.1/intranet' } }],
  [STORM, english(STORM), { headers: { referer: `https://long.example/${'x'.repeat(8_192)}` } }],
  [STORM, { ...english(STORM), isBot: true }, { headers: { 'user-agent': 'Googlebot/2.1 Quill/77' } }],
  ['/', { ...english('/'), isBot: true }, { headers: { 'user-agent': '' } }],
  ['/', null, { headers: { dnt: '1' } }],
  [STORM, null, { headers: { 'sec-gpc': '1' } }],
  [STORM, null, { method: 'HEAD' }],
  [STORM, null, { headers: { 'sec-purpose': 'prefetch' } }],
  [`${STORM}.data`, null, { status: 404 }],
  [STORM, null, { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['/preview?token=nora.private', null, { status: 404 }],
  ['/article/nowhere', null, { status: 404 }],
  ['/nowhere', null, { status: 404 }],
  ['/?lang=en', null, { status: 301 }],
  ['/admin', null],
  ['/robots.txt', null],
]

/** Addresses as a proxy passes them on, with the headers that tell one visitor from another. */
const CLIENTS = Array.from({ length: 120 }, (_, index) => [
  { sent: `198.18.3.${index}`, known: `198.18.3.${index}` },
  { sent: `198.18.9.9, 198.18.3.${index}:4711`, known: `198.18.3.${index}` },
  { sent: `::ffff:198.18.4.${index}`, known: `198.18.4.${index}` },
  { sent: `2001:db8:77:${index}::1`, known: `2001:db8:77:${index}` },
  { sent: `[2001:db8:77:${index}:a:b:c:d]:4711`, known: `2001:db8:77:${index}` },
]).flat()
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Quill/77',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 Quill/77',
]

/** The requests, mixed so that every kind comes from many addresses and programs; `etag` is that of the article. */
export function* makeKnownLoad(etag: string, site: string): Generator<KnownRequest> {
  const cases = casesOf(etag, site)
  for (let index = 0; index < LOAD_SIZE; index++) {
    const [path, counted, { status = 200, method = 'GET', headers = {} } = {}] = cases[
      index % cases.length
    ] as Case
    const round = Math.floor(index / cases.length)
    const client = CLIENTS[(index * 7 + round) % CLIENTS.length] as (typeof CLIENTS)[number]
    const agent = AGENTS[round % AGENTS.length] as string
    const { isBot, ...counts } = counted ?? {}
    yield {
      method,
      path,
      status,
      headers: { 'user-agent': agent, 'x-forwarded-for': client.sent, ...headers },
      counts: counted && { ...counted, ...counts, visitor: isBot ? null : `${client.known} ${agent}` },
    }
  }
}

/** The sums of requests, counted in the plainest way. */
export function sumsOf(load: readonly KnownRequest[]) {
  const places = new Map<string, { views: number; bots: number; visitors: Set<string> }>()
  const visitors = new Map<string, Set<string>>([['', new Set()]])
  const referrers = new Map<string, number>()
  for (const { counts } of load) {
    if (!counts) continue
    const { path, language, visitor, host } = counts
    const place = getOrAdd(places, `${path} ${language}`, () => ({ views: 0, bots: 0, visitors: new Set() }))
    const isFeed = path.startsWith('/feeds/')
    const ofLanguage = isFeed ? null : getOrAdd(visitors, language, () => new Set())
    if (visitor === null) place.bots += 1
    else {
      place.views += 1
      for (const seen of [place.visitors, ofLanguage, isFeed ? null : visitors.get('')]) seen?.add(visitor)
    }
    if (host) referrers.set(`${language} ${host}`, (referrers.get(`${language} ${host}`) ?? 0) + 1)
  }
  return {
    places: sorted(places).map(([place, sums]) => ({ place, ...sums, visitors: sums.visitors.size })),
    visitors: sorted(visitors).map(([language, seen]) => ({
      language,
      visitors: seen.size,
      is_incomplete: false,
    })),
    referrers: sorted(referrers).map(([key, views]) => {
      const [language, host] = key.split(' ')
      return { language, host, views }
    }),
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

const sorted = <Value>(map: Map<string, Value>) =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))

import type { SlowRequest } from '#core/domain/system.ts'
import { isRecent } from '#server/platform/report/recent.ts'

/** A request that takes longer is slow. */
export const SLOW_MS = 1_000
const MOST = 20

/** The latest last. Of this process, as metrics are. */
const slow: SlowRequest[] = []

/** Remembers a request that was slow. */
export function noteSlowRequest(request: SlowRequest): void {
  slow.push(request)
  if (slow.length > MOST) slow.shift()
}

/** The last slow requests of a day, the latest first. */
export const listSlowRequests = (): SlowRequest[] => slow.filter(({ at }) => isRecent(at)).toReversed()

/** First parts of paths that the program chose, and so may be shown; others are slugs. */
const OWN_FIRST = new Set(
  `admin article author assets auth calendar confirm-subscription corrections feeds fonts functions healthz icons images llms.txt look
   manifest.webmanifest metrics news-sitemap.xml newsletter preview readyz realtime rest robots.txt search share sitemap.xml sitemaps
   storage subscribe unsubscribe`.split(/\s+/),
)
/** Below these, the names of tables, functions and endpoints follow. */
const WITH_NAMES = new Set(['auth', 'functions', 'realtime', 'rest', 'storage'])
/** A name of ours, and no id, token or address. */
const NAME = /^[a-z][a-z_-]{0,40}$/
const MAX_PARTS = 5

/** The route of a path: what a client chose in it is `*`, and its query is left out. */
export function routePattern(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const [first = '', ...rest] = path.split('/').slice(1)
  if (!OWN_FIRST.has(first)) return first === '' ? '/' : rest.length > 0 ? '/*/…' : '/*'
  const isName = (part: string) =>
    part === 'v1' || part === 'rpc' || (WITH_NAMES.has(first) && NAME.test(part))
  const shown = rest.slice(0, MAX_PARTS).map((part, index) => (index < 3 && isName(part) ? part : '*'))
  return `/${[first, ...shown].join('/')}${rest.length > MAX_PARTS ? '/…' : ''}`
}

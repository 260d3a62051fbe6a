import type { LimitHit, LoggedError, SlowRequest } from '#core/domain/system.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import { shortLine } from '#server/platform/log-line.ts'
import { currentRequestId } from '#server/platform/request-id.ts'

const DAY_MS = 86_400_000

/** Returns true if a moment is within the last day. */
const isRecent = (at: string): boolean => Date.parse(at) > Date.now() - DAY_MS

/** The most errors, and the most slow requests, that are remembered. */
const MOST = 20

/** The errors of this process by what was thrown, the latest last. */
const errors = new Map<string, LoggedError>()

/** Remembers a logged error, with its place and the thrown value. */
export function noteError(message: string, thrown?: string): void {
  const what = thrown === undefined ? '' : shortLine(thrown)
  const where = shortLine(message)
  // Messages of one kind differ in ids and numbers.
  const key = what || where.replace(/[\da-f-]{8,}|\d+/g, '#')
  const before = errors.get(key)
  const now = new Date().toISOString()
  errors.delete(key)
  errors.set(key, {
    since: before?.since ?? now,
    last_at: now,
    times: (before?.times ?? 0) + 1,
    message: what ? `${where}: ${what}` : where,
    request_id: currentRequestId() ?? before?.request_id ?? null,
  })
  if (errors.size > MOST) errors.delete(errors.keys().next().value ?? '')
}

/** The last errors of a day, the latest first. */
export const listErrors = (): LoggedError[] =>
  [...errors.values()].filter(({ last_at }) => isRecent(last_at)).toReversed()

/** A request that takes longer is slow. */
export const SLOW_MS = 1_000

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

/** Bounds beside the rate limits, in words. */
type OtherLimit =
  | 'connections'
  | 'unread responses'
  | 'requests at once'
  | 'waiting for a turn'
  | 'waiting jobs'

/** The limits that were reached in this process, as metrics are. */
const hits = new Map<string, LimitHit>()

/** Counts that a limit refused somebody; nothing says whom. */
export function noteLimit(limit: LimitName | OtherLimit): void {
  const now = new Date().toISOString()
  const hit = hits.get(limit)
  if (hit && isRecent(hit.last_at)) {
    hit.times += 1
    hit.last_at = now
  } else hits.set(limit, { limit, since: now, last_at: now, times: 1 })
}

/** The limits that refused somebody within a day. */
export const listLimits = (): LimitHit[] => [...hits.values()].filter(({ last_at }) => isRecent(last_at))

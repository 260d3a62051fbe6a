import type { IncomingMessage, ServerResponse } from 'node:http'
import { countRequest } from '#server/platform/metrics/process-metrics.ts'
import { noteSlowRequest, routePattern, SLOW_MS } from '#server/platform/report.ts'

/** The label of a request by the first segment of its path. There are few labels, whatever is requested. */
const BY_FIRST_SEGMENT = new Map([
  ['', 'home'],
  ['article', 'article'],
  ['author', 'page'],
  ['assets', 'asset'],
  ['fonts', 'asset'],
  ['images', 'image'],
  ['share', 'image'],
  ['icons', 'image'],
  ['look', 'image'],
  ['demo', 'image'],
  ['calendar', 'feed'],
  ['feeds', 'feed'],
  ['sitemaps', 'feed'],
  ['sitemap.xml', 'feed'],
  ['news-sitemap.xml', 'feed'],
  ['robots.txt', 'feed'],
  ['llms.txt', 'feed'],
  ['rest', 'rest'],
  ['auth', 'auth'],
  ['storage', 'storage'],
  ['functions', 'functions'],
  ['realtime', 'realtime'],
  ['admin', 'admin'],
  ['search', 'search'],
  ['newsletter', 'newsletter'],
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['metrics', 'health'],
])

const OTHER = 'page'

export const ROUTES = [...new Set([...BY_FIRST_SEGMENT.values(), OTHER])]

/** The kind of an address, for the labels of metrics; `address` is a path, with or without a query. */
function routeOf(address: string): string {
  const [, first = ''] = /^\/([^/?#]*)/.exec(address) ?? []
  return BY_FIRST_SEGMENT.get(first) ?? OTHER
}

/** The methods that have metrics; a client may name others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Files, which take as long as the connection of the client. */
const BY_CLIENT = new Set(['asset', 'image', 'storage'])

/**
 * Counts a request that is over, and remembers one that was slow. By `performance.now()` it came at `started`, and the last of its body at
 * `arrived`: until then its client was slow.
 */
export function observeRequest(
  { method = '', url = '', complete }: IncomingMessage,
  { statusCode }: ServerResponse,
  { id, started, arrived }: { id: string; started: number; arrived: number },
): void {
  const route = routeOf(url)
  const knownMethod = METHODS.has(method) ? method : 'other'
  const now = performance.now()
  const status = `${Math.floor(statusCode / 100)}xx`
  countRequest({ route, method: knownMethod, status }, (now - started) / 1000)
  const ms = now - arrived
  if (ms < SLOW_MS || !complete || BY_CLIENT.has(route)) return
  noteSlowRequest({
    at: new Date(Date.now() - ms).toISOString(),
    method: knownMethod,
    route: routePattern(url),
    status: statusCode,
    ms: Math.round(ms),
    request_id: id,
  })
}

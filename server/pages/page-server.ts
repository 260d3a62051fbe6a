import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding } from '#server/http/choose-encoding.ts'
import { createFairQueue, FairQueueError } from '#server/http/fair-queue.ts'
import { matchesEtag } from '#server/http/matches-etag.ts'
import { compressResponse } from '#server/pages/compress-response.ts'
import type { RequestContext } from '#server/pages/page-build.ts'
import type { CachedPage } from '#server/pages/page-cache/cached-page.ts'
import type { PageCache, PageResult, RenderedPage } from '#server/pages/page-cache/page-cache.ts'
import type { PageKey } from '#server/pages/page-cache/page-key.ts'
import type { TakeTurn } from '#server/pages/page-cache/shared-work.ts'
import type { PageResponse } from '#server/pages/page-response.ts'
import type { RenderPage } from '#server/pages/render-page.ts'

/** A reader's browser asks again each time; a shared cache may respond from what it has for a moment while it does. */
const SHARED_CACHE_CONTROL = 'public, max-age=0, stale-while-revalidate=30'
const PRIVATE_CACHE_CONTROL = 'private, no-cache'
const NOTHING = Buffer.alloc(0)
const COME_LATER: PageResponse = {
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  },
  body: Buffer.from('Too many pages at once. Please try again in a moment.'),
}
/**
 * Pages being rendered at one moment, for one address and for all: enough to keep the processor busy while the database
 * answers. Others wait, each address behind itself, so that no client can stop the others from getting theirs.
 */
const RENDERINGS = { atOnce: 16, perKey: 8, maxWaitMs: 10_000 }

export interface PageServer {
  /** Sends a cached page on the bare socket; false when there is none. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * `valuesFor` makes what the loaders get, for everyone when the page may be cached; `client` is the address in whose
   * turn it is rendered.
   */
  respond(
    request: Request,
    valuesFor: (forEveryone: boolean) => RequestContext,
    client?: string,
  ): Promise<Response>
}

/**
 * Pages for readers: rendered once per address, cached compressed, sent as the same bytes to everyone. A request's headers
 * decide nothing but the encoding and whether 304 is enough; one with credentials never gets a cached page.
 */
export function createPageServer(options: {
  render: RenderPage
  /** The keys of the pages as they are now; the same function until the pages change. */
  loadPageKey: () => Promise<PageKey>
  cache: PageCache
  siteUrl: string
  headers: Record<string, string>
  now?: () => number
}): PageServer {
  const { cache, siteUrl, now = Date.now } = options
  const turns = createFairQueue(RENDERINGS)
  /** Not known before the first page is asked for, when none can be cached. */
  let pageKey: PageKey = () => null

  async function renderForCache(key: string, values: RequestContext): Promise<RenderedPage> {
    const started = now()
    const tags = new Set<string>()
    const tag = (...names: string[]) => {
      for (const name of names) tags.add(name)
    }
    let longestLife = Infinity
    const expireAfter = (seconds: number) => {
      longestLife = Math.min(longestLife, seconds * 1000)
    }
    const response = await options.render(new Request(siteUrl + key), { ...values, tag, expireAfter })
    const { 'content-length': _length, ...headers } = { ...options.headers, ...response.headers }
    const life = lifeOf(response)
    if (response.status === 200 && tags.size > 0) {
      if (life === Infinity) headers['cache-control'] = SHARED_CACHE_CONTROL
      headers.vary = 'accept-encoding'
    } else {
      // Some shared caches store what says nothing, so that an article would be missing after it was published.
      headers['cache-control'] ??= PRIVATE_CACHE_CONTROL
    }
    // The footer says which year it is.
    const until = Math.min(
      started + life,
      started + longestLife,
      Date.UTC(new Date(started).getUTCFullYear() + 1, 0),
    )
    return { status: response.status, headers, body: response.body ?? NOTHING, tags, until }
  }

  async function renderForOne(request: Request, url: URL, values: RequestContext): Promise<PageResponse> {
    const forOne = { ...values, tag: () => {}, expireAfter: () => {} }
    const response = await options.render(atSite(request, url, siteUrl), forOne)
    // Shared caches may not store it; the reader's browser may, and asks before it shows it again.
    return {
      ...response,
      headers: { ...options.headers, 'cache-control': PRIVATE_CACHE_CONTROL, ...response.headers },
    }
  }

  /** Begins work in the turn of a client that still waits for it. */
  function turnsOf(client: string, { signal }: Request): TakeTurn {
    return (work, isWanted) => turns.run(client, work, () => isWanted() && !signal.aborted)
  }

  return {
    sendCached(request, response) {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization)
        return false
      const key = pageKey(request.url ?? '/')
      const page = key === null ? undefined : cache.peek(key)
      if (!page) return false
      const { body, headers, etag } = page.variants[chooseEncoding(request.headers['accept-encoding'])]
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, withoutBody(headers)).end()
      } else {
        response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
      }
      return true
    },

    async respond(request, valuesFor, client = 'unknown') {
      pageKey = await options.loadPageKey()
      const url = new URL(request.url)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const key = isRead && !request.headers.has('authorization') ? pageKey(url.pathname + url.search) : null
      const acceptEncoding = request.headers.get('accept-encoding') ?? undefined
      const takeTurn = turnsOf(client, request)
      // What the loaders get is taken when rendering begins: settings that change before that are the new ones.
      const rendering: Promise<PageResult | { rendered: PageResponse }> =
        key === null
          ? takeTurn(
              async () => ({ rendered: await renderForOne(request, url, valuesFor(false)) }),
              () => true,
            )
          : cache.get(key, () => renderForCache(key, valuesFor(true)), takeTurn)
      const result = await rendering.catch(orComeLater)
      if ('cached' in result) return cachedResponse(request, result.cached)
      const { status, headers, body } = result.rendered
      const whole = { status, headers, body: hasBody(request, status) ? body : null }
      return toResponse(await compressResponse(acceptEncoding, whole))
    },
  }
}

function orComeLater(error: unknown): { rendered: PageResponse } {
  if (error instanceof FairQueueError) return { rendered: COME_LATER }
  throw error
}

function cachedResponse(request: Request, page: CachedPage): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
  const { body, headers, etag } = page.variants[encoding]
  if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag)) {
    return new Response(null, { status: 304, headers: withoutBody(headers) })
  }
  return toResponse({ status: 200, headers, body: request.method === 'HEAD' ? null : body })
}

function toResponse({ status, headers, body }: PageResponse): Response {
  return new Response(body, { status, headers })
}

/** How long a page may be cached at most, in milliseconds; one that changes with the clock says so itself. */
function lifeOf({ headers }: PageResponse): number {
  const seconds = /\bmax-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]
  return seconds === undefined ? Infinity : Number(seconds) * 1000
}

/** The request as if it had come to the public origin: whatever Host said must not reach a page. */
function atSite(request: Request, url: URL, siteUrl: string): Request {
  const address = siteUrl + url.pathname + url.search
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Request(address, isRead ? { headers: request.headers } : request)
}

function hasBody(request: Request, status: number): boolean {
  return request.method !== 'HEAD' && status !== 204 && status !== 304
}

function withoutBody(headers: Record<string, string>): Record<string, string> {
  const { 'content-length': _length, 'content-encoding': _encoding, 'content-type': _type, ...rest } = headers
  return rest
}

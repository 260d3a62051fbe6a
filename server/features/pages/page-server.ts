import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '#core/data/client.ts'
import { findOldAddress } from '#core/data/old-addresses.ts'
import { isOfNoPage, mayNameArticle, meantAddresses } from '#core/domain/old-address.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import { articlePath, rssPath } from '#core/paths.ts'
import type { RequestContext } from '#server/features/pages/page-build.ts'
import type {
  CachedPage,
  PageCache,
  PageResult,
  RenderedPage,
} from '#server/features/pages/page-cache/page-cache.ts'
import type { PageKey } from '#server/features/pages/page-cache/page-key.ts'
import type { RunQueued } from '#server/features/pages/page-cache/single-flight.ts'
import { namesDefaultLanguage } from '#server/features/pages/page-requests.ts'
import { compressResponse, type PageResponse, type RenderPage } from '#server/features/pages/render-page.ts'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import { chooseEncoding, matchesEtag } from '#server/platform/http/request-headers.ts'
import { countPage } from '#server/platform/metrics/process-metrics.ts'
import { currentRequestId, REQUEST_ID_HEADER } from '#server/platform/request-id.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

/** Browsers revalidate each time; a shared cache may serve what it has for a moment while it revalidates. */
const SHARED_CACHE_CONTROL = 'public, max-age=0, stale-while-revalidate=30'
/** For a CDN that is told of changes (RFC 9213): so long it may be wrong about a page of which it was not told. */
const CDN_CACHE_CONTROL = 'max-age=60, stale-while-revalidate=30'
const PRIVATE_CACHE_CONTROL = 'private, no-cache'
const EMPTY_BODY = Buffer.alloc(0)
const OVERLOADED: PageResponse = {
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  },
  body: Buffer.from('Too many pages at once. Please try again in a moment.'),
}
/**
 * The number of pages that are rendered at once, for each client address and for all: enough to use the processor while queries run.
 * Further requests wait in a queue per address, so that no client can block the others.
 */
const RENDERINGS = { atOnce: 16, maxWaitMs: 10_000 }

interface PageServer {
  /** Sends a cached page on the bare socket; false when there is none. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * `valuesFor` makes the context of the loaders, the same for everyone when the page may be cached; `client` is the address in
   * whose queue the request waits.
   */
  respond(
    request: Request,
    valuesFor: (forEveryone: boolean) => RequestContext,
    client?: string,
  ): Promise<Response>
}

/**
 * Serves pages: rendered once per address, cached compressed, the same bytes for everyone. Request headers only decide about the
 * encoding and 304; a request with credentials never gets a cached page.
 */
export function createPageServer(options: {
  render: RenderPage
  /** Resolves to the same function until the pages change. */
  loadPageKey: () => Promise<PageKey>
  cache: PageCache
  /** Asked where a page would be missing, and for the home page with the number of an article of another site. */
  findOldAddress?: FindOldAddress
  siteUrl: string
  headers: Record<string, string>
  isBehindCdn?: boolean
  /** Told of every cached page that is sent on a bare socket, by its key. */
  onSent?: (key: string, request: IncomingMessage) => void
  now?: () => number
}): PageServer {
  const { cache, siteUrl, findOldAddress = async () => null, isBehindCdn = false, now = Date.now } = options
  const renderQueue = createFairQueue(RENDERINGS)
  /** Loaded with the first request; nothing is cached before that. */
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
      if (life === Infinity && isBehindCdn) headers['cdn-cache-control'] = CDN_CACHE_CONTROL
      headers.vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
    } else {
      // Some shared caches store responses without this header; an article would then be missing after it was published.
      headers['cache-control'] ??= PRIVATE_CACHE_CONTROL
    }
    // Pages expire at the end of the year, because the footer contains it.
    const until = Math.min(
      started + life,
      started + longestLife,
      Date.UTC(new Date(started).getUTCFullYear() + 1, 0),
    )
    return { status: response.status, headers, body: response.body ?? EMPTY_BODY, tags, until }
  }

  async function renderForOne(request: Request, url: URL, values: RequestContext): Promise<PageResponse> {
    const forOne = { ...values, tag: () => {}, expireAfter: () => {} }
    const response = await options.render(atSite(request, url, siteUrl), forOne)
    // Shared caches may not store it; browsers may, but revalidate it.
    return {
      ...response,
      headers: { ...options.headers, 'cache-control': PRIVATE_CACHE_CONTROL, ...response.headers },
    }
  }

  /** The redirect from an address of another site, like those from addresses of this one (app/routes/redirects.ts). */
  async function followOldAddress(url: URL, runQueued: RunQueued): Promise<PageResponse | null> {
    const target = await runQueued(
      () => findOldAddress(url),
      () => true,
    )
    if (!target) return null
    const headers = { ...options.headers, location: target.path, 'cache-control': 'no-cache' }
    return { status: target.status, headers, body: null }
  }

  /** Runs work in the queue of a client, if that still waits for it. */
  function queueOf(client: string, { signal }: Request): RunQueued {
    return (work, isWanted) => renderQueue.run(client, work, () => isWanted() && !signal.aborted)
  }

  return {
    sendCached(request, response) {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization)
        return false
      const url = request.url ?? '/'
      const key = namesDefaultLanguage(url) || mayNameArticle(url) ? null : pageKey(url)
      const page = key === null ? undefined : cache.peek(key)
      if (key === null || !page) return false
      countPage('hit')
      const variant = page.variants[chooseEncoding(request.headers['accept-encoding'])]
      if (matchesEtag(request.headers['if-none-match'], variant.etag)) {
        response.writeHead(304, named(variant.unchanged)).end()
      } else {
        response
          .writeHead(200, named(variant.headers))
          .end(request.method === 'HEAD' ? undefined : variant.body)
      }
      if (request.method === 'GET') options.onSent?.(key, request)
      return true
    },

    async respond(request, valuesFor, client = 'unknown') {
      pageKey = await options.loadPageKey()
      const url = new URL(request.url)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const runQueued = queueOf(client, request)
      const isAskedFirst = isRead && (isOfNoPage(url.pathname) || mayNameArticle(url.pathname + url.search))
      if (isAskedFirst) {
        // The home page is there also while the database is not.
        const moved = await followOldAddress(url, runQueued).catch(() => null)
        if (moved) return toResponse(moved)
      }
      const key = isRead && !request.headers.has('authorization') ? pageKey(url.pathname + url.search) : null
      const acceptEncoding = request.headers.get('accept-encoding') ?? undefined
      countPage(key === null ? 'none' : 'miss')
      // The values for the loaders are taken when rendering begins: settings that change before that are the new ones.
      const rendering: Promise<PageResult | { rendered: PageResponse }> =
        key === null
          ? runQueued(
              async () => ({ rendered: await renderForOne(request, url, valuesFor(false)) }),
              () => true,
            )
          : cache.get(key, () => renderForCache(key, valuesFor(true)), runQueued)
      const result = await rendering.catch((error) => ({ rendered: overloaded(error) }))
      if ('cached' in result) return cachedResponse(request, result.cached)
      const isMissing = isRead && !isAskedFirst && result.rendered.status === 404
      const moved = isMissing ? await followOldAddress(url, runQueued).catch(overloaded) : null
      if (moved) return toResponse(moved)
      const { status, headers, body } = result.rendered
      const whole = { status, headers, body: hasBody(request, status) ? body : null }
      return toResponse(await compressResponse(acceptEncoding, whole))
    },
  }
}

function overloaded(error: unknown): PageResponse {
  if (error instanceof FairQueueError) return OVERLOADED
  throw error
}

function cachedResponse(request: Request, page: CachedPage): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
  const { body, headers, unchanged, etag } = page.variants[encoding]
  if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag)) {
    return new Response(null, { status: 304, headers: inPairs(unchanged) })
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers: inPairs(headers) })
}

const inPairs = (headers: readonly string[]): [string, string][] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))

function toResponse({ status, headers, body }: PageResponse): Response {
  return new Response(body, { status, headers })
}

/** Adds the id of the request that is being handled. */
function named(headers: readonly string[]): string[] {
  const id = currentRequestId()
  return id === undefined ? [...headers] : [...headers, REQUEST_ID_HEADER, id]
}

/** Tells how long a page may be cached at most, in milliseconds; a loader can limit it with `max-age`. */
function lifeOf({ headers }: PageResponse): number {
  const seconds = /\bmax-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]
  return seconds === undefined ? Infinity : Number(seconds) * 1000
}

/** Replaces the origin of the request by the public one, because the Host header must not reach a page. */
function atSite(request: Request, url: URL, siteUrl: string): Request {
  const address = siteUrl + url.pathname + url.search
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Request(address, isRead ? { headers: request.headers } : request)
}

function hasBody(request: Request, status: number): boolean {
  return request.method !== 'HEAD' && status !== 204 && status !== 304
}

/** The addresses at which other programs have the feed of a site, or of one of its languages. */
const FEED = /^(?:\/([a-z]{2}))?(?:\/blog)?\/(?:feed|rss|atom|(?:feed|rss|atom|index)\.(?:xml|rss|atom))\/?$/

/** The target of an address that something had before it was here. */
interface OldAddressTarget {
  path: string
  status: 301 | 302
}

/** Finds where an address leads under which this site has nothing; null when nothing had it elsewhere. */
type FindOldAddress = (url: URL) => Promise<OldAddressTarget | null>

/**
 * Looks up the addresses that imported articles had. Each time anew, because articles are renamed, unpublished and deleted; nothing of a
 * request is stored.
 */
export function oldAddressesOf(client: Client, settings: Pick<LiveSettings, 'current'>): FindOldAddress {
  const isOffered = (language: unknown): language is Language =>
    isLanguage(language) && settings.current().languages.includes(language)

  return async ({ pathname, search, searchParams }) => {
    const found = await findOldAddress(client, meantAddresses(pathname + search))
    if (!found) return findFeed(pathname)
    const { slug, language, kept } = found
    // An article in English may have a version in the language that is asked for; a translation exists only in its own.
    const asked = language === DEFAULT_LANGUAGE ? searchParams.get('lang') : null
    const path = articlePath({ slug, language: isOffered(asked) ? asked : language })
    return { path, status: kept ? 301 : 302 }
  }

  function findFeed(path: string): OldAddressTarget | null {
    const [feed, language = DEFAULT_LANGUAGE] = FEED.exec(path) ?? []
    return feed !== undefined && isOffered(language) ? { path: rssPath(language), status: 301 } : null
  }
}

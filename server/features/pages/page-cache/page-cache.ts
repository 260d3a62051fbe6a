import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type RunQueued, startSingleFlight } from '#server/features/pages/page-cache/single-flight.ts'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import type { Encoding } from '#server/platform/http/request-headers.ts'

const MAX_PAGES = 10_000
/** The memory of a cached page besides its bodies: three sets of headers, the tags, and its entry in the list. */
const OVERHEAD_BYTES = 3 * 1024
/** The time that a request waits for the new page before it gets the stale one. */
const STALE_AFTER_MS = 2_000
const EVICTED = 0
/** Compresses nearly as well as the best level in a tenth of the time. */
const BROTLI_QUALITY = 6

/** A rendered page with the tags of everything it shows. Without tags it is not cached. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer>
  tags: ReadonlySet<string>
  /** The latest time at which it expires, in milliseconds since 1970. */
  until: number
}

export type PageResult = { cached: CachedPage } | { rendered: RenderedPage }

export interface PageCache {
  /** The cached page if it is current; does not wait. */
  peek(key: string): CachedPage | undefined
  /**
   * The cached page, or a new one. Concurrent requests share one rendering, which starts when the first of them leaves its
   * queue.
   */
  get(key: string, render: () => Promise<RenderedPage>, runQueued?: RunQueued): Promise<PageResult>
  /** Evicts the pages with any of these tags, and returns their keys; the next request renders them again. */
  evict(tags: Iterable<string>): string[]
  evictAll(): void
  readonly size: { pages: number; bytes: number }
}

interface Entry {
  page: CachedPage
  until: number
}

interface PendingRender {
  join(runQueued: RunQueued): Promise<PageResult>
}

const UNQUEUED: RunQueued = (work) => work()

/**
 * Compressed pages by address; the least recently used are removed first. An evicted page is stored until it has been rendered
 * again, and is served while the database is down or slow.
 */
export function createPageCache(options: {
  maxBytes: number
  staleAfterMs?: number
  now?: () => number
}): PageCache {
  const { maxBytes, staleAfterMs = STALE_AFTER_MS, now = Date.now } = options
  const pages = new LRUCache<string, Entry>({
    max: MAX_PAGES,
    maxSize: Math.max(1, maxBytes),
    // Otherwise one long sitemap could displace a thousand articles.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 16)),
    sizeCalculation: ({ page }, key) => page.bytes + key.length + OVERHEAD_BYTES,
  })
  const pending = new Map<string, PendingRender>()
  let generation = 0

  async function renderAndCache(key: string, render: () => Promise<RenderedPage>): Promise<PageResult> {
    const generationBefore = generation
    const rendered = await render()
    const before = pages.get(key)
    const isUnknown = rendered.status >= 500
    if (isUnknown && before) return { cached: before.page }
    if (rendered.status !== 200 || rendered.tags.size === 0) {
      if (!isUnknown) pages.delete(key)
      return { rendered }
    }
    const page = await createCachedPage(rendered)
    // Something was evicted meanwhile, so this page may show old content; the next request renders it again.
    pages.set(key, { page, until: generation === generationBefore ? rendered.until : EVICTED })
    return { cached: page }
  }

  function begin(key: string, render: () => Promise<RenderedPage>, older: Entry | undefined): PendingRender {
    const stale = Promise.withResolvers<PageResult>()
    const timer = older && setTimeout(stale.resolve, staleAfterMs, { cached: older.page })
    const work = startSingleFlight(
      () => renderAndCache(key, render),
      () => {
        clearTimeout(timer)
        if (pending.get(key) === begun) pending.delete(key)
      },
    )
    const begun: PendingRender = {
      join: (runQueued) => Promise.race([work.join(runQueued), stale.promise]),
    }
    pending.set(key, begun)
    return begun
  }

  return {
    peek(key) {
      const entry = pages.get(key)
      return entry && now() < entry.until ? entry.page : undefined
    },
    async get(key, render, runQueued = UNQUEUED) {
      const entry = pages.get(key)
      if (entry && now() < entry.until) return { cached: entry.page }
      const shared = pending.get(key) ?? begin(key, render, entry)
      return shared.join(runQueued)
    },
    evict(tags) {
      generation += 1
      // Requests after the change must not share a rendering that began before it.
      pending.clear()
      const wanted = new Set(tags)
      const evicted: string[] = []
      for (const [key, entry] of pages.entries()) {
        if (entry.until === EVICTED || wanted.isDisjointFrom(entry.page.tags)) continue
        entry.until = EVICTED
        evicted.push(key)
      }
      return evicted
    },
    evictAll() {
      generation += 1
      pending.clear()
      for (const entry of pages.values()) entry.until = EVICTED
    },
    get size() {
      return { pages: pages.size, bytes: pages.calculatedSize }
    },
  }
}

interface Variant {
  readonly body: Buffer<ArrayBuffer>
  etag: string
  /** Names and values in turns, as Node sends them: an object with the id of the request would be made anew for each, and takes longer than all else. */
  headers: readonly string[]
  /** Those of an answer without a body (304). */
  unchanged: readonly string[]
}

/** A page ready to be sent: each encoding has its own strong ETag (RFC 9110, 8.8.3.3). */
export interface CachedPage {
  variants: Record<Encoding, Variant>
  tags: ReadonlySet<string>
  bytes: number
}

/** Compresses a page once, for all requests. */
export async function createCachedPage(options: {
  body: Buffer
  headers: Record<string, string>
  tags: ReadonlySet<string>
}): Promise<CachedPage> {
  const { body, tags } = options
  const { 'content-type': type = 'application/octet-stream', ...rest } = options.headers
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const [br, zipped] = await Promise.all([compressBrotli(body, BROTLI_QUALITY), compressGzip(body)])
  const describe = (encoding: Encoding, length: number) => {
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const unchanged = Object.entries({ ...rest, etag }).flat()
    const headers = [...unchanged, 'content-type', type, 'content-length', String(length)]
    if (encoding !== 'identity') headers.push('content-encoding', encoding)
    return { etag, unchanged, headers }
  }
  return {
    variants: {
      br: { body: br, ...describe('br', br.length) },
      gzip: { body: zipped, ...describe('gzip', zipped.length) },
      // This variant is not stored, because it is rarely requested and twice as large as the others together.
      identity: {
        get body() {
          return gunzipSync(zipped)
        },
        ...describe('identity', body.length),
      },
    },
    tags,
    bytes: br.length + zipped.length,
  }
}

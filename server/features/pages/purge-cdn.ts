import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import type { PageCache } from '#server/features/pages/page-cache/page-cache.ts'
import type { Services } from '#server/features/services.ts'
import { networkFailure } from '#server/platform/provider-response.ts'
import { defineJob, type JobPayload, MINUTE } from '#server/platform/queue/job.ts'

/** Tells the CDN in front which pages have changed; `null` stands for all. */
export const purgeCdnJob = defineJob(
  'purge-cdn',
  z.strictObject({ paths: z.array(z.string().startsWith('/')).max(200).nullable() }),
  {
    retries: { limit: 8, delaySeconds: 2, maxDelaySeconds: 5 * MINUTE },
    timeoutSeconds: 30,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

const TIMEOUT_MS = 10_000

/**
 * Posts what has changed to CDN_PURGE_URL: `{"everything": true}`, or `{"everything": false, "addresses": […]}`. The address is the
 * operator's own and may be in a private network, so it is not checked; redirects are not followed, because the token goes with them.
 * @throws when it was not taken, so that the queue tries again
 */
export async function purgeCdn(
  { cdn, siteUrl }: Pick<Services, 'cdn' | 'siteUrl'>,
  { paths }: JobPayload<typeof purgeCdnJob>,
): Promise<void> {
  // It was set when the pages changed, and is no longer.
  if (!cdn) return
  const body = paths
    ? { everything: false, addresses: paths.map((path) => siteUrl + path) }
    : { everything: true }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (cdn.token !== undefined) headers.authorization = `Bearer ${cdn.token}`
  const response = await fetch(cdn.url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`CDN_PURGE_URL cannot be reached: ${networkFailure(error)}`)
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`CDN_PURGE_URL answered with status ${response.status}`)
}

/** Evictions of this time go together. Other processes have evicted their pages too by then, so that the CDN gets new ones. */
const GATHER_MS = 500
/** Of so many pages at once the CDN is told that all have changed, which costs less than naming them. */
const MOST_NAMED = 200
/** In characters; what a job may hold is limited. */
const MOST_IN_JOB = 1_600

/** The page cache, whose evictions reach the CDN in front a moment later, by jobs; nothing waits for them. */
export function followEvictions(
  cache: PageCache,
  { queue, log }: Pick<Services, 'queue' | 'log'>,
): PageCache & { stop(): Promise<void> } {
  const evicted = new Set<string>()
  let isEverything = false
  let sending: Promise<void> | undefined
  const stopping = new AbortController()

  function send(): void {
    sending ??= sendLater().finally(() => {
      sending = undefined
      if (isEverything || evicted.size > 0) send()
    })
  }

  async function sendLater(): Promise<void> {
    await delay(GATHER_MS, undefined, { signal: stopping.signal }).catch(() => {})
    const payloads = isEverything ? [{ paths: null }] : inJobs(evicted)
    isEverything = false
    evicted.clear()
    try {
      for (const payload of payloads) await queue.enqueue(purgeCdnJob, payload)
    } catch (error) {
      log.error('The CDN is not told which pages have changed, and serves old ones until they expire', error)
    }
  }

  return {
    ...cache,
    get size() {
      return cache.size
    },
    evict(tags) {
      const paths = cache.evict(tags)
      for (const path of paths) evicted.add(path)
      if (evicted.size > MOST_NAMED) isEverything = true
      if (evicted.size > 0) send()
      return paths
    },
    evictAll() {
      cache.evictAll()
      isEverything = true
      send()
    },
    async stop() {
      stopping.abort()
      await sending
    },
  }
}

function inJobs(paths: Iterable<string>): { paths: string[] }[] {
  const jobs: { paths: string[] }[] = []
  let length = Infinity
  for (const path of paths) {
    length += path.length + 3
    if (length > MOST_IN_JOB) {
      jobs.push({ paths: [] })
      length = path.length
    }
    jobs.at(-1)?.paths.push(path)
  }
  return jobs
}

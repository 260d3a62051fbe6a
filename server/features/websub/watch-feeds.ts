import { setTimeout as delay } from 'node:timers/promises'
import type { SiteServices } from '#server/features/services.ts'
import { followFeedSubscribersJob } from '#server/features/websub/jobs.ts'
import { readFeed } from '#server/features/websub/read-feed.ts'

/** Between two looks at a feed, by whichever process. A look at one that has not changed reads a page in memory. */
const PAUSE_SECONDS = 10
/** So many are looked at before others have their turn. */
const BATCH = 100

type FetchPage = (request: Request) => Response | Promise<Response>
type Deps = Pick<SiteServices, 'sql' | 'queue' | 'siteUrl' | 'log'>

/**
 * Looks every few seconds at the feeds that somebody has subscribed to, and stores what they contain. So a subscriber gets whatever changes
 * a feed: articles, corrections, names, a new issue of the newsletter. Only a process that serves pages can do it.
 */
export function watchFeeds(deps: Deps, fetchPage: FetchPage): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let warned = false
  const watching = (async () => {
    while (!signal.aborted) {
      await delay(PAUSE_SECONDS * 1000, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await lookAtFeeds(deps, fetchPage, signal).then(
        () => {
          warned = false
        },
        (error) => {
          // Once, because it is tried again in a moment.
          if (!warned) deps.log.error('Feeds cannot be compared with what their subscribers have', error)
          warned = true
        },
      )
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

/** Looks once at each feed whose turn it is. Of one that cannot be read, what was read last stays. */
export async function lookAtFeeds(
  { sql, queue, siteUrl }: Pick<Deps, 'sql' | 'queue' | 'siteUrl'>,
  fetchPage: FetchPage,
  signal?: AbortSignal,
  pauseSeconds = PAUSE_SECONDS,
): Promise<void> {
  await sql`
    delete from private.websub_topics where path not in (
      select topic from private.websub_subscriptions where expires_at > now())`
  await sql`
    insert into private.websub_topics (path)
    select distinct topic from private.websub_subscriptions where expires_at > now() on conflict do nothing`
  let hasChanged = false
  let claimed = BATCH
  while (claimed === BATCH && !signal?.aborted) {
    const feeds = await sql<{ path: string; digest: string | null }[]>`
      update private.websub_topics set checked_at = now()
      where path in (
        select path from private.websub_topics where checked_at <= now() - make_interval(secs => ${pauseSeconds})
        order by checked_at limit ${BATCH} for update skip locked)
      returning path, digest`
    claimed = feeds.length
    for (const { path, digest } of feeds) {
      const feed = await readFeed(fetchPage, siteUrl + path)
      if (!feed || feed.digest === digest) continue
      hasChanged = true
      await sql`
        update private.websub_topics
        set digest = ${feed.digest}, content = ${feed.content}, content_type = ${feed.contentType} where path = ${path}`
    }
  }
  if (hasChanged) await queue.enqueue(followFeedSubscribersJob, {})
}

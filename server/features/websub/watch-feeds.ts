import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#core/i18n/languages.ts'
import {
  authorFeedPath,
  jsonFeedPath,
  newsletterFeedPath,
  newsletterPodcastPath,
  podcastPath,
  rssPath,
} from '#core/paths.ts'
import type { Services, SiteServices } from '#server/features/services.ts'
import { followFeedSubscribersJob, tellPublicHubJob } from '#server/features/websub/jobs.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

/** Between two looks at a feed, by whichever process. A look at one that has not changed reads a page in memory. */
const PAUSE_SECONDS = 10
/** So many are looked at before others have their turn. */
const BATCH = 100
/** The number of feeds in a job, whose content is limited. */
const FEEDS_IN_JOB = 5

type FetchPage = (request: Request) => Response | Promise<Response>
type Deps = Pick<SiteServices, 'sql' | 'queue' | 'siteUrl' | 'settings' | 'websub' | 'log'>

/**
 * Looks every few seconds at the feeds that somebody has subscribed to, or at all of them where a public hub is told, and stores what they
 * contain. So subscribers get whatever changes a feed: articles, corrections, names, a new issue of the newsletter. Only a process that
 * serves pages can do it.
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
          // The error is logged once, because it is tried again in a moment.
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
  deps: Omit<Deps, 'log'>,
  fetchPage: FetchPage,
  signal?: AbortSignal,
  pauseSeconds = PAUSE_SECONDS,
): Promise<void> {
  const { sql, siteUrl } = deps
  const watched = JSON.stringify(await listWatchedFeeds(deps))
  await sql`
    delete from private.websub_topics where path not in (select jsonb_array_elements_text(${watched}::jsonb))`
  await sql`
    insert into private.websub_topics (path) select jsonb_array_elements_text(${watched}::jsonb) on conflict do nothing`
  const changed: string[] = []
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
      if (!feed || feed === 'away' || feed.digest === digest) continue
      changed.push(path)
      await sql`
        update private.websub_topics
        set digest = ${feed.digest}, content = ${feed.content}, content_type = ${feed.contentType} where path = ${path}`
    }
  }
  if (changed.length > 0) await tell(deps, changed)
}

async function tell({ queue, websub }: Pick<Deps, 'queue' | 'websub'>, paths: string[]): Promise<void> {
  if (websub.isOwnHub) {
    await queue.enqueue(followFeedSubscribersJob, {})
    return
  }
  for (let start = 0; start < paths.length; start += FEEDS_IN_JOB)
    await queue.enqueue(tellPublicHubJob, { paths: paths.slice(start, start + FEEDS_IN_JOB) })
}

const MOST_AUTHORS = 200

/** The feeds whose changes somebody is told: those with subscribers at our own hub, or all for a public one. */
async function listWatchedFeeds({
  sql,
  settings,
  websub,
}: Pick<SiteServices, 'sql' | 'settings' | 'websub'>): Promise<string[]> {
  if (websub.isOwnHub) {
    const subscribed = await sql<{ topic: string }[]>`
      select distinct topic from private.websub_subscriptions where expires_at > now()`
    return subscribed.map(({ topic }) => topic)
  }
  const { languages, categories } = settings.current()
  const sections = [null, ...categories.map(({ slug }) => slug)]
  // Of authors only those with an article that has changed lately.
  const authors = await sql<{ language: Language; slug: string }[]>`
    select distinct listed.language, author_slug as slug
    from public.author_articles as listed join public.articles using (id)
    where articles.updated_at > now() - interval '1 day' limit ${MOST_AUTHORS}`
  return [
    ...languages.flatMap((language) => [
      newsletterFeedPath(language),
      newsletterPodcastPath(language),
      podcastPath(language),
      ...sections.flatMap((section) => [rssPath(language, section), jsonFeedPath(language, section)]),
    ]),
    ...authors.flatMap(({ language, slug }) => [
      authorFeedPath(slug, language, 'xml'),
      authorFeedPath(slug, language, 'json'),
    ]),
  ]
}

/** A feed as subscribers get it. */
interface FeedContent {
  content: Buffer
  contentType: string
  /** Tells one content from another. */
  digest: string
}

/** More is not sent to subscribers, who then have to look themselves. */
const MAX_FEED_BYTES = 8 * 1024 * 1024

/** A feed of ours at exactly this address; null where there is none, or where it names another address as its own, and `away` where that cannot be said now. */
export async function readFeed(
  fetchPage: (request: Request) => Response | Promise<Response>,
  address: string,
): Promise<FeedContent | 'away' | null> {
  const response = await fetchPage(new Request(address))
  const content = Buffer.from(await response.arrayBuffer())
  if (response.status >= 500) return 'away'
  const isItself = (response.headers.get('link') ?? '').includes(`<${address}>; rel="self"`)
  if (response.status !== 200 || !isItself || content.length > MAX_FEED_BYTES) return null
  return {
    content,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    digest: createHash('sha256').update(content).digest('base64url'),
  }
}

/** Tells a public hub which feeds have changed, as such hubs have taken it since PubSubHubbub; WebSub leaves it open. */
export async function tellPublicHub(
  { siteUrl, websub }: Pick<Services, 'siteUrl' | 'websub'>,
  { paths }: JobPayload<typeof tellPublicHubJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (websub.isOwnHub) return
  const form = new URLSearchParams([
    ['hub.mode', 'publish'],
    ...paths.map((path) => ['hub.url', siteUrl + path]),
  ])
  const body = Buffer.from(form.toString())
  const answer = await requestAnswer(new URL(websub.hubUrl), websub.client, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) },
    body,
    signal,
  }).catch(() => null)
  if (!answer || answer.status < 200 || answer.status >= 300)
    throw new TryAgainLater(
      `WEBSUB_HUB ${answer ? `answered with status ${answer.status}` : 'cannot be reached'}`,
    )
}

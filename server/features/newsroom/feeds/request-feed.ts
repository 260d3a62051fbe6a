import { setTimeout as delay } from 'node:timers/promises'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'
import {
  entriesOf,
  type FeedDeps,
  fetchFeed,
  readFeedDocument,
} from '#server/features/newsroom/feeds/fetch-feed.ts'
import { recordAnswer, recordFailure, storeEntries } from '#server/features/newsroom/feeds/record-answer.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { findReservation } from '#server/features/newsroom/reservations/find-reservation.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import { DocumentError, type FetchedDocument } from '#server/platform/links/request-document.ts'
import {
  defineScheduledJob,
  type JobPayload,
  type JobRun,
  TryAgainLater,
} from '#server/platform/queue/job.ts'

/** Asks the feeds of other publications that are due. */
export const requestNewsFeedsJob = defineScheduledJob('request-news-feeds')

/** Feeds that are asked at the same time, each on a host of its own. */
const AT_ONCE = 8
/** Between two requests to one host. */
const PAUSE_MS = 250
/** A run ends before its job is timed out; the next goes on. */
const TURN_MS = 4 * 60_000

/** Asks all feeds that are due. A feed that fails, or whose server is slow, keeps no other waiting. */
export async function requestDueFeeds(
  deps: RequestDeps & Pick<Services, 'hasNewsroom'>,
  _: JobPayload<typeof requestNewsFeedsJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (!deps.hasNewsroom) return
  const running = new Map<string, Promise<void>>()
  let grouping: Promise<void> = Promise.resolve()
  // One after the other: each would wait for the others with a connection of its own.
  const group = (ids: readonly string[]) => {
    grouping = grouping.then(() => (signal.aborted ? undefined : groupNewItems(deps, ids)))
    return grouping
  }
  const end = Date.now() + TURN_MS
  try {
    while (Date.now() < end && !signal.aborted) {
      const feed = running.size < AT_ONCE ? await claimDueFeed(deps.sql, [...running.keys()]) : null
      if (feed) {
        const { host } = new URL(feed.url)
        const work = requestFeed(deps, feed, signal).then(({ added }) =>
          Promise.all([group(added), delay(PAUSE_MS, undefined, { signal })]),
        )
        running.set(
          host,
          work.then(() => {}).finally(() => running.delete(host)),
        )
      } else if (running.size === 0) break
      else await Promise.race(running.values())
    }
    await Promise.all(running.values())
  } catch (error) {
    throw signal.aborted ? new TryAgainLater('its process ends') : error
  } finally {
    await Promise.allSettled(running.values())
  }
}

export type RequestDeps = FeedDeps & Pick<Services, 'sql' | 'log'>

interface FeedOutcome {
  /** The ids of new items, which are in no group yet. */
  added: string[]
  failure: FeedFailure | null
  detail: string
}

/** Asks one feed, and stores what it tells, or why it tells nothing. */
export async function requestFeed(
  deps: RequestDeps,
  feed: ClaimedFeed,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  try {
    const { url, etag, last_modified: lastModified } = feed
    const answer = await fetchFeed(deps, url, { etag, lastModified, signal })
    return { added: await storeAnswer(deps, feed, answer), failure: null, detail: '' }
  } catch (error) {
    signal.throwIfAborted()
    const failed = error instanceof DocumentError ? error : new DocumentError('broken', '', { cause: error })
    // One feed must not stop the others, whatever is wrong with it or with us.
    if (failed !== error) deps.log.error(`The feed ${feed.id} could not be stored`, error)
    await recordFailure(deps.sql, feed, failed)
    return { added: [], failure: failed.failure, detail: failed.detail }
  }
}

/** Stores the items of an answer, and what it says of the feed. Returns the ids of new items. */
export async function storeAnswer(
  deps: RequestDeps,
  feed: Pick<ClaimedFeed, 'id' | 'url' | 'outlet' | 'language'>,
  answer: FetchedDocument,
): Promise<string[]> {
  const document =
    answer.status === 200
      ? await readFeedDocument(answer.body, answer.headers['content-type'], answer.url)
      : null
  const reservation = await findReservation(deps, answer.url, answer)
  const entries = document ? await entriesOf(deps, document, { base: answer.url, reservation }) : []
  return deps.sql.transaction(async (transaction) => {
    await recordAnswer(transaction, feed, answer, { document, reservation })
    return storeEntries(transaction, feed, entries)
  })
}

/** Puts new items into groups. A job does later what fails. */
export async function groupNewItems(deps: RequestDeps, ids: readonly string[]): Promise<void> {
  await groupItems(deps, ids).catch((error: unknown) =>
    deps.log.error('New items could not be grouped', error),
  )
}

/** A feed that this process asks next. */
type ClaimedFeed = Pick<
  NewsFeed,
  'id' | 'url' | 'outlet' | 'language' | 'etag' | 'last_modified' | 'failures' | 'reservation'
>

/** Should this process be killed, the feed is due again after this time. */
const CLAIM_MINUTES = 10
/** Between two requests that somebody asks for. */
const PAUSE_SECONDS = 30

/** The next feed that is due, on none of the hosts; feeds that fail come after all others. Null when none is. */
function claimDueFeed(sql: Session, hosts: readonly string[]): Promise<ClaimedFeed | null> {
  return claim(
    sql,
    fragment`select id from public.news_feeds
      where not is_paused and next_request_at <= now() and split_part(url, '/', 3) <> all (${hosts})
      order by failures > 0, next_request_at limit 1 for update skip locked`,
  )
}

/** A feed that somebody wants to be asked now; null when it has just been. */
export function claimFeed(sql: Session, id: string): Promise<ClaimedFeed | null> {
  return claim(
    sql,
    fragment`select id from public.news_feeds
      where id = ${id} and (requested_at is null or requested_at < now() - make_interval(secs => ${PAUSE_SECONDS}))
      for update skip locked`,
  )
}

async function claim(sql: Session, found: Fragment): Promise<ClaimedFeed | null> {
  const [feed] = await sql<ClaimedFeed[]>`
    update public.news_feeds
    set next_request_at = now() + make_interval(mins => ${CLAIM_MINUTES}), requested_at = now()
    where id = (${found})
    returning id, url, outlet, language, etag, last_modified, failures, reservation`
  return feed ?? null
}

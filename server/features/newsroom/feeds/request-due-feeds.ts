import { setTimeout as delay } from 'node:timers/promises'
import { claimDueFeed } from '#server/features/newsroom/feeds/claim-feed.ts'
import { groupNewItems, type RequestDeps, requestFeed } from '#server/features/newsroom/feeds/request-feed.ts'
import type { Services } from '#server/features/services.ts'
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

import { setTimeout as delay } from 'node:timers/promises'
import type { PageViewCounter } from '#server/features/page-views/page-view-counter.ts'
import { storePageViews } from '#server/features/page-views/store-page-views.ts'
import type { Services } from '#server/features/services.ts'

/** A killed process loses what it has counted since the last time. */
export const STORE_MS = 5_000
/** A stop waits no longer for a database that is away. */
const LEAVE_MS = 2_000

export interface Counting {
  /** Stores what was counted until now. */
  stop(): Promise<void>
}

/** Stores every five seconds what the counter of this process has. While the database is away, nothing is lost and nothing waits. */
export function startCounting(
  { sql, settings, log }: Pick<Services, 'sql' | 'settings' | 'log'>,
  counter: PageViewCounter,
  storeMs = STORE_MS,
): Counting {
  const stopping = new AbortController()
  let hasFailed = false

  async function store(): Promise<void> {
    const tallies = counter.take()
    try {
      await storePageViews(sql, tallies, settings.current().newsletter_zone)
      hasFailed = false
    } catch (error) {
      counter.putBack(tallies)
      if (!hasFailed) log.error('Page views could not be stored', error)
      hasFailed = true
    }
  }

  async function goOn(): Promise<void> {
    for (;;) {
      await delay(storeMs, undefined, { signal: stopping.signal, ref: false })
      await store()
    }
  }

  const counting = goOn().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await Promise.race([counting.then(store), delay(LEAVE_MS, undefined, { ref: false })])
    },
  }
}

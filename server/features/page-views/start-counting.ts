import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#core/i18n/languages.ts'
import type { PageTally, PageViewCounter } from '#server/features/page-views/page-view-counter.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'

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

/** The number of times that the day may end while one flush is under way: once. */
const ATTEMPTS = 2

/**
 * Adds to the sums of today what one process has counted. Visitors arrive as hashes with the salt of the day, IPv6 addresses as their
 * networks. `zone` is the time zone of days.
 */
export async function storePageViews(sql: Sql, tallies: readonly PageTally[], zone: string): Promise<void> {
  if (tallies.length === 0) return
  for (let attempt = 1; ; attempt++) {
    const [today] = await sql<[{ day: string; salt: Buffer }]>`
      select day::text, salt from private.counted_day(${zone})`
    const [row] = await sql<[{ wasAdded: boolean }]>`
      select private.add_page_views(${today.day}, ${JSON.stringify(pagesOf(tallies, today.salt))}::jsonb,
        ${JSON.stringify(referrersOf(tallies))}::jsonb) as "wasAdded"`
    if (row.wasAdded) return
    if (attempt === ATTEMPTS) throw new Error('The day of page views ended again while they were stored')
  }
}

/** Different addresses can be one visitor, such as those of one IPv6 network. */
function pagesOf(tallies: readonly PageTally[], salt: Buffer) {
  const hashes = new Map<string, string>()
  const hashOf = (visitor: string) => {
    const known = hashes.get(visitor)
    if (known !== undefined) return known
    const hash = createHmac('sha256', salt).update(visitor).digest().readBigInt64BE().toString()
    hashes.set(visitor, hash)
    return hash
  }
  const hashesOf = (visitors: PageTally['visitors']) =>
    visitors
      .entries()
      .flatMap(([agent, clients]) => clients.values().map((client) => hashOf(`${limitKey(client)} ${agent}`)))
  return tallies.map(({ page, views, bots, visitors, isIncomplete }) => ({
    ...page,
    views,
    bots,
    visitors: [...new Set(hashesOf(visitors))],
    is_incomplete: isIncomplete,
  }))
}

function referrersOf(tallies: readonly PageTally[]) {
  const sums = new Map<string, { language: Language; host: string; views: number }>()
  for (const { page, hosts } of tallies)
    for (const [host, views] of hosts) {
      const key = `${page.language} ${host}`
      const sum = sums.get(key) ?? { language: page.language, host, views: 0 }
      sum.views += views
      sums.set(key, sum)
    }
  return [...sums.values()]
}

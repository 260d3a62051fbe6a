import { createHmac } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import type { PageTally } from '#server/features/page-views/page-view-counter.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'

/** How often the day may end while one flush is under way: once. */
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

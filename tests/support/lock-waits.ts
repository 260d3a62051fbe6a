import { vi } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'

/** Resolves once a statement on this database, or so many of them, are waiting for a lock. */
export async function untilSomebodyWaits(sql: Sql, count = 1): Promise<void> {
  const isWaiting = async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length >= count
  }
  await vi.waitUntil(isWaiting, { interval: 5, timeout: 30_000 })
}

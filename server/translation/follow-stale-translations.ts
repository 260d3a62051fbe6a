import type { DatabaseAddress, Sql } from '#server/database/connection.ts'
import { type Listening, listen } from '#server/database/listen.ts'
import type { Log } from '#server/log.ts'
import { countChangedSegments } from '#server/translation/count-changed-segments.ts'

/** Counts in translations that become stale how much of their original has changed, as soon as the database announces it. */
export async function followStaleTranslations(
  address: DatabaseAddress,
  { sql, log }: { sql: Sql; log: Log },
): Promise<Listening> {
  let counting: Promise<void> | null = null
  let hasMore = false

  function count(): void {
    hasMore = true
    counting ??= countAll().finally(() => {
      counting = null
    })
  }
  async function countAll(): Promise<void> {
    while (hasMore) {
      hasMore = false
      // A clock makes up for it.
      await countChangedSegments(sql).catch((error: unknown) =>
        log.error('The changes of stale translations could not be counted', error),
      )
    }
  }

  const listening = await listen(address, 'stale_translations', {
    onPayload: count,
    onListening: count,
    purpose: 'translations',
  })
  return {
    async stop() {
      await listening.stop()
      hasMore = false
      await counting
    },
  }
}

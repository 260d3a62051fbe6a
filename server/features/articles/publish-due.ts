import type { Services } from '#server/features/services.ts'

interface Settled {
  article_id: string
  status: 'published' | 'missed' | 'failed' | 'skipped'
  reason: string | null
}

/** More are left to the next run. */
const MOST_PER_RUN = 500

/**
 * Publishes the articles that are due, each in a transaction of its own, so that one that fails holds up no other. Several
 * processes may do this at the same time. Returns an article that is still due, because somebody is just saving it, or null.
 */
export async function publishDue({ sql, log }: Pick<Services, 'sql' | 'log'>): Promise<string | null> {
  for (let count = 0; count < MOST_PER_RUN; count++) {
    const [row] = await sql<[{ settled: Settled | null }]>`select private.publish_next_due() as settled`
    const { settled } = row
    if (settled === null) break
    const { article_id: id, status, reason } = settled
    if (status === 'published') log.info(`The article ${id} is published, as it was scheduled.`)
    else if (status !== 'skipped')
      log.warn(`The article ${id} is not published at its time (${status}): ${reason}`)
  }
  const [left] = await sql<{ article_id: string }[]>`
    select article_id from public.article_schedules where status = 'waiting' and publish_at <= now() limit 1`
  return left?.article_id ?? null
}

import { publishAtItsMomentJob } from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

/** Articles that are due before the next run of this job get one for their moment. A little more than a minute. */
const AHEAD_SECONDS = 75
const MOST_AHEAD = 100
/** More are left to the next run. */
const MOST_PER_RUN = 500

/** Publishes every article that is due, also those that became due while no worker ran. */
export async function publishScheduled({ sql, queue, log }: Services): Promise<void> {
  const soon = await sql<{ articleId: string; at: Date }[]>`
    select article_id as "articleId", publish_at as at from public.article_schedules
    where status = 'waiting' and publish_at > now() and publish_at < now() + make_interval(secs => ${AHEAD_SECONDS})
    order by publish_at limit ${MOST_AHEAD}`
  for (const { articleId, at } of soon) await queue.enqueue(publishAtItsMomentJob, { articleId }, { at })
  const articleId = await publishDue({ sql, log })
  if (articleId !== null) await queue.enqueue(publishAtItsMomentJob, { articleId })
}

/**
 * Publishes what is due now. The payload names the article for which it was enqueued, which may have been rescheduled since.
 * @throws TryAgainLater when an article that is due is being saved
 */
export async function publishAtItsMoment({ sql, log }: Services): Promise<void> {
  const left = await publishDue({ sql, log })
  if (left !== null) throw new TryAgainLater(`the article ${left} is being saved`)
}

interface Settled {
  article_id: string
  status: 'published' | 'missed' | 'failed' | 'skipped'
  reason: string | null
}

/**
 * Publishes the articles that are due, each in a transaction of its own, so that one that fails does not delay the others. Several
 * processes may do this at the same time. Returns an article that is still due, because it is being saved, or null.
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

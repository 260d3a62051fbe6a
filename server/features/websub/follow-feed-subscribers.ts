import type { Services } from '#server/features/services.ts'
import { sendFeedJob } from '#server/features/websub/jobs.ts'
import { DUE } from '#server/features/websub/send-feed.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

/** In one transaction. */
const BATCH = 200
/** A subscriber whose job was lost is found again after this. */
const CLAIMED_MINUTES = 10

/** Enqueues a job for each subscriber who does not have what a feed contains by now: first for those who took what came before. */
export async function followFeedSubscribers({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  let claimed = BATCH
  while (claimed === BATCH) {
    try {
      claimed = await sql.transaction(async (transaction) => {
        const due = await transaction<{ id: string }[]>`
          update private.websub_subscriptions set resumes_at = now() + make_interval(mins => ${CLAIMED_MINUTES})
          where id in (
            select id from private.websub_subscriptions as subscription, private.websub_topics as topics
            where ${DUE} and resumes_at <= now() order by failures, resumes_at limit ${BATCH} for update of subscription skip locked)
          returning id`
        for (const { id } of due) await queue.enqueue(sendFeedJob, { subscriptionId: id }, { transaction })
        return due.length
      })
    } catch (error) {
      // The scheduled job goes on in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

import { sendWelcomeMailJob } from '#server/features/newsletter/jobs/definitions.ts'
import type { Services } from '#server/features/services.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

const MOST_AT_ONCE = 200

/**
 * Queues a welcome for everybody who has confirmed since the last time. The note that they did goes with the transaction that queues the mail,
 * and processes that do it at the same moment get different ones, so that there is one mail for each confirmation.
 */
export async function queueWelcomes({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  let queued = MOST_AT_ONCE
  while (queued === MOST_AT_ONCE) {
    try {
      queued = await sql.transaction(async (transaction) => {
        const confirmed = await transaction<{ subscriberId: string }[]>`
          delete from private.newsletter_welcomes where subscriber_id in (
            select subscriber_id from private.newsletter_welcomes order by confirmed_at limit ${MOST_AT_ONCE}
            for update skip locked)
          returning subscriber_id as "subscriberId"`
        for (const payload of confirmed) await queue.enqueue(sendWelcomeMailJob, payload, { transaction })
        return confirmed.length
      })
    } catch (error) {
      // The clock tries again in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

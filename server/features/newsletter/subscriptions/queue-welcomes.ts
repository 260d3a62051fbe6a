import { sendWelcomeMailJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { isHeld } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

const MOST_AT_ONCE = 200

/**
 * Enqueues a welcome mail for each subscriber who has confirmed since the last run. The row of the confirmation is deleted in the transaction
 * that enqueues the mail, and concurrent processes skip locked rows, so that there is one mail for each confirmation.
 */
export async function enqueueWelcomeMails({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
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
      // The scheduled job tries again in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

/** Enqueues welcome mails as soon as the database notifies of confirmed addresses. */
export const welcomeOnNotify = (deps: Pick<Services, 'sql' | 'queue' | 'log'>): NotifiedWork => ({
  channel: 'newsletter_welcomes',
  work: async () => {
    if (!(await isHeld(deps.sql))) await enqueueWelcomeMails(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Welcome mails could not be queued', error),
})

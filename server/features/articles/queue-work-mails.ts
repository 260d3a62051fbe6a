import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { sendWorkMailJob } from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

/**
 * Enqueues a mail for each person for whom something waits that was neither seen nor mailed. What it will say is claimed in the
 * transaction that enqueues it, so that several processes mail nothing twice.
 */
export async function queueWorkMails({
  sql,
  queue,
  settings,
}: Pick<Services, 'sql' | 'queue' | 'settings'>): Promise<void> {
  const today = wallTimeAt(new Date(), settings.current().newsletter_zone).date
  const people = await sql<
    { userId: string }[]
  >`select user_id as "userId" from private.people_to_mail() as user_id`
  for (const { userId } of people) {
    try {
      await sql.transaction(async (transaction) => {
        const [claimed] = await transaction<[{ mailId: string | null }]>`
          select private.claim_work_mail(${userId}, ${today}) as "mailId"`
        const { mailId } = claimed
        if (mailId !== null) await queue.enqueue(sendWorkMailJob, { userId, mailId }, { transaction })
      })
    } catch (error) {
      // The next run tries again.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

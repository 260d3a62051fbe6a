import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs/definitions.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

/** How many processes at most begin to work on an issue. */
const WORKERS = 4

/** Has processes work on an issue, as soon as the transaction commits or after a while, unless enough of them will. */
export async function enqueueSending(
  queue: JobQueue,
  session: Session,
  issueId: string,
  { afterMs = 0, workers = WORKERS }: { afterMs?: number; workers?: number } = {},
): Promise<void> {
  const at = new Date(Date.now() + afterMs)
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from pgboss.job
    where name = 'send-newsletter-issue' and state < 'active' and data ->> 'issueId' = ${issueId}
      and start_after <= ${at}::timestamptz + interval '1 second'`
  for (let count = row.count; count < workers; count++)
    await queue.enqueue(
      sendNewsletterIssueJob,
      { issueId },
      {
        transaction: session,
        // A worker is woken at once only for what has no time of its own.
        ...(afterMs > 0 && { at }),
      },
    )
}

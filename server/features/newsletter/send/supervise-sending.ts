import { OVERDUE_AFTER_MINUTES } from '#core/domain/newsletter-schedule.ts'
import { pauseIssue } from '#server/features/newsletter/issue-status.ts'
import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs.ts'
import { HEARTBEAT_TIMEOUT_SECONDS } from '#server/features/newsletter/send/delivery-queue.ts'
import { hoursToRepeat } from '#server/features/newsletter/send/send-batches.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { TRANSPORTS_WITH_BATCHES } from '#server/platform/mail/create-transport.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

/** Settles what dead processes had claimed, and enqueues issues that no process works on (supervision). */
export async function resumeNewsletters({
  sql,
  queue,
  mail,
  log,
}: Pick<Services, 'sql' | 'queue' | 'mail' | 'log'>): Promise<void> {
  const { batches } = await mail.current()
  const [{ lost }] = await sql<[{ lost: number }]>`
    select private.settle_silent_batches(
      ${HEARTBEAT_TIMEOUT_SECONDS}, ${hoursToRepeat(batches)}, ${batches?.account ?? null},
      ${TRANSPORTS_WITH_BATCHES}::text[])
      + private.settle_orphaned_deliveries() as lost`
  if (lost > 0)
    log.warn(`It is unknown whether ${lost} newsletters were sent: the process that sent them has ended.`)
  const issues = await sql<{ id: string; status: string }[]>`
    select id, (private.conclude_newsletter_issue(id)).status from public.newsletter_issues where status = 'sending'`
  for (const { id, status } of issues) {
    if (status !== 'sending' || !(await recordHeartbeat({ sql, queue, log }, id))) continue
    // One that is later than any delay was enqueued before the clock was set back.
    const [job] = await sql`
      select from pgboss.job
      where name = 'send-newsletter-issue' and state < 'completed' and data ->> 'issueId' = ${id}
        and start_after < now() + interval '1 hour' limit 1`
    if (!job) await enqueueSending(queue, sql, id)
  }
}

const INTERRUPTED = `Nothing has worked on it for more than ${OVERDUE_AFTER_MINUTES} minutes. When the database comes from a backup, it does not know what was sent after that, and some people would get the newsletter twice. If the site was only off, let it go on.`

/**
 * Records a heartbeat for an issue that is being sent. Returns false when the last one is too old: then the issue is paused, and an administrator has to resume it.
 */
export async function recordHeartbeat(
  deps: Pick<SendDeps, 'sql' | 'queue' | 'log'>,
  issueId: string,
): Promise<boolean> {
  const [row] = await deps.sql<[{ isAlive: boolean | null }]>`
    select private.watch_newsletter_issue(${issueId}, ${OVERDUE_AFTER_MINUTES}) as "isAlive"`
  if (row.isAlive) return true
  await pauseIssue(deps, issueId, INTERRUPTED)
  return false
}

/** The most jobs, and so processes, that work on an issue. */
const WORKERS = 4

/** Enqueues jobs for an issue, at the commit of the transaction or after a delay, up to the number of `workers`. */
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
        // Only a job without a start time is announced to workers at once.
        ...(afterMs > 0 && { at }),
      },
    )
}

import { DEAD_AFTER_SECONDS } from '#server/features/newsletter/send/delivery-queue.ts'
import { enqueueSending } from '#server/features/newsletter/send/enqueue-sending.ts'
import { recordHeartbeat } from '#server/features/newsletter/send/heartbeat.ts'
import { hoursToRepeat } from '#server/features/newsletter/send/repeat-requests.ts'
import type { Services } from '#server/features/services.ts'
import { TRANSPORTS_WITH_BATCHES } from '#server/platform/mail/create-transport.ts'

/** Settles what dead processes had claimed of newsletters, and enqueues those that no process works on any more. */
export async function resumeNewsletters({
  sql,
  queue,
  mail,
  log,
}: Pick<Services, 'sql' | 'queue' | 'mail' | 'log'>): Promise<void> {
  const [{ lost }] = await sql<[{ lost: number }]>`
    select private.settle_silent_batches(
      ${DEAD_AFTER_SECONDS}, ${hoursToRepeat(mail.batches)}, ${mail.batches?.account ?? null},
      ${TRANSPORTS_WITH_BATCHES}::text[])
      + private.settle_orphaned_deliveries() as lost`
  if (lost > 0)
    log.warn(`It is unknown whether ${lost} newsletters were sent: the process that sent them has ended.`)
  const issues = await sql<{ id: string; status: string }[]>`
    select id, (private.conclude_newsletter_issue(id)).status from public.newsletter_issues where status = 'sending'`
  for (const { id, status } of issues) {
    if (status !== 'sending' || !(await recordHeartbeat({ sql, queue, log }, id))) continue
    const [job] = await sql`
      select from pgboss.job
      where name = 'send-newsletter-issue' and state < 'completed' and data ->> 'issueId' = ${id} limit 1`
    if (!job) await enqueueSending(queue, sql, id)
  }
}

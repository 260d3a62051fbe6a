import type { Services } from '#server/features/services.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'

export const settleLostMailsJob = defineScheduledJob('settle-lost-mails')

/** Gives orphaned mails, whose job no longer exists (for example after too many crashes), a final status. */
export async function settleLostMails({ sql, log }: Pick<Services, 'sql' | 'log'>): Promise<void> {
  const settled = await sql<{ id: string }[]>`
    update public.mail_deliveries set updated_at = now(),
      status = case status when 'sending' then 'uncertain' else 'failed' end,
      last_error = coalesce(last_error, 'Its job came to an end before it did.')
    where id in (
      select id from public.mail_deliveries
      where status in ('queued', 'sending') and updated_at < now() - interval '1 minute' and not exists (
        select from pgboss.job
        where job.id = mail_deliveries.id and job.name = mail_deliveries.kind and job.state < 'completed')
      limit 1000)
    returning id`
  for (const { id } of settled) log.warn(`The mail ${id} was lost by its job; see the outbox.`)
}

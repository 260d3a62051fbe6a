import { draftMomentOf, nextSunday } from '#core/domain/newsletter-schedule.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'

/** From a day before, has the draft for the coming Sunday made, if anybody would get it. */
export async function queueSundayDraft(
  { sql, queue, settings }: Pick<JobDeps, 'sql' | 'queue' | 'settings'>,
  now: Date,
): Promise<void> {
  const schedule = settings.current()
  const { sunday } = nextSunday(now, schedule)
  if (now < draftMomentOf(sunday, schedule)) return
  const [row] = await sql<[{ isMissing: boolean }]>`
    select not exists (
        select from private.newsletter_sundays
        where sunday = ${sunday}::date and (announced_at is not null or settled_at is not null))
      and exists (select from private.newsletter_recipients) as "isMissing"`
  if (row.isMissing) await queue.enqueue('draft-newsletter', { sunday })
}

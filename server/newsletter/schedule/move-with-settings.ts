import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'
import { recordEvent } from '#server/newsletter/approve/hold-issue.ts'

/** Moves the issues that go out on a Sunday when the time or the zone of the newsletter has been changed since. */
export async function moveWithSettings({ sql, settings }: Pick<JobDeps, 'sql' | 'settings'>): Promise<void> {
  const schedule = settings.current()
  const waiting = await sql<{ issueId: string; sunday: string; scheduledFor: Date }[]>`
    select issue_id as "issueId", to_char(sunday, 'YYYY-MM-DD') as sunday, scheduled_for as "scheduledFor"
    from public.newsletter_issues join private.newsletter_approvals on issue_id = id
    where status = 'scheduled' and held_reason is null and sunday is not null`
  for (const { issueId, sunday, scheduledFor } of waiting) {
    const at = momentOnSunday(sunday, schedule)
    if (at.getTime() === scheduledFor.getTime()) continue
    await sql.transaction(async (transaction) => {
      const moved = await transaction`
        update public.newsletter_issues set scheduled_for = ${at}
        where id = ${issueId} and status = 'scheduled' and scheduled_for = ${scheduledFor} returning id`
      const reason = `${schedule.newsletter_time} in ${schedule.newsletter_zone}, because the settings have been changed.`
      if (moved.length > 0) await recordEvent(transaction, { issueId, event: 'scheduled', reason })
    })
  }
}

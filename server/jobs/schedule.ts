import type { PgBoss } from 'pg-boss'
import type { JobName } from '#server/jobs/jobs.ts'

/** All scheduled jobs, as cron expressions in UTC: minute, hour, day of the month, month, day of the week. */
export const SCHEDULE: { job: JobName; at: string }[] = [
  { job: 'publish-scheduled', at: '* * * * *' },
  { job: 'follow-newsletter', at: '* * * * *' },
  { job: 'choose-topics', at: '* * * * *' },
  { job: 'queue-welcome-mails', at: '* * * * *' },
  { job: 'resume-translations', at: '* * * * *' },
  { job: 'resume-newsletters', at: '* * * * *' },
  { job: 'count-stale-translations', at: '*/5 * * * *' },
  { job: 'settle-lost-mails', at: '*/5 * * * *' },
  { job: 'purge', at: '17 * * * *' },
]

/** Stores the schedule. Any process may start a due job; runs that were missed while no process ran are made up for once. */
export async function applySchedule(boss: PgBoss): Promise<void> {
  const wanted = new Set<string>(SCHEDULE.map(({ job }) => job))
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.has(name)) await boss.unschedule(name, key)
  }
  for (const { job, at } of SCHEDULE) await boss.schedule(job, at, {}, { tz: 'UTC', missed: 'once' })
}

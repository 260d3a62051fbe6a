import type { PgBoss } from 'pg-boss'
import type { JobName } from '#server/jobs/jobs.ts'

/** Every clock of the service, in UTC: minute, hour, day of the month, month, day of the week. */
export const SCHEDULE: { job: JobName; at: string }[] = [
  { job: 'settle-lost-mails', at: '*/5 * * * *' },
  { job: 'purge', at: '17 * * * *' },
]

/** Whichever process comes by starts the job; what was missed while none ran is made up for once. */
export async function keepSchedule(boss: PgBoss): Promise<void> {
  const wanted = new Set<string>(SCHEDULE.map(({ job }) => job))
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.has(name)) await boss.unschedule(name, key)
  }
  for (const { job, at } of SCHEDULE) await boss.schedule(job, at, {}, { tz: 'UTC', missed: 'once' })
}

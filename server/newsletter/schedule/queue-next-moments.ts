import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'

/** A little more than a minute: what is due before the clock asks again gets a job for its moment. */
const AHEAD_MS = 75_000
/** Workers look for delayed jobs every ten seconds; the job waits for the rest. */
const EARLY_MS = 15_000

/** Has a job at hand at each moment at which something of the newsletter is due. */
export async function queueNextMoments(
  { sql, queue, settings }: Pick<JobDeps, 'sql' | 'queue' | 'settings'>,
  now: Date,
): Promise<void> {
  const end = new Date(now.getTime() + AHEAD_MS)
  const { sunday, at } = nextSunday(now, settings.current())
  const moments = await sql<{ at: Date }[]>`
    select scheduled_for as at from public.newsletter_issues
    where status = 'scheduled' and held_reason is null and scheduled_for > ${now} and scheduled_for <= ${end}
    union
    select ${at}::timestamptz from private.newsletter_sundays
    where sunday = ${sunday}::date and settled_at is null and ${at}::timestamptz <= ${end}`
  for (const moment of moments) {
    const job = { at: moment.at.toISOString() }
    await queue.enqueue('newsletter-at-its-moment', job, { at: new Date(moment.at.getTime() - EARLY_MS) })
  }
}

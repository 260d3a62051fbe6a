import { EVERY_FIVE_MINUTES, type Feature } from '#server/features/feature.ts'
import type { Services } from '#server/features/services.ts'
import { defineScheduledJob, handles } from '#server/platform/queue/job.ts'

export const endCountedDayJob = defineScheduledJob('end-counted-day')

export const pageViewsFeature = {
  jobs: [handles(endCountedDayJob, endCountedDay, EVERY_FIVE_MINUTES)],
} satisfies Feature

/** Deletes what told the visitors of a day apart when it is over, also where nobody comes any more or nothing is counted. */
export async function endCountedDay({ sql, settings }: Pick<Services, 'sql' | 'settings'>): Promise<void> {
  const zone = settings.current().newsletter_zone
  const over = await sql`select from private.visitor_day where day < (now() at time zone ${zone})::date`
  if (over.length > 0) await sql`select private.counted_day(${zone})`
}

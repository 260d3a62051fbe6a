import type { Services } from '#server/features/services.ts'
import { askForVersion } from '#server/platform/newer-version.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'

export const checkForUpdateJob = defineScheduledJob('check-for-update')

/**
 * Asks for the latest version, at most once a day for all processes together, and only where the operator names an address. It is noted
 * before it asks, so that nothing asks twice.
 */
export async function checkForUpdate({
  sql,
  updateCheckUrl,
}: Pick<Services, 'sql' | 'updateCheckUrl'>): Promise<void> {
  if (updateCheckUrl === undefined) return
  const [mayAsk] = await sql`
    insert into private.update_checks as last default values
    on conflict (is_only) do update set asked_at = now() where last.asked_at <= now() - interval '1 day'
    returning asked_at`
  if (!mayAsk) return
  const latest = await askForVersion(updateCheckUrl)
  // After a failed request, the known version stays.
  if ('problem' in latest) await sql`update private.update_checks set problem = ${latest.problem}`
  else
    await sql`
      update private.update_checks
      set version = ${latest.version}, changelog = ${latest.changelog}, problem = null`
}

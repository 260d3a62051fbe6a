import { PURGES } from '#core/data/database.types.ts'
import { settleEndedImports } from '#server/features/import/run/import-rows.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { name, raw } from '#server/platform/database/fragment.ts'
import { purgeLimits } from '#server/platform/limits/open-limits.ts'
import { defineScheduledJob, isHeld, type JobRun } from '#server/platform/queue/job.ts'
import { purgeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

export const purgeJob = defineScheduledJob('purge')

/** Rows deleted by one statement. Small, so that its locks are held only briefly. */
const BATCH = 500

/** Deletes rows and files that are no longer needed, in batches. Rows that are locked by others are left for the next run. */
export async function purge(
  { sql, storage }: Pick<Services, 'sql' | 'storage'>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  // A backup may have been restored for something that is old in it.
  if (!(await isHeld(sql))) await purgeRows(sql, signal)
  await purgeLimits(sql)
  await storage.sweepIncoming()
  await purgeUnusedFiles(storage, signal)
}

async function purgeRows(sql: Sql, signal: AbortSignal): Promise<void> {
  await sql`select private.end_idle_claims()`
  await keepLookFiles(sql)
  for (const [table, when] of Object.entries(PURGES)) {
    let deleted = BATCH
    while (deleted === BATCH && !signal.aborted) deleted = await deleteBatch(sql, table, when)
  }
  await forgetAddresses(sql)
  await settleEndedImports(sql)
}

/** A logo stays for three months after its last day, because mails show it. */
async function keepLookFiles(sql: Sql): Promise<void> {
  await sql`
    update private.look_files set remove_after = now() + interval '90 days'
    where remove_after < now() + interval '89 days' and private.is_look_file_used(name)`
}

async function deleteBatch(sql: Sql, table: string, when: string): Promise<number> {
  const from = name(...table.split('.'))
  const [row] = await sql<[{ count: number }]>`
    with gone as (
      delete from ${from} where ctid in (select ctid from ${from} where ${raw(when)} limit ${BATCH} for update skip locked)
      returning 1)
    select count(*)::int as count from gone`
  return row.count
}

/** The age at which the addresses of deliveries are removed; the rows stay. */
const KEPT_MONTHS = 12
const ISSUES_AT_ONCE = 50

/** Removes the addresses from the deliveries of issues that were sent long ago. */
export async function forgetAddresses(sql: Sql): Promise<void> {
  const issues = await sql<{ id: string }[]>`
    select id from public.newsletter_issues
    where ended_at < now() - make_interval(months => ${KEPT_MONTHS}) and started_at is not null and not exists (
      select from private.newsletter_forgotten_addresses where issue_id = newsletter_issues.id)
    order by ended_at limit ${ISSUES_AT_ONCE}`
  for (const { id } of issues)
    await sql.transaction(async (transaction) => {
      await transaction`
        update public.newsletter_deliveries set email = null where issue_id = ${id} and email is not null`
      await transaction`
        insert into private.newsletter_forgotten_addresses (issue_id) values (${id}) on conflict do nothing`
    })
}

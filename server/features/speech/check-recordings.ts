import { type Finding, ok, warning } from '#server/platform/checks/check.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const ADVICE = 'Articles → Recordings on the desk says why, and makes them again.'

/** Whether articles are read aloud that should be: none was given up, and none waits for the budget. */
export async function checkRecordings(sql: Sql): Promise<Finding> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('private.speech_tasks') is not null as exists`
  if (!exists) return ok('This database has no recordings yet.')
  const [{ failed, paused, waiting }] = await sql<[{ failed: number; paused: number; waiting: number }]>`
    select count(*) filter (where due_at = 'infinity')::integer as failed,
      count(*) filter (where waits_for_budget)::integer as paused, count(*)::integer as waiting
    from private.speech_tasks`
  if (failed > 0) {
    const others = paused > 0 ? ` ${paused} wait for the budget of the month.` : ''
    return warning(`${failed} recordings of articles have failed for good.${others}`, ADVICE)
  }
  if (paused > 0)
    return warning(
      `${paused} recordings of articles wait for the budget of the month.`,
      'Raise it in Settings → Language model, or wait for the next month.',
    )
  return ok(
    waiting > 0 ? `${waiting} articles wait to be read aloud.` : 'Every recording that is wanted is made.',
  )
}

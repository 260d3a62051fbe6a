import { type Finding, ok, warning } from '#server/platform/checks/check.ts'
import type { Sql } from '#server/platform/database/connection.ts'

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
  const waits = `Waiting for the budget of the month: ${paused}.`
  if (failed > 0)
    return warning(
      [`Recordings that have failed for good: ${failed}.`, ...(paused > 0 ? [waits] : [])].join(' '),
      'Articles → Recordings on the desk says why, and makes them again.',
    )
  if (paused > 0) return warning(waits, 'Raise it in Settings → Language model, or wait for the next month.')
  return ok(
    waiting > 0
      ? `Articles that wait to be read aloud: ${waiting}.`
      : 'Every recording that is wanted is made.',
  )
}

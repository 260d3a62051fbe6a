import { tryLockSession } from '#server/platform/database/advisory-lock.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

/** Runs work while no other process imports or undoes; PostgreSQL ends the turn of one that was killed. @throws TryAgainLater */
export function alone(sql: Sql, work: () => Promise<void>): Promise<void> {
  return sql.session(async (session) => {
    if (!(await tryLockSession(session, 'import')))
      throw new TryAgainLater('Another import is under way. Wait until it has ended.')
    try {
      await work()
    } finally {
      await session`select pg_advisory_unlock_all()`.catch(() => {})
    }
  })
}

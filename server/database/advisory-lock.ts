import type { Sql } from '#server/database/connection.ts'

/** What processes over one database take turns at. The numbers only have to differ and to stay. */
const LOCKS = { schema: 4_711_001, firstContent: 4_711_002 }

/** Runs work while no other process over this database runs work under the same name. */
export function withAdvisoryLock<T>(sql: Sql, name: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  return sql.session(async (session) => {
    await session`select pg_advisory_lock(${LOCKS[name]})`
    try {
      return await work()
    } finally {
      // A connection that is gone has given the lock back.
      await session`select pg_advisory_unlock(${LOCKS[name]})`.catch(() => {})
    }
  })
}

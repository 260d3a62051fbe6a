import type { Sql } from '#server/platform/database/connection.ts'

/** The keys of advisory locks. They must differ, and must not change. */
const LOCKS = { schema: 4_711_001, firstContent: 4_711_002 }

/** Runs work while no other process on this database runs work under the same name. */
export function withAdvisoryLock<T>(sql: Sql, name: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  return sql.session(async (session) => {
    await session`select pg_advisory_lock(${LOCKS[name]})`
    try {
      return await work()
    } finally {
      // PostgreSQL releases the lock of a lost connection.
      await session`select pg_advisory_unlock(${LOCKS[name]})`.catch(() => {})
    }
  })
}

import type { Session, Sql } from '#server/platform/database/connection.ts'

/** The keys of advisory locks. They must differ, and must not change. */
const LOCKS = { schema: 4_711_001, firstContent: 4_711_002, setup: 4_711_003 }

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

/**
 * Holds a lock until the end of the transaction. From here on the transaction waits for no lock any longer than this.
 * @throws DatabaseError with the code 55P03 when it would
 */
export async function lockInTransaction(
  session: Session,
  name: keyof typeof LOCKS,
  waitMs: number,
): Promise<void> {
  await session`select set_config('lock_timeout', ${String(waitMs)}, true)`
  await session`select pg_advisory_xact_lock(${LOCKS[name]})`
}

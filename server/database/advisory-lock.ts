import type { Sql } from '#server/database/connection.ts'

/** What processes over one database take turns at. The numbers only have to differ and to stay. */
const LOCKS = { schema: 4_711_001, firstContent: 4_711_002 }

/** Runs work while no other process over this database runs work under the same name. */
export async function withAdvisoryLock<T>(
  sql: Sql,
  name: keyof typeof LOCKS,
  work: () => Promise<T>,
): Promise<T> {
  const session = await sql.reserve()
  try {
    await session`select pg_advisory_lock(${LOCKS[name]})`
    return await work()
  } finally {
    await session`select pg_advisory_unlock(${LOCKS[name]})`
    session.release()
  }
}

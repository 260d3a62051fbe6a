import type { Session, Sql } from '#server/platform/database/connection.ts'

/** The keys of advisory locks. They must differ, and must not change. */
const LOCKS = {
  schema: 4_711_001,
  firstContent: 4_711_002,
  setup: 4_711_003,
  backup: 4_711_021,
  fileRemoval: 4_711_022,
  import: 4_711_023,
}

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

/** Takes a lock for as long as the connection of the session lasts, if nobody has it. Returns whether it did. */
export async function tryLockSession(session: Session, name: keyof typeof LOCKS): Promise<boolean> {
  const [row] = await session<[{ locked: boolean }]>`select pg_try_advisory_lock(${LOCKS[name]}) as locked`
  return row.locked
}

/** Returns true if any session on this database holds the lock exclusively. */
export async function isLockTaken(sql: Session, name: keyof typeof LOCKS): Promise<boolean> {
  const [row] = await sql<[{ taken: boolean }]>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${LOCKS[name]} and objsubid = 1
        and mode = 'ExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())) as taken`
  return row.taken
}

/** Takes a lock for as long as the connection lasts, and waits for those that have it. @throws DatabaseError with 55P03 after `waitMs` */
export async function lockSession(session: Session, name: keyof typeof LOCKS, waitMs: number): Promise<void> {
  await session`select set_config('lock_timeout', ${String(waitMs)}, false)`
  await session`select pg_advisory_lock(${LOCKS[name]})`
}

/** Shares a lock until the end of the transaction, unless a session has it for itself. Returns whether it does. */
export async function trySharingLock(transaction: Session, name: keyof typeof LOCKS): Promise<boolean> {
  const [row] = await transaction<[{ shared: boolean }]>`
    select pg_try_advisory_xact_lock_shared(${LOCKS[name]}) as shared`
  return row.shared
}

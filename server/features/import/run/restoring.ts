import type { Session } from '#server/platform/database/connection.ts'

/** Runs work in a transaction in which rows keep the moments that are written (`private.is_restoring`). */
export async function restoring<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session`select set_config('publication.restoring', 'on', true)`
  const result = await work()
  // After an error the transaction, or the savepoint around this, takes it back.
  await session`select set_config('publication.restoring', '', true)`
  return result
}

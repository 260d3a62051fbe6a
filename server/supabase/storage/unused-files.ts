import { trySharingLock } from '#server/platform/database/advisory-lock.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { Storage } from '#server/supabase/storage/open-storage.ts'

/** Files removed in one transaction, which keeps their rows locked. */
const BATCH = 50

type Files = Pick<Storage, 'sql' | 'backend'>

/**
 * Records a file before it is stored, so that it is removed if the process ends before an object uses it: a trigger deletes the
 * record when one does.
 */
export async function noteFile({ sql }: Files, file: string): Promise<void> {
  await sql`insert into storage.unused_files (file, remove_after) values (${file}, now() + interval '1 hour')`
}

/**
 * Removes those of these files that no object uses. The database decides, because a statement whose response was lost may have
 * been executed. Never fails: what could not be removed now is removed by the scheduled job.
 */
export async function removeUnusedFiles(storage: Files, files: string[]): Promise<void> {
  const removal = storage.sql.transaction(async (sql) => {
    if (!(await trySharingLock(sql, 'fileRemoval'))) return
    const rows = await sql<{ file: string }[]>`
      select file from storage.unused_files where file = any(${files}::text[]) order by file for update`
    await remove(sql, storage, rows)
  })
  await removal.catch(() => {})
}

/** Removes the files that no object has, and that no upload under way can have written. While a backup is made nothing is removed. */
export async function purgeUnusedFiles(storage: Files, signal: AbortSignal): Promise<void> {
  let found = BATCH
  while (found === BATCH && !signal.aborted) {
    found = await storage.sql.transaction(async (sql) => {
      if (!(await trySharingLock(sql, 'fileRemoval'))) return 0
      const rows = await sql<{ file: string }[]>`
        select file from storage.unused_files where remove_after < now()
        order by remove_after limit ${BATCH} for update skip locked`
      await remove(sql, storage, rows)
      return rows.length
    })
  }
}

async function remove(sql: Session, { backend }: Files, rows: { file: string }[]): Promise<void> {
  for (const { file } of rows) {
    await backend.remove(file)
    await sql`delete from storage.unused_files where file = ${file}`
  }
}

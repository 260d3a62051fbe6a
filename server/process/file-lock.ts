import { DatabaseSync } from 'node:sqlite'

/**
 * A lock on a file that the system ends with the process, however that ends: a transaction of SQLite that is never committed.
 * Nothing else may open the file, since a process that closes one loses all its locks on it unless SQLite does both; and nobody
 * removes it alone, since somebody may just have opened it.
 */
export interface FileLock {
  release(): void
}

const BUSY = 5
const CANNOT_OPEN = 14

/** Without a journal on disk. The write fails where SQLite could only read, and would lock nothing. */
const ALONE = 'pragma journal_mode = memory; begin exclusive; pragma user_version = 1'
const TOGETHER = 'begin; select 1 from sqlite_master'

/** A database that nobody refers to is collected and closed, and its lock is gone. */
const held = new Set<DatabaseSync>()

/** Locks a file together with everybody else who shares it; null while somebody has it alone, or when it does not exist. */
export function shareFile(path: string): FileLock | null {
  return lock(path, TOGETHER, { options: { readOnly: true }, refusals: [BUSY, CANNOT_OPEN] })
}

/**
 * Locks a file alone, and makes it if need be; null while anybody else holds it. Those who start at the same instant take turns
 * in asking, for as long as their patience lasts.
 * @throws when it cannot be locked, whoever holds it
 */
export function takeFile(path: string, { patienceMs = 0 } = {}): FileLock | null {
  return lock(path, ALONE, { options: { timeout: patienceMs }, refusals: [BUSY] })
}

function lock(
  path: string,
  begin: string,
  { options, refusals }: { options: { readOnly?: boolean; timeout?: number }; refusals: number[] },
): FileLock | null {
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(path, options)
    database = opened
    opened.exec(begin)
    held.add(opened)
    return {
      release() {
        if (held.delete(opened)) opened.close()
      },
    }
  } catch (error) {
    database?.close()
    const { errcode = 0 } = error as { errcode?: number }
    if (refusals.includes(errcode & 0xff)) return null
    throw error
  }
}

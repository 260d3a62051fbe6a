import { DatabaseSync } from 'node:sqlite'

/**
 * A lock on a file that the operating system releases when the process ends, even by `kill -9`: an SQLite transaction that is never
 * committed. Nothing but SQLite may open the file: a process loses all its locks on a file when it closes any descriptor of it.
 * The file must not be removed by itself, because another process may just have opened it.
 */
export interface FileLock {
  release(): void
}

const BUSY = 5
const CANNOT_OPEN = 14

/** Without a journal on disk. The write makes SQLite fail where it could only read, and would lock nothing. */
const EXCLUSIVE = 'pragma journal_mode = memory; begin exclusive; pragma user_version = 1'
const SHARED = 'begin; select 1 from sqlite_master'

/** The open databases. One without a reference would be garbage-collected and closed, and its lock released. */
const held = new Set<DatabaseSync>()

/** Takes a shared lock; null while another process holds the exclusive lock, or when the file does not exist. */
export function shareFile(path: string): FileLock | null {
  return lock(path, SHARED, { options: { readOnly: true }, refusals: [BUSY, CANNOT_OPEN] })
}

/**
 * Takes the exclusive lock, and creates the file when there is none; null while another lock is held. Tries again for as long as
 * `patienceMs`.
 * @throws when the file cannot be locked at all
 */
export function takeFile(path: string, { patienceMs = 0 } = {}): FileLock | null {
  return lock(path, EXCLUSIVE, { options: { timeout: patienceMs }, refusals: [BUSY] })
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

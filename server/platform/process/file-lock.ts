import { DatabaseSync } from 'node:sqlite'

/**
 * A lock on a file that the operating system releases when the process ends, even by `kill -9`: an SQLite transaction that is never
 * committed. Only SQLite may open the file: a process loses all its locks on a file when it closes any descriptor of it.
 * The file must not be deleted, because another process may just have opened it.
 */
export interface FileLock {
  release(): void
}

const BUSY = 5

/** Locks without a journal on disk. The write makes SQLite fail if it could only read, and would lock nothing. */
const EXCLUSIVE = 'pragma journal_mode = memory; begin exclusive; pragma user_version = 1'

/** The open databases. One without a reference would be garbage-collected and closed, and its lock released. */
const held = new Set<DatabaseSync>()

/**
 * Takes the lock, and creates the file when there is none; null while it is held. Retries until the timeout.
 * @throws when the file cannot be locked at all
 */
export function tryLockFile(path: string, { timeoutMs = 0 } = {}): FileLock | null {
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(path, { timeout: timeoutMs })
    database = opened
    opened.exec(EXCLUSIVE)
    held.add(opened)
    return {
      release() {
        if (held.delete(opened)) opened.close()
      },
    }
  } catch (error) {
    database?.close()
    const { errcode = 0 } = error as { errcode?: number }
    if ((errcode & 0xff) === BUSY) return null
    throw error
  }
}

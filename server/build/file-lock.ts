import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

const BUSY = 5
const CANNOT_OPEN = 14

/** Locks a file together with everybody else who shares it; null while somebody has it alone, or when it does not exist. */
export function shareFile(path: string): FileLock | null {
  return lock(path, 'begin; select 1 from sqlite_master', { readOnly: true })
}

/** Locks a file alone, and makes it if need be; null while anybody else holds it. */
export function takeFile(path: string): FileLock | null {
  return lock(path, 'begin exclusive')
}

/** A transaction that is never used: the system ends its lock with the process, however that ends. */
function lock(path: string, begin: string, options = {}): FileLock | null {
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(path, options)
    database = opened
    opened.exec(begin)
    return { release: () => opened.close() }
  } catch (error) {
    database?.close()
    if ([BUSY, CANNOT_OPEN].includes((error as { errcode?: number }).errcode ?? 0)) return null
    throw error
  }
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDataDir } from '#server/database/embedded/create-data-dir.ts'

export interface DataDirLock {
  release(): Promise<void>
}

const LOCK_FILE = '.lock'
/** Beside the lock, because a locked database cannot be read. */
const HOLDER_FILE = '.lock.pid'

/** Those who start at the same instant take turns in asking, until one of them has the lock. */
const PATIENCE_MS = 300
const SQLITE_BUSY = 5
/** Without a journal on disk. The write is never committed: it fails where SQLite could only read, and locks nothing. */
const TAKE = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1'

/** A database that nobody refers to is collected and closed, and its lock is gone. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only one on a data folder until it releases the lock or dies: SQLite locks an empty file, and
 * the system frees what a dead process had locked. The file is never removed, since somebody may just have opened it,
 * and nothing else may open it: a process that closes a file loses all its locks on it, unless SQLite does both.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = resolve(dataDir)
  await createDataDir(folder)
  const database = lock(join(folder, LOCK_FILE))
  if (!database) throw new Error(await describeHolder(folder))
  held.add(database)
  const release = async () => {
    if (!held.delete(database)) return
    await rm(join(folder, HOLDER_FILE), { force: true }).finally(() => database.close())
  }
  try {
    await writeFile(join(folder, HOLDER_FILE), `${process.pid}`)
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

/** Null when another process, or this one, holds the lock. */
function lock(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: PATIENCE_MS })
    database.exec(TAKE)
    return database
  } catch (error) {
    database?.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    if ((errcode & 0xff) === SQLITE_BUSY) return null
    throw new Error(`No lock can be made in the data folder (${message}: ${file}): set another DATA_DIR.`)
  }
}

async function describeHolder(folder: string): Promise<string> {
  const pid = await readFile(join(folder, HOLDER_FILE), 'utf8').catch(() => '')
  const holder = /^\d{1,10}$/.test(pid) ? ` (process ${pid})` : ''
  return `Another AI Watch${holder} is already running on the data folder ${folder}: stop it, or set another DATA_DIR.`
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDataDir } from '#server/database/embedded/create-data-dir.ts'
import { type FileLock, takeFile } from '#server/process/file-lock.ts'

export interface DataDirLock {
  release(): Promise<void>
}

const LOCK_FILE = '.lock'
/** Beside the lock, because a locked database cannot be read. */
const HOLDER_FILE = '.lock.pid'

/** For those who start at the same instant, until one of them has the lock. */
const PATIENCE_MS = 300

/**
 * Makes this process the only one on a data folder until it releases the lock or dies. What it locks is an empty file, which is
 * never removed.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = resolve(dataDir)
  await createDataDir(folder)
  const lock = take(join(folder, LOCK_FILE))
  if (!lock) throw new Error(await describeHolder(folder))
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await rm(join(folder, HOLDER_FILE), { force: true }).finally(() => lock.release())
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
function take(file: string): FileLock | null {
  try {
    return takeFile(file, { patienceMs: PATIENCE_MS })
  } catch (error) {
    const { message } = error as Error
    throw new Error(`No lock can be made in the data folder (${message}: ${file}): set another DATA_DIR.`)
  }
}

async function describeHolder(folder: string): Promise<string> {
  const pid = await readFile(join(folder, HOLDER_FILE), 'utf8').catch(() => '')
  const holder = /^\d{1,10}$/.test(pid) ? ` (process ${pid})` : ''
  return `Another AI Watch${holder} is already running on the data folder ${folder}: stop it, or set another DATA_DIR.`
}

import { access, chmod, chown, constants, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findServerAccount, isRoot } from '#server/platform/database/embedded/account.ts'
import { type FileLock, tryLockFile } from '#server/platform/process/file-lock.ts'

export interface DataDirLock {
  release(): Promise<void>
}

const LOCK_FILE = '.lock'
/** A file of its own, because a locked file cannot be read. */
const HOLDER_FILE = '.lock.pid'

/** Long enough for several processes that start at the same time. */
const LOCK_TIMEOUT_MS = 300

/**
 * Makes this process the only one on a data folder until it releases the lock or ends. The lock is on an empty file, which is never
 * removed.
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

/** Makes the data folder, closed to other users, if it is missing; throws when nothing can be written there. */
export async function createDataDir(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) return create(path)
  if (!found.isDirectory()) throw new Error(`The data folder ${path} is not a folder: set another DATA_DIR.`)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: Error) => {
    throw new Error(`The data folder ${path} is not writable (${error.message}): set another DATA_DIR.`)
  })
}

/** Null when a process, this one included, holds the lock. */
function take(file: string): FileLock | null {
  try {
    return tryLockFile(file, { timeoutMs: LOCK_TIMEOUT_MS })
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

async function create(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await mkdir(path, 0o700)
  } catch (error) {
    // Another process that started at the same time may have made it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await isFolder(path))) return
    throw new Error(
      `The data folder ${path} cannot be made (${(error as Error).message}): set another DATA_DIR.`,
    )
  }
  if (isRoot()) await openToServerAccount(path)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** Lets the user that root runs PostgreSQL as traverse the folder, but not list it. */
async function openToServerAccount(path: string): Promise<void> {
  const account = await findServerAccount()
  if (!account) return
  const hasGroup = await chown(path, 0, account.gid).then(
    () => true,
    // The root user of a container may lack this right; the folder then stays closed.
    () => false,
  )
  if (hasGroup) await chmod(path, 0o710)
}

import { access, chmod, chown, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findServerAccount, isRoot } from '#server/database/embedded/server-account.ts'

/** Makes the data folder, closed to other users, if it is missing; throws when nothing can be written there. */
export async function createDataDir(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found) return create(path)
  if (!found.isDirectory()) throw new Error(`The data folder ${path} is not a folder: set another DATA_DIR.`)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: Error) => {
    throw new Error(`The data folder ${path} is not writable (${error.message}): set another DATA_DIR.`)
  })
}

async function create(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await mkdir(path, 0o700)
  } catch (error) {
    // Another process that starts at the same instant may have been first.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await isFolder(path))) return
    throw new Error(
      `The data folder ${path} cannot be made (${(error as Error).message}): set another DATA_DIR.`,
    )
  }
  if (isRoot()) await admitServerAccount(path)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** The user that PostgreSQL runs as for root may pass through, but not list. */
async function admitServerAccount(path: string): Promise<void> {
  const account = await findServerAccount()
  if (!account) return
  const isGiven = await chown(path, 0, account.gid).then(
    () => true,
    // Root of a container may lack this right: the folder then stays closed.
    () => false,
  )
  if (isGiven) await chmod(path, 0o710)
}

import { createHash } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findClosedPath,
  findServerAccount,
  isRoot,
  ownerOf,
  type ServerAccount,
} from '#server/platform/database/embedded/account.ts'

/** Where root stores what the server's user cannot reach elsewhere. */
export const SHARED_FOLDER = '/var/lib/ai-watch'

export interface ClusterPlace {
  directory: string
  /** The user that the server runs as; null is the user of this process. */
  account: ServerAccount | null
  exists: boolean
  /** Why the cluster is not inside the data folder; null when it is. */
  outsideBecause: string | null
}

/** Where the cluster of a data folder is, or is to be made. A recorded place is used even when another would be chosen now. */
export async function placeCluster(dataDir: string): Promise<ClusterPlace> {
  const recorded = await readFile(recordOf(dataDir), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
  const directory = recorded ?? join(dataDir, 'postgres')
  const outsideBecause = recorded && `${recordOf(dataDir)} names that place`
  if (await isCluster(directory)) {
    return { directory, account: await requireAccount(directory), exists: true, outsideBecause }
  }
  if (recorded) {
    throw new Error(
      `The database should be in ${recorded}, as ${recordOf(dataDir)} says, but it is not there. Bring it back, or delete that file to begin with an empty database.`,
    )
  }
  return isRoot() ? placeForRoot(dataDir) : { directory, account: null, exists: false, outsideBecause }
}

/** Records a place outside the data folder, so that later starts use it. */
export async function recordPlace(dataDir: string, directory: string): Promise<void> {
  const record = recordOf(dataDir)
  await writeFile(`${record}.partial`, `${directory}\n`)
  await rename(`${record}.partial`, record)
}

export async function isCluster(directory: string): Promise<boolean> {
  return stat(join(directory, 'PG_VERSION')).then(
    () => true,
    // A folder that we may not read exists all the same.
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  )
}

function recordOf(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

async function placeForRoot(dataDir: string): Promise<ClusterPlace> {
  const account = await findServerAccount()
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Start AI Watch as an ordinary user, or set DATABASE_URL.',
    )
  }
  const closed = await findClosedPath([dataDir], account)
  if (!closed) return { directory: join(dataDir, 'postgres'), account, exists: false, outsideBecause: null }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return {
    directory: join(SHARED_FOLDER, hash, 'postgres'),
    account,
    exists: false,
    outsideBecause: `${closed} is closed to the user ${account.name} that it runs as`,
  }
}

/** PostgreSQL accepts no user but the owner of the cluster. */
async function requireAccount(cluster: string): Promise<ServerAccount | null> {
  const owner = await ownerOf(cluster)
  if (!isRoot()) {
    if (owner.uid === process.getuid?.()) return null
    throw new Error(
      `The database in ${cluster} belongs to the user ${owner.name}: start AI Watch as that user or as root, or set another DATA_DIR.`,
    )
  }
  if (owner.uid === 0) {
    const account = await findServerAccount()
    throw new Error(
      `The database in ${cluster} belongs to root, as which PostgreSQL does not run: chown -R ${account?.name ?? 'an ordinary user'} ${cluster}`,
    )
  }
  const closed = await findClosedPath([cluster], owner)
  if (!closed) return owner
  throw new Error(
    `The database in ${cluster} runs as the user ${owner.name}, to whom ${closed} is closed: open it for that user (chmod a+x), or start AI Watch as that user.`,
  )
}

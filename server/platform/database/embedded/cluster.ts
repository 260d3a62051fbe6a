import { createHash, randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type CommandResult,
  findInaccessiblePath,
  findServerAccount,
  isRoot,
  ownerOf,
  runCommand,
  type ServerAccount,
  summarize,
} from '#server/platform/database/embedded/account.ts'
import type { Binaries } from '#server/platform/database/embedded/binaries.ts'
import { awaitPostmaster, findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { flush } from '#server/platform/disk/files.ts'

/** The folder in which root stores what the server's user cannot reach elsewhere. */
export const SHARED_FOLDER = '/var/lib/ai-watch'

export interface ClusterLocation {
  directory: string
  /** The user that the server runs as; null is the user of this process. */
  account: ServerAccount | null
  exists: boolean
  /** The reason why the cluster is not inside the data folder; null if it is. */
  outsideReason: string | null
}

/** Finds the place of the cluster of a data folder, or chooses it. A recorded location is used even if another would be chosen now. */
export async function locateCluster(dataDir: string): Promise<ClusterLocation> {
  const directory = await clusterFolder(dataDir)
  const recorded = directory === join(dataDir, 'postgres') ? null : directory
  const outsideReason = recorded && `${recordOf(dataDir)} names that place`
  if (await isCluster(directory)) {
    return { directory, account: await requireAccount(directory), exists: true, outsideReason }
  }
  if (recorded) {
    throw new Error(
      `The database should be in ${recorded}, as ${recordOf(dataDir)} says, but it is not there. Bring it back, or delete that file to begin with an empty database.`,
    )
  }
  return isRoot() ? locateForRoot(dataDir) : { directory, account: null, exists: false, outsideReason }
}

/** The folder of the embedded database, whether it exists or not. */
export function clusterFolder(dataDir: string): Promise<string> {
  return readFile(recordOf(dataDir), 'utf8').then(
    (text) => text.trim(),
    () => join(dataDir, 'postgres'),
  )
}

/** Records a location outside the data folder, so that later starts use it. */
export async function recordLocation(dataDir: string, directory: string): Promise<void> {
  const record = recordOf(dataDir)
  await writeFile(`${record}.partial`, `${directory}\n`)
  await rename(`${record}.partial`, record)
}

export async function isCluster(directory: string): Promise<boolean> {
  return stat(join(directory, 'PG_VERSION')).then(
    () => true,
    // A folder that this user may not read exists all the same.
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  )
}

function recordOf(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

async function locateForRoot(dataDir: string): Promise<ClusterLocation> {
  const account = await findServerAccount()
  if (!account) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Start AI Watch as an ordinary user, or set DATABASE_URL.',
    )
  }
  const closed = await findInaccessiblePath([dataDir], account)
  if (!closed) return { directory: join(dataDir, 'postgres'), account, exists: false, outsideReason: null }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return {
    directory: join(SHARED_FOLDER, hash, 'postgres'),
    account,
    exists: false,
    outsideReason: `${closed} is closed to the user ${account.name} that it runs as`,
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
  const closed = await findInaccessiblePath([cluster], owner)
  if (!closed) return owner
  throw new Error(
    `The database in ${cluster} runs as the user ${owner.name}, to whom ${closed} is closed: open it for that user (chmod a+x), or start AI Watch as that user.`,
  )
}

/** Start values in the cluster's postgresql.conf; an operator may tune them there. */
const settings = {
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
}

/** pg_trgm asks the C library which characters are letters: in "C" only ASCII ones are. The first one known wins. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

const STOP_TIMEOUT_SECONDS = 60

/** Makes an empty cluster. It gets its name once it is complete, so that a kill leaves no half-made cluster under that name. */
export async function createCluster(
  directory: string,
  { binaries, account }: { binaries: string; account: ServerAccount | null },
): Promise<void> {
  await removePartials(directory)
  await requireVacant(directory)
  // A new name each time: an initdb that outlived a killed process may still be writing to the previous one.
  const partial = `${directory}.partial-${randomBytes(4).toString('hex')}`
  await mkdir(partial, 0o700)
  if (account) await chown(partial, account.uid, account.gid)
  const { code, output } = await initialize(partial, binaries, account)
  if (code !== 0) {
    await rm(partial, { recursive: true, force: true })
    throw new Error(`The database cannot be created in ${directory}: ${summarize(output)}`)
  }
  await rename(partial, directory)
  await flush(dirname(directory))
}

/** @throws when the cluster was made by another major version, whose files these binaries cannot read */
export async function requireSameMajor(cluster: string, { major }: Binaries): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made === major) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this AI Watch brings PostgreSQL ${major}, which cannot read it: move it with pg_dump into a new DATA_DIR, or go back to the release that made it, or set DATABASE_URL to a PostgreSQL ${made} server.`,
  )
}

/**
 * Renames a cluster outside the data folder whose data folder was deleted. A new data folder of the same name must begin with an
 * empty database, but the rows of the old one are not ours to delete.
 */
export async function setClusterAside(cluster: string): Promise<string> {
  const postmaster = await findPostmaster(cluster)
  // SIGINT is PostgreSQL's fast shutdown.
  if (postmaster) process.kill(postmaster.pid, 'SIGINT')
  await awaitPostmaster(cluster, { until: 'stopped', timeoutSeconds: STOP_TIMEOUT_SECONDS })
  const aside = `${cluster}.${new Date().toISOString().replace(/\W/g, '')}`
  await rename(cluster, aside)
  return aside
}

async function initialize(
  directory: string,
  binaries: string,
  account: ServerAccount | null,
): Promise<CommandResult> {
  let result: CommandResult = { code: null, output: '' }
  for (const characterType of characterTypes) {
    result = await runCommand(
      join(binaries, 'bin/initdb'),
      initdbArguments(directory, characterType),
      account,
    )
    if (result.code === 0 || !result.output.includes('invalid locale name')) break
  }
  return result
}

function initdbArguments(directory: string, characterType: string): string[] {
  return [
    `--pgdata=${directory}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Only the server's user and root can open the socket.
    '--auth-local=trust',
    '--auth-host=reject',
    ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
  ]
}

async function removePartials(directory: string): Promise<void> {
  const parent = dirname(directory)
  const partials = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(directory)}.partial-`),
  )
  for (const name of partials) {
    // Removing fails while initdb still writes there; a later start tries again.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

async function requireVacant(directory: string): Promise<void> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) {
    throw new Error(`${directory} holds files but no PostgreSQL database: move them away and start again.`)
  }
}

import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type CommandResult,
  runCommand,
  type ServerAccount,
  summarize,
} from '#server/platform/database/embedded/account.ts'
import type { Binaries } from '#server/platform/database/embedded/binaries.ts'
import { awaitPostmaster, findPostmaster } from '#server/platform/database/embedded/postmaster.ts'

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
  await syncFolder(dirname(directory))
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
  await awaitPostmaster(cluster, { until: 'gone', timeoutSeconds: STOP_TIMEOUT_SECONDS })
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}

import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CommandResult, runCommand } from '#server/database/embedded/run-command.ts'
import type { ServerAccount } from '#server/database/embedded/server-account.ts'
import { summarize } from '#server/database/embedded/server-log.ts'

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

/** Makes an empty cluster. Under another name until it is whole, so that a kill leaves nothing half-made. */
export async function createCluster(
  directory: string,
  { binaries, account }: { binaries: string; account: ServerAccount | null },
): Promise<void> {
  await removePartials(directory)
  await requireVacant(directory)
  // A name of its own: an initdb that survived our killed predecessor may still be writing to the last one.
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
    // Whoever may open the socket is the server's user or root, and is trusted.
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
    // One that is still being written to resists; a later start removes it.
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

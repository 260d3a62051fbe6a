import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import {
  findInaccessiblePath,
  findServerAccount,
  isRoot,
  type ServerAccount,
} from '#server/platform/database/embedded/account.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import {
  failure,
  open,
  query,
  signalServer,
  start,
} from '#server/platform/database/embedded/testing/clusters.ts'
import { startProcess } from '#server/platform/database/embedded/testing/start-process.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

/** Stops the server that a killed owner left behind. */
function stopLeftServer(cluster: string): void {
  onTestFinished(() => signalServer(cluster, 'SIGINT'))
}

test('the first start makes a cluster in the data folder that answers queries', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const server = await start(dataDir)
  expect(server.directory).toBe(join(dataDir, 'postgres'))
  expect(server.notes).toEqual([])
  const [row] = await query<Record<string, string>[]>(
    server,
    `select current_setting('server_version_num')::int / 10000 as major, datlocprovider, datlocale,
       pg_encoding_to_char(encoding) as encoding, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as permissions,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('timezone') as timezone, current_setting('jit') as jit
     from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    major: 18,
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    encoding: 'UTF8',
    checksums: 'on',
    addresses: '',
    permissions: '0700',
    fsync: 'on',
    commit: 'on',
    timezone: 'UTC',
    jit: 'off',
  })
})

test('only the owner of the cluster may look into it', async () => {
  const server = await start(join(await openTemporaryFolder(), 'data'))
  const found = await stat(server.directory)
  expect(found.mode & 0o777).toBe(0o700)
  const account = await findServerAccount()
  expect(found.uid).toBe(isRoot() ? account?.uid : process.getuid?.())
})

test('words with accents are made of letters for trigram search', async () => {
  const server = await start(join(await openTemporaryFolder(), 'data'))
  await query(server, 'create extension pg_trgm')
  expect(await query(server, "select similarity('é', 'à') as none, similarity('é', 'É') as same")).toEqual([
    { none: 0, same: 1 },
  ])
})

test('the second start finds the rows of the first', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const first = await start(dataDir)
  await query(first, "create table kept as select 'yes' as kept")
  await first.stop()
  const second = await start(dataDir)
  expect(await query(second, 'select kept from kept')).toEqual([{ kept: 'yes' }])
})

test('stopping twice is stopping once', async () => {
  const server = await start(join(await openTemporaryFolder(), 'data'))
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(await findPostmaster(server.directory)).toBeNull()
})

test('a server that outlived its killed owner is taken over with every committed row', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const cluster = join(dataDir, 'postgres')
  stopLeftServer(cluster)
  const owner = startProcess('own-data-dir.ts', dataDir)
  expect([await owner.nextLine(), await owner.nextLine()]).toEqual(['locked', 'started'])
  const before = await findPostmaster(cluster)
  const sql = open({ host: before?.socketDir ?? '', database: 'postgres', user: 'postgres', port: 5432 })
  await sql.script("create table committed as select 'before the kill' as made")
  await owner.kill()

  const lines: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  onTestFinished(() => server.stop())
  expect(lines).toEqual([`The PostgreSQL server of ${cluster} was still running.`])
  expect((await findPostmaster(cluster))?.pid).toBe(before?.pid)
  expect(await query(server, 'select made from committed')).toEqual([{ made: 'before the kill' }])
})

test('Ctrl-C in the terminal of the owner leaves the server to the owner', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const cluster = join(dataDir, 'postgres')
  stopLeftServer(cluster)
  const owner = startProcess('own-data-dir.ts', dataDir)
  expect([await owner.nextLine(), await owner.nextLine()]).toEqual(['locked', 'started'])
  process.kill(-(owner.child.pid ?? Number.NaN), 'SIGINT')
  expect(await owner.nextLine()).toBe('interrupted')
  const sql = open({ host: cluster, database: 'postgres', user: 'postgres', port: 5432 })
  expect([...(await sql`select 1 as alive`)]).toEqual([{ alive: 1 }])
  expect((await findPostmaster(cluster))?.status).toBe('ready')
})

test('a server killed with kill -9 recovers at the next start', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const first = await start(dataDir)
  await query(first, "create table committed as select 'before the crash' as made")
  await signalServer(first.directory, 'SIGKILL')
  const second = await start(dataDir)
  expect(await query(second, 'select made from committed')).toEqual([{ made: 'before the crash' }])
})

test('the start waits for a query that a killed server has not finished', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const first = await start(dataDir)
  const [busy, watch] = [connect(first.connection), connect(first.connection)]
  const counting = busy`select count(*) as busy from generate_series(1, 20000000)`.then(null, () => null)
  const isCounting = async () =>
    (await watch`select 1 from pg_stat_activity where query like '%as busy%' and pid <> pg_backend_pid()`)
      .length
  await vi.waitUntil(isCounting, { interval: 5, timeout: 30_000 })
  await signalServer(first.directory, 'SIGKILL')
  const second = await start(dataDir)
  expect(await query(second, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await counting
})

test('lock files whose process id belongs to another program by now do not stop the start', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const first = await start(dataDir)
  await first.stop()
  const { uid, gid } = await stat(first.directory)
  // PostgreSQL minds only programs of its own user.
  const stranger = spawn('sleep', ['600'], isRoot() ? { uid, gid } : {})
  onTestFinished(async () => {
    stranger.kill()
    await once(stranger, 'close')
  })
  const lock = `${stranger.pid}\n${first.directory}\n1\n5432\n${first.connection.host}\n\n  1 1\nready   \n`
  await writeFile(join(first.directory, 'postmaster.pid'), lock)
  await writeFile(join(first.connection.host, '.s.PGSQL.5432.lock'), lock)
  const second = await start(dataDir)
  expect(await query(second, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('an empty lock file does not stop the start', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const first = await start(dataDir)
  await first.stop()
  await writeFile(join(first.directory, 'postmaster.pid'), '')
  const second = await start(dataDir)
  expect(await query(second, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('a long path with spaces and accents works, with the socket in a short private folder', async () => {
  const dataDir = join(await openTemporaryFolder(), `données d'essai, ${'x'.repeat(100)}`, 'data')
  const server = await start(dataDir)
  expect(server.directory).toBe(join(dataDir, 'postgres'))
  const folder = await stat(server.connection.host)
  expect(folder.mode & 0o777).toBe(0o700)
  expect(folder.uid).toBe((await stat(server.directory)).uid)
  expect(await query(server, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await server.stop()
  await expect(stat(server.connection.host)).rejects.toThrow('ENOENT')
})

test('a path with characters that a shell would change is refused', async () => {
  const dataDir = join(await openTemporaryFolder(), '$HOME')
  expect(await failure(start(dataDir))).toMatch(/^PostgreSQL cannot work in ".*\/\$HOME\/postgres": choose/)
})

test('a creation that was interrupted is started again', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  stopLeftServer(join(dataDir, 'postgres'))
  const owner = startProcess('own-data-dir.ts', dataDir)
  expect(await owner.nextLine()).toBe('locked')
  const isCreating = async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres.partial-'))
  await vi.waitUntil(isCreating, { interval: 5, timeout: 30_000 })
  await owner.kill()
  expect(await readdir(dataDir)).not.toContain('postgres')

  const server = await start(dataDir)
  expect(await query(server, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('the cluster of another PostgreSQL is left alone with a clear error', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const server = await start(dataDir)
  await server.stop()
  await writeFile(join(server.directory, 'PG_VERSION'), '16\n')
  const message = await failure(start(dataDir))
  expect(message).toContain('made by PostgreSQL 16, and this AI Watch brings PostgreSQL 18')
  expect(message).toContain('set DATABASE_URL')
  expect(message).not.toContain('\n')
})

test('a folder with other things in it is not taken for a cluster', async () => {
  const dataDir = await openTemporaryFolder()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'mine')
  expect(await failure(start(dataDir))).toContain('holds files but no PostgreSQL database')
  expect(await readFile(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('mine')
})

test('a server that does not start says why in one line', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const server = await start(dataDir)
  await server.stop()
  await appendFile(join(server.directory, 'postgresql.conf'), 'nonsense = 1\n')
  const message = await failure(start(dataDir))
  expect(message).toMatch(/^PostgreSQL does not start in .*unrecognized configuration parameter "nonsense"/)
  expect(message).not.toContain('\n')
})

test('a cluster that belongs to the wrong user is refused with the remedy', async () => {
  const dataDir = join(await openTemporaryFolder(), 'data')
  const server = await start(dataDir)
  await server.stop()
  if (isRoot()) {
    await chown(server.directory, 0, 0)
    expect(await failure(start(dataDir))).toContain(
      'belongs to root, as which PostgreSQL does not run: chown -R',
    )
  } else {
    // Only root can give files away; root's own folders are the foreign ones every user has at hand.
    await writeFile(join(dataDir, 'postgres.location'), '/root\n')
    expect(await failure(start(dataDir))).toMatch(/belongs to the user root|it is not there/)
  }
})

test('an ordinary user keeps everything in the data folder and runs the server', async () => {
  const folder = await openTemporaryFolder()
  const ordinary = await ordinaryUser()
  if (ordinary) await chown(folder, ordinary.uid, ordinary.gid)
  const dataDir = join(folder, 'data')
  const cluster = join(dataDir, 'postgres')
  stopLeftServer(cluster)
  const owner = startProcess('own-data-dir.ts', dataDir, ordinary)
  expect([await owner.nextLine(), await owner.nextLine()]).toEqual(['locked', 'started'])
  const { uid } = await stat(cluster)
  expect(uid).not.toBe(0)
  if (ordinary) expect(uid).toBe(ordinary.uid)
  const sql = open({ host: cluster, database: 'postgres', user: 'postgres', port: 5432 })
  expect([...(await sql`select 1 as alive`)]).toEqual([{ alive: 1 }])
})

/** For root someone to lend a process to; null for everyone else, and where the sources are closed to others. */
async function ordinaryUser(): Promise<ServerAccount | null> {
  const account = isRoot() ? await findServerAccount() : null
  return account && !(await findInaccessiblePath([process.execPath, import.meta.dirname], account))
    ? account
    : null
}

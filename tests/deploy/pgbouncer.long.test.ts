import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findServerAccount, isRoot } from '#server/platform/database/embedded/account.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '../support/database.ts'
import type { ServerAddress } from '../support/database-url.ts'
import { debianProgram } from '../support/debian-programs.ts'
import { freePort } from '../support/free-port.ts'
import { untilReady } from '../support/started-program.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/** PgBouncer as Debian packages it, in front of the database of a test. Returns its address. */
async function startPgBouncer(
  { host, port: upstream, user, database }: ServerAddress,
  settings: Record<string, string | number>,
): Promise<string> {
  const folder = createTemporaryFolder('pgbouncer')
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: 'session',
    ignore_startup_parameters: 'extra_float_digits',
    ...settings,
  }
  await writeFile(join(folder, 'users'), `"${user}" ""\n`, { mode: 0o644 })
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${host} port=${upstream}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const program = await debianProgram('pgbouncer')
  const account = isRoot() ? ['-u', (await findServerAccount())?.name ?? 'nobody'] : []
  const child = spawn(program, [...account, file], {
    env: {
      LD_LIBRARY_PATH: resolve(
        dirname(program),
        `../lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
      ),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`
  const stop = await untilReady(child, async () => {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return url
}

async function openDatabaseBehind(settings: Record<string, string | number>) {
  const { address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const url = await startPgBouncer(address, settings)
  return openDatabase({ databaseUrl: url, dataDir: '/nowhere', processes: 1 }, () => {}, createLog('silent'))
}

test('a pool of twenty sessions is refused in one line, which names the number and the setting', async () => {
  await expect(openDatabaseBehind({})).rejects.toThrow(
    /^DATABASE_URL: of 37 connections that the site may need, the pooler gave 20 \(there was no answer in time\): raise the size of its pool to 37 or more \(default_pool_size of PgBouncer[^\n]*$/,
  )
})

test('with room for all connections it is used, also by a statement that takes long', async () => {
  const database = await openDatabaseBehind({ default_pool_size: 37 })
  onTestFinished(() => database.close())
  expect(await database.sql`select pg_sleep(9), 'done' as what`).toMatchObject([{ what: 'done' }])
})

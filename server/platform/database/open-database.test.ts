import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/platform/config-error.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { requirePoolSize } from '#server/platform/database/pool-sizes.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { databaseUrl } from '../../../tests/support/database-url.ts'
import { startSessionPooler } from '../../../tests/support/session-pooler.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'

async function refusalOf(user: string, database: string): Promise<string> {
  const url = databaseUrl({ ...(await sharedResource('postgres')), user, database })
  const error = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' }, () => {}).catch(
    (error) => error,
  )
  expect(error).toBeInstanceOf(ConfigError)
  return error.message
}

test('a connection that PostgreSQL refuses is explained in one line that says what to do', async () => {
  const { sql, address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const { database } = address
  const user = `plain_${database}`
  await sql.script(`create role ${user} login; revoke connect on database ${database} from public`)
  onTestFinished(() => sql.script(`drop role ${user}`))

  expect(await refusalOf(user, database)).toMatch(
    new RegExp(
      `^DATABASE_URL: the PostgreSQL at localhost:\\d+/${database} refuses: "${user}" may not connect; `,
    ),
  )
  expect(await refusalOf(user, database)).toContain(`grant connect on database "${database}" to "${user}";`)
  expect(await refusalOf('nobody-here', database)).toContain(
    'it does not let "nobody-here" in: there is no such user',
  )
  expect(await refusalOf(user, 'nowhere')).toContain(
    'there is no database "nowhere"; a superuser creates it: create database "nowhere"',
  )
})

test('a limit of the role or of the database is refused with the statement that raises it', async () => {
  const { sql, address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const { database } = address as { database: string }
  const { host, port } = await sharedResource('postgres')
  const user = `limited_${database}`
  await sql.script(`create role ${user} login connection limit 3`)
  onTestFinished(() => sql.script(`drop role ${user}`))
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const open = (log?: Log) => openDatabase({ databaseUrl, dataDir: '/nowhere' }, () => {}, log)
  await expect(open(createLog('silent'))).rejects.toThrow(
    `DATABASE_URL: the role ${user} may have 3 connections, and the site uses up to 37: a superuser raises that with: alter role ${user} connection limit 37;`,
  )
  // A command needs two.
  await (await open()).close()
  await sql.script(`alter role ${user} connection limit 37; alter database ${database} connection limit 20`)
  await expect(open(createLog('silent'))).rejects.toThrow(`alter database ${database} connection limit 37;`)
  await sql.script(`alter database ${database} connection limit 37`)
  await (await open(createLog('silent'))).close()
  await sql.script(`alter role ${user} connection limit 0`)
  expect(await refusalOf(user, database)).toContain(`alter role "${user}" connection limit -1;`)
})

test('more processes than a PostgreSQL has connections for are refused, with how many they need', async () => {
  const url = databaseUrl({ ...(await sharedResource('postgres')), database: 'postgres' })
  const open = (processes: number) =>
    openDatabase({ databaseUrl: url, dataDir: '/nowhere', processes }, () => {}, createLog('silent'))
  await expect(open(64)).rejects.toThrow(
    /^PROCESSES: 64 processes use up to 1055 connections, and the PostgreSQL of DATABASE_URL allows \d+: raise its max_connections/,
  )
  const database = await open(1)
  await database.close()
})

test('a site needs a pooler with connections enough, and a command does not', async () => {
  const { address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const open = async (size: number, log?: Log) => {
    const { url } = await startSessionPooler(address, { size })
    return openDatabase({ databaseUrl: url, dataDir: '/nowhere', processes: 1 }, () => {}, log)
  }
  await expect(open(15, createLog('silent'))).rejects.toThrow(
    /^DATABASE_URL: of 37 connections that the site may need, the pooler gave 15 \(.*pool_size: 15\): raise the size of its pool to 37 or more /,
  )
  for (const opened of [await open(15), await open(60, createLog('silent'))]) await opened.close()
})

test('a pooler that lets wait what is too much is named as well, at the start of a site and by a command', async () => {
  const { address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const { url } = await startSessionPooler(address, { size: 20, waits: true })
  await expect(requirePoolSize(url, 95, { present: 0, timeoutMs: 500 })).rejects.toThrow(
    /^DATABASE_URL: of 95 connections that the site may need, the pooler gave 20 \(there was no answer in time\): .*default_pool_size of PgBouncer/,
  )
  const { url: full } = await startSessionPooler(address, { size: 0, waits: true })
  await expect(openDatabase({ databaseUrl: full, dataDir: '/nowhere' }, () => {})).rejects.toThrow(
    /gives no answer in time\. A pooler answers like this while all connections of its pool are taken: raise its size\.$/,
  )
})

test('PostgreSQL itself is asked for no more connections than one', async () => {
  const { address, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  await requirePoolSize(databaseUrl(address), 1_000, { present: 0 })
})

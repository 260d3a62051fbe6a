import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { healthChecks } from '#server/platform/http/health.ts'
import type { WriteProbe } from '#server/platform/http/write-probe.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

async function ask(
  sql: ReturnType<typeof connect>,
  path: string,
  probeWriting: WriteProbe = async () => null,
) {
  const response = await healthChecks({ sql, probeWriting }).request(path)
  return { status: response.status, body: await response.json() }
}

async function openDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.sql
}

test('a service with its database is up and ready', async () => {
  const sql = await openDatabase()
  expect(await ask(sql, '/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await ask(sql, '/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test('it is ready while a restored site is held, and says so', async () => {
  const sql = await openDatabase()
  await sql`insert into private.restorations (made_at) values (now())`
  expect(await ask(sql, '/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', held: expect.stringMatching(/restored from a backup and is held/) },
  })
})

test('it is not ready while the schema is of another version, and says so', async () => {
  const sql = await openDatabase()
  await sql`update private.schema_release set hash = 'other'`
  expect(await ask(sql, '/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'the schema of the database is other' },
  })
  expect((await ask(sql, '/healthz')).status).toBe(200)
})

test('it is ready when a newer version has migrated the database', async () => {
  const sql = await openDatabase()
  await sql`update private.schema_release set release = '99.0.0', hash = 'other'`
  expect((await ask(sql, '/readyz')).status).toBe(200)
})

test('it is not ready when the database is unreachable, and does not reveal its address', async () => {
  const sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  onTestFinished(() => sql.end())
  expect(await ask(sql, '/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'database unreachable' },
  })
  expect((await ask(sql, '/healthz')).status).toBe(200)
})

test('it is not ready while files cannot be written, and does not reveal the folder', async () => {
  const sql = await openDatabase()
  expect(await ask(sql, '/readyz', async () => 'disk full')).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'disk full' },
  })
  expect((await ask(sql, '/healthz', async () => 'disk full')).status).toBe(200)
})

test('jobs that no worker takes add a warning, and it stays ready', async () => {
  const sql = await openDatabase()
  await sql`
    insert into pgboss.job (name, data, start_after)
    values ('purge', '{}', now() - interval '4 minutes'), ('settle-lost-mails', '{}', now() + interval '1 hour')`
  expect((await ask(sql, '/readyz')).body).toEqual({ status: 'ready' })
  await sql`update pgboss.job set start_after = now() - interval '6 minutes' where name = 'purge'`
  expect(await ask(sql, '/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', warning: 'jobs have waited for 5 minutes: is there a worker?' },
  })
})

test('requests that arrive together share one check', async () => {
  const sql = await openDatabase()
  let looks = 0
  const checks = healthChecks({
    sql,
    probeWriting: async () => {
      looks += 1
      return null
    },
  })
  const answers = await Promise.all(Array.from({ length: 200 }, () => checks.request('/readyz')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(looks).toBe(1)
  expect((await checks.request('/readyz')).status).toBe(200)
  expect(looks).toBe(2)
})

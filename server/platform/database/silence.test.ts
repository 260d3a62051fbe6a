import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { watchSilence } from '#server/platform/database/silence.ts'
import { hasFault } from '#server/platform/faults/faults.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts'
import { startSessionPooler } from '../../../tests/support/session-pooler.ts'

async function openBehindProxy() {
  const database = await createTestDatabase({ bare: true })
  const proxy = await startDatabaseProxy(database.address)
  const sql = connect(proxy.url, { max: 3 })
  onTestFinished(async () => {
    await proxy.close()
    await sql.end()
    await database.drop()
  })
  return { sql, proxy, database }
}

test('statements of a server that falls silent fail after seconds, further ones at once, and all work when it is back', async () => {
  const { sql, proxy } = await openBehindProxy()
  await Promise.all([sql`select 1`, sql`select 1`])
  proxy.fallSilent()
  const lost = await Promise.allSettled([
    sql`select 1`,
    sql.transaction((transaction) => transaction`select 2`),
  ])
  for (const { status } of lost) expect(status).toBe('rejected')
  expect(hasFault('database')).toBe(true)
  const from = performance.now()
  await expect(sql`select 1`).rejects.toThrow('The database gives no answer')
  expect(performance.now() - from).toBeLessThan(4_000)
  await proxy.restore()
  await expect.poll(() => sql`select 1 as one`.catch(() => null), { timeout: 30_000 }).toEqual([{ one: 1 }])
  expect(hasFault('database')).toBe(false)
})

test('only connections that were lost without a word are closed, and a statement that takes long goes on', async () => {
  const { sql, proxy } = await openBehindProxy()
  await sql`select 1`
  proxy.forget()
  const lost = expect(sql`select 1`).rejects.toThrow('The database gives no answer')
  const slow = sql`select pg_sleep(9), 'done' as what`
  await lost
  expect((await slow)[0]).toMatchObject({ what: 'done' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('behind a pooler, which numbers connections itself, a statement that takes long goes on', async () => {
  const database = await createTestDatabase({ bare: true })
  const sql = connect((await startSessionPooler(database.address)).url)
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  expect(await sql`select pg_sleep(9), 'done' as what`).toMatchObject([{ what: 'done' }])
})

test('a statement that ends while the server is asked about it is no lost one', async () => {
  const database = await createTestDatabase({ bare: true })
  const other = new Client(database.address)
  await other.connect()
  await other.query('select pg_advisory_lock(1)')
  const asked = Promise.withResolvers<void>()
  /** Asks just after the statement has ended. */
  function openProbe(): Client {
    const probe = new Client(database.address)
    const connect = probe.connect.bind(probe)
    const connectLate = async () => {
      await other.query('select pg_advisory_unlock(1)')
      await locked
      return connect()
    }
    probe.on('end', asked.resolve)
    return Object.assign(probe, { connect: connectLate })
  }
  const pool = new Pool({ ...database.address, max: 1 })
  const silence = watchSilence(pool, openProbe)
  const client = await pool.connect()
  client.on('error', () => {})
  const unwatch = silence.watch(client)
  onTestFinished(async () => {
    unwatch()
    silence.stop()
    client.release()
    await Promise.all([pool.end(), other.end()])
    await database.drop()
  })
  const locked = client.query('begin; select pg_advisory_xact_lock(1)')
  await locked
  await asked.promise
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

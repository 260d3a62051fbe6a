import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { hasFault } from '#server/platform/faults/faults.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts'

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

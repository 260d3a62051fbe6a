import { afterAll, describe, expect, test } from 'vitest'
import { createReadBatch } from '#server/supabase/rest/read-batch.ts'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import { runAnonymousReads } from '#server/supabase/rest/run-query.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const database = await createTestDatabase()
const pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
afterAll(async () => {
  await pools.close()
  await database.drop()
})

/** Reads an expression, and counts how often something was run and how many reads each time. */
function aBatch() {
  const runs: number[] = []
  const read = createReadBatch((statements) => {
    runs.push(statements.length)
    return runAnonymousReads(pools, statements)
  })
  const ask = async (expression: string, values: unknown[] = []) => {
    const text = `select 1 as count, (${expression})::text as body, null as total, null as inserted`
    return (await read({ text, values, isKnown: true })).body
  }
  return { ask, runs }
}

const PROCESS = 'pg_backend_pid()'

describe('reads that are asked for together', () => {
  test('run together over one connection, and each has its own result', async () => {
    const { ask, runs } = aBatch()
    const afterAWhile = async (value: string) => {
      await Promise.resolve().then(() => {})
      return ask(`current_user || $1 || ${PROCESS}`, [value])
    }
    const results = await Promise.all(['a', 'b', 'c'].map(afterAWhile))
    const process = /\d+$/.exec(results[0] ?? '')?.[0]
    expect(results).toEqual(['a', 'b', 'c'].map((value) => `anon${value}${process}`))
    expect(runs).toEqual([3])
  })

  test('fail one by one, and the connection is used again', async () => {
    const { ask } = aBatch()
    const [before, failed, after] = await Promise.allSettled([ask(PROCESS), ask('1 / 0'), ask(PROCESS)])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(after).toEqual({ status: 'fulfilled', value: expect.stringMatching(/^\d+$/) })
    expect(after).toEqual(before)
    expect(await ask(PROCESS)).toBe((before as PromiseFulfilledResult<string>).value)
    expect(pools.anonymous.idleCount).toBe(pools.anonymous.totalCount)
  })

  test('all fail when their connection is lost, and later ones get another', async () => {
    const { ask } = aBatch()
    const asked = Promise.allSettled([ask(PROCESS), ask('pg_sleep(60)'), ask(PROCESS)])
    const isSleeping = () =>
      database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(60)%' and usename like 'ai_watch_reader_%'`
    await expect.poll(async () => (await isSleeping()).length).toBe(1)
    const lost = { status: 'rejected', reason: { code: '57P01' } }
    expect(await asked).toMatchObject([lost, lost, lost])
    for (let n = 0; n < 3; n++) expect(await ask('1')).toBe('1')
  })

  test('that are alone are not sent over a connection that was lost', async () => {
    const { ask } = aBatch()
    const asked = Promise.allSettled([ask('pg_sleep(61)')])
    const end = () =>
      database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(61)%' and usename like 'ai_watch_reader_%'`
    await expect.poll(async () => (await end()).length).toBe(1)
    const [first, second] = [await asked, await ask('1')]
    expect([first[0].status, second]).toEqual(['rejected', '1'])
  })

  test('are no longer together once the event loop has gone on', async () => {
    const { ask, runs } = aBatch()
    await ask('1')
    await Promise.all([ask('2'), new Promise((resolve) => setImmediate(resolve)).then(() => ask('3'))])
    expect(runs).toEqual([1, 1, 1])
  })

  test('all have the error of what runs them', async () => {
    const read = createReadBatch(async () => {
      throw new Error('no connection')
    })
    const statement = { text: 'select', values: [], isKnown: true }
    const results = await Promise.allSettled([read(statement), read(statement)])
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
      'no connection',
      'no connection',
    ])
  })
})

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, describeAddress, type Session } from '#server/platform/database/connection.ts'
import { raw } from '#server/platform/database/fragment.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

test.each([
  ['postgres://nora:hunter2@db.example.org:6432/news?sslmode=require', 'db.example.org:6432/news'],
  ['postgresql://nora:hunter2@db.example.org/news', 'db.example.org:5432/news'],
  ['postgres://[2001:db8::1]/news', '[2001:db8::1]:5432/news'],
])('%s is described without its password', (address, name) => {
  expect(describeAddress(address)).toBe(name)
})

test('a server behind a socket is described by its folder', () => {
  const address = { host: '/tmp/ai-watch', port: 5432, user: 'postgres', database: 'ai_watch' }
  expect(describeAddress(address)).toBe('ai_watch in /tmp/ai-watch')
})

test('a pool opens no more connections than its limit, and later queries wait for a free one', async () => {
  const database = await createTestDatabase()
  const sql = connect(database.address, { max: 2 })
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  const pidOf = async (session: Session) => (await session`select pg_backend_pid() as pid`)[0]?.pid as number
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  const pids: number[] = []
  const held = [1, 2].map(() =>
    sql.session(async (session) => {
      pids.push(await pidOf(session))
      await until
    }),
  )
  await vi.waitUntil(() => pids.length === 2)
  const third = sql.session(pidOf)
  release()
  expect(pids).toContain(await third)
  expect(pids[0]).not.toBe(pids[1])
  await Promise.all(held)
})

test('notices of the database stay out of the terminal', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const printed: unknown[] = []
  const log = console.log
  console.log = (...values) => printed.push(...values)
  onTestFinished(() => {
    console.log = log
  })
  await database.sql`drop table if exists nothing_of_that_name`
  expect(printed).toEqual([])
})

test('a value is a parameter, whatever it holds, and a fragment is part of the statement', async () => {
  const { sql, drop } = await createTestDatabase()
  onTestFinished(drop)
  const hostile = "'; drop table public.articles; --"
  const [row] = await sql`select ${hostile}::text as text, ${raw('1 + 1')} as sum, ${null}::text as nothing`
  expect(row).toEqual({ text: hostile, sum: 2, nothing: null })
})

test('a transaction that throws is rolled back, and its connection can be used again', async () => {
  const { sql, address, drop } = await createTestDatabase()
  const single = connect(address, { max: 1 })
  onTestFinished(async () => {
    await single.end()
    await drop()
  })
  await sql`create table written (n int)`
  const failed = single.transaction(async (transaction) => {
    await transaction`insert into written values (1)`
    throw new Error('on second thought')
  })
  await expect(failed).rejects.toThrow('on second thought')
  await single.transaction((transaction) => transaction`insert into written values (2)`)
  expect(await sql`select n from written`).toEqual([{ n: 2 }])
})

describe('a connection that dies', () => {
  async function open() {
    const database = await createTestDatabase()
    const sql = connect(database.address, { max: 2 })
    onTestFinished(async () => {
      await sql.end()
      await database.drop()
    })
    const kill = (pid: number) => database.sql`select pg_terminate_backend(${pid})`
    return { sql, kill }
  }
  const pidOf = async (sql: Session): Promise<number> => (await sql`select pg_backend_pid() as pid`)[0]?.pid

  test('while it is idle is replaced', async () => {
    const { sql, kill } = await open()
    const pid = await pidOf(sql)
    await kill(pid)
    await vi.waitUntil(async () => (await pidOf(sql).catch(() => pid)) !== pid)
  })

  test('under a statement fails that one', async () => {
    const { sql, kill } = await open()
    let pid = 0
    const work = sql.session(async (session) => {
      pid = await pidOf(session)
      await session`select pg_sleep(600)`
    })
    const failed = expect(work).rejects.toThrow(/terminat/)
    await vi.waitUntil(() => pid > 0)
    await kill(pid)
    await failed
    expect(await pidOf(sql)).not.toBe(pid)
  })

  test('is closed for no statement that PostgreSQL refuses', async () => {
    const { sql } = await open()
    const pid = await pidOf(sql)
    await expect(sql`select 'x'::uuid`).rejects.toThrow('invalid input syntax')
    expect(await pidOf(sql)).toBe(pid)
  })

  test('between two statements of a transaction fails the next, and rolls back', async () => {
    const { sql, kill } = await open()
    await sql`create table written (n int)`
    const work = sql.transaction(async (transaction) => {
      await transaction`insert into written values (1)`
      await kill(await pidOf(transaction))
      await transaction`insert into written values (2)`
    })
    await expect(work).rejects.toThrow()
    expect(await sql`select n from written`).toEqual([])
  })
})

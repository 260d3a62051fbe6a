import { expect, onTestFinished, test } from 'vitest'
import { connect, describeAddress } from '#server/database/connection.ts'
import { createTestDatabase } from '../../tests/support/database.ts'

test.each([
  ['postgres://nora:hunter2@db.example.org:6432/news?sslmode=require', 'db.example.org:6432/news'],
  ['postgresql://nora:hunter2@db.example.org/news', 'db.example.org:5432/news'],
  ['postgres://[2001:db8::1]/news', '[2001:db8::1]:5432/news'],
])('%s is called by a name without its password', (address, name) => {
  expect(describeAddress(address)).toBe(name)
})

test('a server behind a socket is called by its folder', () => {
  const address = { host: '/tmp/ai-watch', port: 5432, user: 'postgres', database: 'ai_watch' }
  expect(describeAddress(address)).toBe('ai_watch in /tmp/ai-watch')
})

test('a pool has as many connections as it may, and who comes later waits for one of them', async () => {
  const database = await createTestDatabase()
  const sql = connect(database.address, { max: 2 })
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  const [first, second] = [await sql.reserve(), await sql.reserve()]
  const pidOf = async (session: typeof first) => (await session`select pg_backend_pid() as pid`)[0]?.pid
  expect(await pidOf(first)).not.toBe(await pidOf(second))
  const third = sql.reserve()
  const freed = await pidOf(first)
  first.release()
  expect(await pidOf(await third)).toBe(freed)
  second.release()
  ;(await third).release()
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

test('however often it was in vain, the next try to connect is half a second away', async () => {
  const sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  onTestFinished(() => sql.end())
  const { backoff } = sql.options
  expect([0, 3, 100].map((tries) => typeof backoff === 'function' && backoff(tries))).toEqual([
    0.01, 0.27, 0.5,
  ])
})

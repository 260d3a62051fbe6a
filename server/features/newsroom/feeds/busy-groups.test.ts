import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueFeeds } from '#server/features/newsroom/testing/run-due-feeds.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const FEEDS = 6

const publisher = await startPublisher()
let database: TestDatabase
let aside: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  aside = connect(database.address, { max: 2 })
})
afterAll(async () => {
  await aside.end()
  await database.drop()
})

test('while groups are locked, other feeds are read on, and one connection waits', async () => {
  for (let n = 0; n < FEEDS; n++) {
    const item = `<item><title>Item ${n}</title><link>/items/${n}</link></item>`
    publisher.serve(`/feed/${n}`, `<rss version="2.0"><channel>${item}</channel></rss>`)
    // Each has a host of its own, so that they are asked at the same time.
    const url = publisher.url.replace('127.0.0.1', `f${n}.localhost`)
    await aside`insert into public.news_feeds (url, outlet) values (${`${url}/feed/${n}`}, ${`Outlet ${n}`})`
  }
  const { waiting, running } = await aside.transaction(async (holder) => {
    await holder`select private.lock_news_groups()`
    const running = runDueFeeds(database.sql)
    let seen = { stored: 0, waiting: 0 }
    while (seen.stored < FEEDS && seen.waiting < 2) {
      const [now] = await aside<[typeof seen]>`
        select (select count(*)::int from public.news_items) as stored, (
          select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where locktype = 'advisory' and not granted and datname = current_database()) as waiting`
      seen = now
    }
    // The array keeps the promise: only what is awaited is unwrapped.
    return { ...seen, running: [running] }
  })
  expect(waiting).toBeLessThan(2)
  await running[0]
  expect(await aside`select from public.news_items where group_id is not null`).toHaveLength(FEEDS)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.sql`truncate private.websub_requests, private.websub_subscriptions`)

async function take(callback: string, topic = '/feeds/en.xml') {
  const [{ taken }] = await database.sql<[{ taken: { id?: string; refused?: string } }]>`
    select private.take_websub_request('subscribe', ${topic}, ${callback}, ${new URL(callback).hostname}, null, 86400, 'digest') as taken`
  return taken
}

/** Subscriptions of other callbacks, one of each number. */
const addSubscriptions = (count: number, host: string, network: string, topic: string) => database.sql`
  insert into private.websub_subscriptions (topic, callback, callback_host, network, expires_at, sent_digest)
  select replace(${topic}, 'N', n::text), 'https://' || replace(${host}, 'N', n::text) || '/' || n, replace(${host}, 'N', n::text),
    replace(${network}, 'N', n::text), now() + interval '1 day', 'digest'
  from generate_series(1, ${count}::integer) as n`

async function beginAndSettle(callback: string, network: string): Promise<[boolean, boolean]> {
  const { id } = await take(callback)
  const [{ begun }] = await database.sql<[{ begun: boolean }]>`
    select private.begin_websub_question(${id}, ${network}) as begun`
  const [{ settled }] = await database.sql<
    [{ settled: boolean }]
  >`select private.settle_websub_request(${id}) as settled`
  return [begun, settled]
}

test.each<[string, [number, string, string, string], string]>([
  ['one server', [300, 'reader.example', 'N', '/feeds/N.xml'], 'host_full'],
  ['one feed', [2_000, 'N.example', 'N', '/feeds/en.xml'], 'full'],
  ['the site', [10_000, 'N.example', 'N', '/feeds/N.xml'], 'full'],
])('of %s there are so many subscriptions', async (_, subscriptions, refused) => {
  await addSubscriptions(...subscriptions)
  expect(await take('https://reader.example/one-more')).toEqual({ refused })
  // Whoever is there already can go on.
  const [{ callback, topic }] = await database.sql<[{ callback: string; topic: string }]>`
    select callback, topic from private.websub_subscriptions limit 1`
  expect(await take(callback, topic)).toEqual({ id: expect.any(String) })
})

test('ten thousand names of one address are one server', async () => {
  await addSubscriptions(500, 'N.example', '192.0.2.1', '/feeds/N.xml')
  expect(await beginAndSettle('https://another.example/', '192.0.2.1')).toEqual([true, false])
  expect(await beginAndSettle('https://another.example/', '192.0.2.2')).toEqual([true, true])

  await database.sql`
    insert into private.websub_requests (mode, topic, callback, callback_host, network, lease_seconds, topic_digest)
    select 'subscribe', '/feeds/en.xml', 'https://h' || n || '.example/', 'h' || n || '.example', '192.0.2.3', 86400, 'digest'
    from generate_series(1, 119) as n`
  expect((await beginAndSettle('https://h200.example/', '192.0.2.3'))[0]).toBe(true)
  expect((await beginAndSettle('https://h201.example/', '192.0.2.3'))[0]).toBe(false)
  expect((await beginAndSettle('https://h202.example/', '192.0.2.4'))[0]).toBe(true)
})

test('within an hour there are so many requests in all, whatever they name', async () => {
  await database.sql`
    insert into private.websub_requests (mode, topic, callback, callback_host, lease_seconds, topic_digest)
    select 'subscribe', '/feeds/en.xml', 'https://h' || n || '.example/', 'h' || n || '.example', 86400, 'digest'
    from generate_series(1, 3000) as n`
  expect(await take('https://reader.example/')).toEqual({ refused: 'busy' })
  await database.sql`update private.websub_requests set requested_at = now() - interval '61 minutes'`
  expect(await take('https://reader.example/')).toEqual({ id: expect.any(String) })
})

test('a request is asked about once, and of two for the same the later one counts', async () => {
  const first = await take('https://reader.example/')
  const second = await take('https://reader.example/')
  const begin = async (id: string | undefined) => {
    const [{ begun }] = await database.sql<[{ begun: boolean }]>`
      select private.begin_websub_question(${id}, '192.0.2.1') as begun`
    return begun
  }
  expect([await begin(first.id), await begin(second.id), await begin(second.id)]).toEqual([
    false,
    true,
    false,
  ])
})

import { afterAll, beforeEach, expect, test } from 'vitest'
import { endCountedDay } from '#server/features/page-views/feature.ts'
import { createPageViewCounter } from '#server/features/page-views/page-view-counter.ts'
import { storePageViews } from '#server/features/page-views/start-counting.ts'
import { name } from '#server/platform/database/fragment.ts'
import { createLog } from '#server/platform/log.ts'
import { openSettings } from '#server/platform/settings/live-settings.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(
  () => sql`
    truncate private.page_views, private.daily_visitors, private.page_referrers, private.visitor_day, private.visitors_of_day,
      private.recent_views`,
)

const ZONE = 'Europe/Zurich'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const openCounter = () => createPageViewCounter({ siteUrl: 'https://paper.example' })

function read(counter: ReturnType<typeof openCounter>, path: string, client: string, referer?: string) {
  counter.count(path, { client, headers: { 'user-agent': BROWSER, ...(referer && { referer }) } })
}

const sums = () =>
  sql`select path, language, kind, slug, views, visitors, bots from private.page_views order by path, language`

test('what several processes count at once adds up, and each visitor of a day is one', async () => {
  const counters = [openCounter(), openCounter(), openCounter()]
  for (const [index, counter] of counters.entries())
    for (let client = 0; client < 40; client++) {
      read(counter, '/article/storm', `10.0.0.${client}`, 'https://news.example/')
      read(counter, '/article/storm?lang=de', `10.0.${index}.${client}`)
    }
  await Promise.all(counters.map((counter) => storePageViews(sql, counter.take(), ZONE)))
  await Promise.all(counters.map((counter) => storePageViews(sql, counter.take(), ZONE)))
  expect(await sums()).toEqual([
    {
      path: '/article/storm',
      language: 'de',
      kind: 'article',
      slug: 'storm',
      views: 120,
      visitors: 120,
      bots: 0,
    },
    {
      path: '/article/storm',
      language: 'en',
      kind: 'article',
      slug: 'storm',
      views: 120,
      visitors: 40,
      bots: 0,
    },
  ])
  expect(await sql`select language, visitors from private.daily_visitors order by language`).toEqual([
    { language: '', visitors: 120 },
    { language: 'de', visitors: 120 },
    { language: 'en', visitors: 40 },
  ])
  expect(await sql`select language, host, views from private.page_referrers`).toEqual([
    { language: 'en', host: 'news.example', views: 120 },
  ])
})

test('the addresses of one IPv6 network are one visitor', async () => {
  const counter = openCounter()
  read(counter, '/', '2001:db8:1:2::1')
  read(counter, '/', '2001:db8:1:2:ffff::9')
  read(counter, '/', '2001:db8:1:3::1')
  await storePageViews(sql, counter.take(), ZONE)
  expect(await sums()).toMatchObject([{ views: 3, visitors: 2 }])
})

test('when a day is over, nothing tells its visitors apart any more, and the next one begins with another salt', async () => {
  const counter = openCounter()
  read(counter, '/', '10.0.0.1')
  await storePageViews(sql, counter.take(), ZONE)
  const [first] = await sql<[{ salt: Buffer }]>`
    update private.visitor_day set day = day - 1 returning salt`
  read(counter, '/news', '10.0.0.1')
  await storePageViews(sql, counter.take(), ZONE)
  const [second] = await sql<[{ salt: Buffer }]>`select salt from private.visitor_day`
  expect(second.salt).not.toEqual(first.salt)
  expect(second.salt).toHaveLength(32)
  expect(await sql`select distinct scope from private.visitors_of_day order by scope`).toEqual([
    { scope: '' },
    { scope: '/news en' },
    { scope: 'en' },
  ])
})

test('a day ends also when nobody comes any more, or nothing is counted', async () => {
  const counter = openCounter()
  read(counter, '/', '10.0.0.1')
  await storePageViews(sql, counter.take(), ZONE)
  const settings = await openSettings({
    sql,
    environment: { contact_address: 'desk@example.org', newsletter_zone: ZONE },
    log: createLog('silent'),
  })
  await endCountedDay({ sql, settings })
  expect(await sql`select from private.visitors_of_day`).not.toHaveLength(0)
  await sql`update private.visitor_day set day = day - 1`
  await endCountedDay({ sql, settings })
  settings.stop()
  expect(await sql`select from private.visitors_of_day`).toHaveLength(0)
})

test('readers around midnight are counted once, each on its day, and the salt changes', async () => {
  // A time zone in which the day ends in about two seconds.
  const now = new Date()
  const left = 86_400 - ((now.getUTCHours() * 60 + now.getUTCMinutes()) * 60 + now.getUTCSeconds()) - 2
  const zone = `MIDNIGHT-${new Date(left * 1_000).toISOString().slice(11, 19)}`
  const counter = openCounter()
  const salts = new Set<string>()
  let views = 0
  await expect
    .poll(
      async () => {
        read(counter, '/', '10.0.0.1')
        views += 1
        await storePageViews(sql, counter.take(), zone)
        const [row] = await sql<
          [{ salt: string }]
        >`select encode(salt, 'hex') as salt from private.visitor_day`
        return salts.add(row.salt).size
      },
      { interval: 20 },
    )
    .toBe(2)
  const days = await sql<{ views: number; visitors: number }[]>`
    select views, visitors from private.page_views order by day`
  expect(days.map(({ visitors }) => visitors)).toEqual([1, 1])
  expect(days.reduce((sum, day) => sum + day.views, 0)).toBe(views)
  expect(await sql`select from private.visitors_of_day`).toHaveLength(3)
})

test('a clock or a time zone that goes back over midnight counts nobody twice, and loses nothing', async () => {
  const counter = openCounter()
  for (const zone of ['Etc/GMT-12', 'Etc/GMT+12', 'Etc/GMT-12', 'Etc/GMT+12']) {
    read(counter, '/', '10.0.0.1')
    await storePageViews(sql, counter.take(), zone)
  }
  expect(await sums()).toMatchObject([{ views: 4, visitors: 1 }])
  // A wrong clock of some days ahead does not last.
  await sql`update private.visitor_day set day = day + 3`
  read(counter, '/', '10.0.0.1')
  await storePageViews(sql, counter.take(), 'Etc/GMT-12')
  expect(await sums()).toMatchObject([{ views: 5, visitors: 2 }])
})

test('a day with more visitors than are told apart says so, and has all views', async () => {
  const incomplete = () =>
    sql`select language from private.daily_visitors where is_incomplete order by language`
  const counter = openCounter()
  read(counter, '/', '10.0.0.1')
  await storePageViews(sql, counter.take(), ZONE)
  expect(await incomplete()).toEqual([])
  read(counter, '/?lang=de', '10.0.0.2')
  const tallies = counter.take().map((tally) => ({ ...tally, isIncomplete: true }))
  await storePageViews(sql, tallies, ZONE)
  expect(await incomplete()).toEqual([{ language: '' }, { language: 'de' }])
  await sql`update private.visitor_day set told_apart = 3000000`
  read(counter, '/', '10.0.0.3')
  await storePageViews(sql, counter.take(), ZONE)
  expect(await incomplete()).toEqual([{ language: '' }, { language: 'de' }, { language: 'en' }])
  expect(await sums()).toMatchObject([
    { language: 'de', views: 1, visitors: 1 },
    { language: 'en', views: 2, visitors: 1 },
  ])
})

test('hashes of a day that has ended meanwhile are not stored', async () => {
  const [row] = await sql<[{ added: boolean }]>`
    select private.add_page_views('2020-01-01', '[{"path": "/", "language": "en", "kind": "home", "views": 1, "bots": 0, "visitors": [1]}]', '[]')
      as added`
  expect(row.added).toBe(false)
  expect(await sums()).toEqual([])
})

test('of more hosts than are listed in a day the rest is one', async () => {
  const counter = openCounter()
  await storePageViews(sql, counter.take(), ZONE)
  for (let index = 0; index < 1_500; index++) read(counter, '/', '10.0.0.1', `https://a${index}.example/`)
  await storePageViews(sql, counter.take(), ZONE)
  for (let index = 0; index < 1_500; index++) read(counter, '/', '10.0.0.1', `https://b${index}.example/`)
  await storePageViews(sql, counter.take(), ZONE)
  read(counter, '/', '10.0.0.1', 'https://c.example/')
  read(counter, '/', '10.0.0.1', 'https://a7.example/')
  await storePageViews(sql, counter.take(), ZONE)
  const rows = await sql<{ host: string; views: number }[]>`select host, views from private.page_referrers`
  expect(rows.length).toBeLessThanOrEqual(3_001)
  expect(rows.find(({ host }) => host === 'a7.example')?.views).toBe(2)
  expect(rows.find(({ host }) => host === 'c.example')).toBeUndefined()
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(3_002)
})

test('no table has an address of a reader', async () => {
  const counter = openCounter()
  read(counter, '/', '203.0.113.77', 'https://nora@news.example/?mail=nora@example.org')
  await storePageViews(sql, counter.take(), ZONE)
  const tables = await sql<{ table: string }[]>`
    select schemaname || '.' || tablename as table from pg_tables where schemaname in ('private', 'public')`
  expect(tables.length).toBeGreaterThan(100)
  for (const { table } of tables) {
    const rows = await sql`
      select from ${name(...table.split('.'))} as stored where to_jsonb(stored)::text ~ '203\\.0\\.113\\.77|nora'`
    expect(rows, table).toEqual([])
  }
})

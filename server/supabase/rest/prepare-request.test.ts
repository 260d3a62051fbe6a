import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { searchTitles } from '#core/data/search.ts'
import { handleRequest } from '#server/supabase/rest/handle-request.ts'
import { createPrepareRequest, knownReads, namePreparedReads } from '#server/supabase/rest/prepare-request.ts'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../../tests/support/articles.ts'
import { catalog } from '../../../tests/support/catalog.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { recordStatements, type StatementRecord } from '../../../tests/support/record-statements.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const NAMES = namePreparedReads(catalog)
const KNOWN = knownReads(catalog)

/** Returns true if a statement came over the anonymous pool. */
const isOfReaders = ({ user }: { user: string }) => user.startsWith('ai_watch_reader_')

describe('the pages', () => {
  let origin: TestApp
  let app: TestApp
  let record: StatementRecord

  beforeAll(async () => {
    origin = await startTestApp()
    record = await recordStatements(origin.database.address)
    app = await startTestApp({ beside: { database: { ...origin.database, address: record.address } } })
    const service = app.service()
    const harbour = await addArticle(service, anArticle({ ...PIECES.harbour, featured: true }))
    for (const piece of [PIECES.bakery, PIECES.planning, PIECES.pipes])
      await addArticle(service, anArticle(piece))
    for (let n = 0; n < 30; n++)
      await addArticle(service, anArticle({ title: `Filler ${n}`, category: 'tech' }))
    await addArticle(service, aTranslation(harbour, 'de'))
    await service
      .from('articles')
      .update({ slug: 'moved' })
      .eq('slug', 'a-bakery-forecasts-its-bread')
      .throwOnError()
  })
  afterAll(async () => {
    await app.stop()
    await record.stop()
    await origin.stop()
  })

  test.each([
    ['/', 200],
    ['/?lang=de', 200],
    ['/?lang=pt', 200],
    ['/tech', 200],
    ['/tech?page=2', 200],
    ['/tech?lang=de', 200],
    ['/news', 200],
    ['/news?page=2', 200],
    ['/news?lang=de', 200],
    ['/news?lang=de&page=2', 302],
    ['/article/harbour-town-audits-its-algorithms', 200],
    ['/article/harbour-town-audits-its-algorithms?lang=fr', 200],
    ['/article/harbour-town-audits-its-algorithms-de?lang=de', 200],
    ['/article/harbour-town-audits-its-algorithms-de?lang=de&beside=en', 200],
    ['/article/a-bakery-forecasts-its-bread', 301],
    ['/article/nothing', 404],
    ['/article/moved.md', 200],
    ['/article/harbour-town-audits-its-algorithms-de.md?lang=de', 200],
    ['/search', 200],
    ['/newsletter', 200],
    ['/newsletter/issues', 200],
    ['/newsletter/issues/2026-01-04?lang=de', 404],
    ['/feeds/de/newsletter.xml', 200],
    ['/feeds/de/podcast.xml', 200],
    ['/feeds/de/newsletter-podcast.xml', 200],
    ['/subscribe', 200],
    ['/confirm-subscription', 200],
    ['/about', 200],
    ['/contact', 200],
    ['/privacy', 200],
    ['/terms', 200],
    ['/disclaimer', 200],
    ['/corrections', 200],
    ['/nothing', 404],
    ['/admin', 200],
    ['/admin/dashboard', 200],
    ['/author/mara-lindqvist', 200],
    ['/feeds/de/author/mara-lindqvist.xml', 200],
    ['/feeds/en.xml', 200],
    ['/feeds/de.xml', 200],
    ['/feeds/en/tech.xml', 200],
    ['/feeds/de/tech.json', 200],
    ['/feeds/en.json', 200],
    ['/sitemap.xml', 200],
    ['/sitemaps/1.xml', 200],
    ['/news-sitemap.xml', 200],
    ['/robots.txt', 200],
    ['/llms.txt', 200],
    ['/search?q=harbour', 200],
  ])('%s reads only with prepared statements, in two round trips at most', async (address, status) => {
    const open = async () => {
      const response = await fetch(new URL(address, app.url), {
        redirect: 'manual',
        headers: { authorization: `Bearer ${TEST_SECRETS.publishableKey}` },
      })
      await response.text()
      return response.status
    }
    const before = record.statements.length
    expect(await open()).toBe(status)
    const unnamed = record.statements.slice(before).filter((sent) => isOfReaders(sent) && sent.name === '')
    expect(unnamed.map(({ text }) => text)).toEqual([])
    // Now every connection that it needs is open.
    const sent = record.roundTrips.length
    expect(await open()).toBe(status)
    const roundTrips = record.roundTrips.slice(sent).filter((user) => isOfReaders({ user }))
    if (status === 200) expect(roundTrips.length).toBeLessThanOrEqual(2)
  })

  test('the search that runs in the browser is prepared too, but for what each text needs a plan of its own', async () => {
    const before = record.statements.length
    const found = await searchTitles(app.anonymous(), { query: 'zebra, (crossing)', language: 'de' })
    expect(found).toEqual([])
    const sent = record.statements.slice(before).filter(isOfReaders)
    expect(new Set(sent.map(({ name }) => name !== ''))).toEqual(new Set([true, false]))
    for (const { name, text } of sent)
      expect([text, name === '', KNOWN.has(text)]).toEqual([text, / ilike /i.test(text), true])
  })

  test('send only statements of the list', () => {
    const named = record.statements.filter((sent) => isOfReaders(sent) && sent.name !== '')
    expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(5)
    for (const { name, text } of named) expect(NAMES.get(text)).toBe(name)
  })
})

test('thousands of other requests prepare no statements on a connection', async () => {
  const database = await createTestDatabase()
  const pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
  onTestFinished(async () => {
    await pools.close()
    await database.drop()
  })
  const prepare = createPrepareRequest(catalog)
  const ask = (query: string, path = '/articles') =>
    handleRequest(
      { pools, prepare },
      { method: 'GET', path, query, header: () => null, body: '' },
      { caller: { kind: 'anonymous' }, clientIp: '' },
    )
  const columns = [
    'id',
    'slug',
    'title',
    'excerpt',
    'author',
    'category',
    'language',
    'content',
    'subtitle',
    'published',
  ]
  const queries: string[] = []
  for (const select of columns) {
    for (const order of columns) {
      for (const filter of columns) queries.push(`select=${select}&order=${order}&${filter}=is.null`)
    }
  }
  for (let n = 0; n < queries.length; n += 8)
    await Promise.all(queries.slice(n, n + 8).map((query) => ask(query)))
  await Promise.all(
    Array.from({ length: 50 }, () =>
      ask('select=*&slug=eq.a&language=in.(en,de)&published=eq.true&order=language.asc&limit=1'),
    ),
  )

  const clients = await Promise.all(
    Array.from({ length: pools.anonymous.totalCount }, () => pools.anonymous.connect()),
  )
  const prepared = await Promise.all(
    clients.map((client) => client.query('select name, statement from pg_prepared_statements')),
  )
  for (const client of clients) client.release()
  const statements = prepared.flatMap(({ rows }) => rows as { name: string; statement: string }[])
  expect(new Set(statements.map(({ name }) => name)).size).toBe(1)
  for (const { name, statement } of statements) expect(NAMES.get(statement)).toBe(name)
})

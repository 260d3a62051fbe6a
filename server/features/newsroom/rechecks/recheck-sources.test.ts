import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import {
  addSourcedDraft,
  COVERED,
  citing,
  HARBOUR,
} from '#server/features/judging/testing/sourced-articles.ts'
import { recheckSources } from '#server/features/newsroom/rechecks/recheck-sources.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, { works: false })
const publisher = await startPublisher()
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  publisher.clear()
  await emptyTables(sql, 'public.news_items, public.sourced_articles, private.source_checks')
})

const signal = new AbortController().signal
const recheck = (services = jobs.services) => recheckSources(services, {}, { signal })
const url = `${publisher.url}/cranes`
const serve = (
  sentences: readonly string[],
  { status = 200, ...headers }: Record<string, string | number> = {},
) =>
  publisher.serve(
    '/cranes',
    `<html lang="en"><title>Cranes</title><article>${sentences.map((text) => `<p>${text}</p>`).join('')}`,
    {
      status: Number(status),
      headers: { 'content-type': 'text/html', ...headers } as Record<string, string>,
    },
  )

/** A published article that cites the first sentence of a page, which became its source two days ago. */
async function addCiting({ address = url, kind = 'address', days = 2 } = {}): Promise<string> {
  const itemId = randomUUID()
  await sql`
    insert into public.news_items (id, kind, url, title, outlet, language, published_at, origin_id)
    values (${itemId}, ${kind}, ${address}, 'Cranes', 'Harbour News', 'en', now() - interval '3 days', ${itemId})`
  await sql`
    insert into private.news_texts (item_id, text, language, sentences) values (${itemId}, ${HARBOUR.join(' ')}, 'en', ${HARBOUR})`
  const id = await addSourcedDraft(sql, { itemId })
  await judgeStoredArticle({ sql }, id, { bindings: [citing(COVERED)] })
  await sql`update public.articles set published = true, publish_date = now() - make_interval(days => ${days}) where id = ${id}`
  await sql`update public.sourced_articles set begun_at = now() - make_interval(days => ${days}) where article_id = ${id}`
  await sql`update public.article_sources set added_at = now() - make_interval(days => ${days}) where article_id = ${id}`
  return id
}

const letADayPass = () => sql`update private.source_checks set next_at = next_at - interval '25 hours'`
async function stateOf(id: string) {
  const [source] = await sql<[{ state: string; state_since: Date | null; checked_at: Date | null }]>`
    select state, state_since, checked_at from public.article_sources where article_id = ${id}`
  return source
}
const findingsOf = async (id: string) => {
  const rows = await sql<{ code: string; verdict: string }[]>`
    select verdict, findings -> 0 ->> 'code' as code from public.article_sentences
    where article_id = ${id} and field = 'content'`
  return rows.map(({ code, verdict }) => `${verdict} ${code}`)
}
const asked = () => publisher.asked.filter((path) => path === '/cranes').length

test('a page that says the same stays a source, and is asked once a day', async () => {
  const id = await addCiting()
  serve([HARBOUR[0]?.replace('on Monday', ' on  Monday') ?? ''])
  await recheck()
  await recheck()
  expect(await stateOf(id)).toMatchObject({
    state: 'present',
    state_since: null,
    checked_at: expect.any(Date),
  })
  expect(asked()).toBe(1)
  await letADayPass()
  await recheck()
  expect(asked()).toBe(2)
})

test('a page that is gone was withdrawn, which marks its sentences and not the publication, and comes back', async () => {
  const id = await addCiting()
  serve([], { status: 410 })
  await recheck()
  expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', state_since: expect.any(Date) })
  expect(await findingsOf(id)).toEqual(['red source_withdrawn'])
  expect(await sql`select published from public.articles where id = ${id}`).toEqual([{ published: true }])
  serve(HARBOUR)
  await letADayPass()
  await recheck()
  expect((await stateOf(id)).state).toBe('present')
  expect(await findingsOf(id)).toEqual(['green null'])
})

test('a page that says that it was withdrawn is no source any more', async () => {
  const id = await addCiting()
  serve(['This article has been retracted by the editors of Harbour News.'])
  await recheck()
  expect((await stateOf(id)).state).toBe('withdrawn')
})

test('a page that no longer says what was cited was corrected', async () => {
  const id = await addCiting()
  serve([HARBOUR[0]?.replace('12', '9') ?? '', ...HARBOUR.slice(1)])
  await recheck()
  expect((await stateOf(id)).state).toBe('corrected')
  expect(await findingsOf(id)).toEqual(['amber source_corrected'])
})

test('what was not cited may change', async () => {
  const id = await addCiting()
  serve([HARBOUR[0] ?? '', 'Everything else is new.'])
  await recheck()
  expect((await stateOf(id)).state).toBe('present')
})

test.each<[string, () => void]>([
  ['an error of the server', () => serve([], { status: 503 })],
  ['a login', () => serve([], { status: 401 })],
  [
    'a page without a text',
    () =>
      publisher.serve('/cranes', '<ul><li><a href="/">Home</a></ul>', {
        headers: { 'content-type': 'text/html' },
      }),
  ],
  [
    'a page that is reserved by now',
    () => serve(['Other words, which are reserved.'], { 'x-robots-tag': 'noai' }),
  ],
  ['a file', () => serve(HARBOUR, { 'content-type': 'application/pdf' })],
])('%s changes nothing', async (_, answer) => {
  const id = await addCiting()
  answer()
  await recheck()
  expect(await stateOf(id)).toMatchObject({ state: 'present', checked_at: null })
  expect(asked()).toBe(1)
})

test('a page that shows less than an editor has pasted was not corrected', async () => {
  const id = await addCiting({ kind: 'text' })
  serve(['Subscribe to read what Harbour News says of the cranes.'])
  await recheck()
  expect((await stateOf(id)).state).toBe('present')
})

test('a page that has not changed is not sent again', async () => {
  const id = await addCiting()
  serve(HARBOUR, { etag: '"one"' })
  await recheck()
  serve([], { status: 304 })
  await letADayPass()
  await recheck()
  expect(publisher.headers.get('/cranes')).toMatchObject({ 'if-none-match': '"one"' })
  expect((await stateOf(id)).state).toBe('present')
  // The text that is cited since then was never compared.
  serve(HARBOUR)
  await judgeStoredArticle({ sql }, id)
  await letADayPass()
  await recheck()
  expect(publisher.headers.get('/cranes')).not.toHaveProperty('if-none-match')
})

test('what is young, cited and not removed is asked, and nothing else', async () => {
  const old = await addCiting({ days: 15, address: `${publisher.url}/old` })
  const removed = await addCiting({ address: `${publisher.url}/removed` })
  await sql`update public.article_sources set state = 'removed' where article_id = ${removed}`
  await addCiting({ days: 0, address: `${publisher.url}/today` })
  await recheck()
  expect(publisher.asked).toEqual([])
  await sql`update public.articles set publish_date = now() - interval '1 day' where id = ${old}`
  await recheck()
  expect(publisher.asked).toContain('/old')
})

test('several processes ask a page once, a run asks a host once, and one page tells all articles', async () => {
  const ids = [await addCiting(), await addCiting()]
  await addCiting({ address: `${publisher.url}/other` })
  serve([], { status: 404 })
  await Promise.all([recheck(), recheck(), recheck()])
  const pages = publisher.asked.filter((path) => path !== '/robots.txt' && !path.startsWith('/.well-known'))
  expect(pages.length).toBeLessThanOrEqual(2)
  await recheck()
  expect(publisher.asked.filter((path) => path === '/cranes')).toHaveLength(1)
  for (const id of ids) expect((await stateOf(id)).state).toBe('withdrawn')
})

test('without a newsroom nothing is asked', async () => {
  await addCiting()
  await recheck({ ...jobs.services, hasNewsroom: false })
  expect(publisher.asked).toEqual([])
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyFile } from '#server/features/indexnow/feature.ts'
import { indexNowKey, submitAddresses } from '#server/features/indexnow/submit-addresses.ts'
import { borrowTestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'

const SITE = 'https://watch.example'
const RUN = { signal: new AbortController().signal }

/** A search engine on this machine, and a site that tells it. */
async function openSite({ isOn = true } = {}) {
  const told: {
    type: string | undefined
    body: { host: string; key: string; keyLocation: string; urlList: string[] }
  }[] = []
  const behaviour: { answer(response: ServerResponse): unknown } = {
    answer: (response) => response.writeHead(202).end(),
  }
  const server = createServer(async (request, response) => {
    told.push({ type: request.headers['content-type'], body: (await json(request)) as never })
    behaviour.answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const database = await borrowTestDatabase()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`
  const jobs = await startTestJobs(database, {
    siteUrl: SITE,
    works: false,
    ...(isOn && { indexNowUrl: url }),
    adapt: ({ indexNow }) => ({
      indexNow: indexNow && { ...indexNow, client: { ...indexNow.client, allowed: ['127.0.0.1'] } },
    }),
  })
  onTestFinished(async () => {
    server.close()
    await jobs.stop()
  })
  const { sql } = database
  if (isOn) await indexNowKey(sql)
  const submit = () => submitAddresses(jobs.services, {}, RUN)
  const add = (slug: string, published = true) => sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values (${slug}, ${slug}, 'Chips', 'Chips', 'news', ${published})`
  const readPauses = async () => {
    const [row] = await sql<[{ failures: number; minutes: number }]>`
      select failures, round(extract(epoch from resumes_at - now()) / 60)::int as minutes from private.indexnow`
    return row
  }
  return { sql, told, behaviour, services: jobs.services, submit, add, readPauses }
}

test('what is published, changed, moved, corrected and withdrawn is told once, in one request', async () => {
  const { sql, told, submit, add } = await openSite()
  for (const slug of ['new', 'changed', 'moved', 'corrected', 'withdrawn', 'deleted', 'featured'])
    await add(slug)
  await add('draft', false)
  await sql`
    insert into public.articles (slug, language, original_article_id, title, excerpt, content, category, published)
    select 'neu', 'de', id, 'Neu', 'Chips', 'Chips', 'news', true from public.articles where slug = 'new'`
  await submit()
  const paths = () =>
    told
      .at(-1)
      ?.body.urlList.map((url) => url.replace(SITE, ''))
      .toSorted()
  expect(paths()).toEqual(
    [
      '/article/changed',
      '/article/corrected',
      '/article/deleted',
      '/article/featured',
      '/article/moved',
    ].concat(['/article/neu?lang=de', '/article/new', '/article/withdrawn']),
  )
  const key = await indexNowKey(sql)
  expect(told[0]).toMatchObject({
    type: 'application/json; charset=utf-8',
    body: { host: 'watch.example', key, keyLocation: `${SITE}/${key}.txt` },
  })
  await submit()
  expect(told).toHaveLength(1)

  await sql`update public.articles set title = 'Changed' where slug = 'changed'`
  await sql`update public.articles set slug = 'elsewhere' where slug = 'moved'`
  await sql`insert into public.article_corrections (article_id, text) select id, 'It was not.' from public.articles where slug = 'corrected'`
  await sql`update public.articles set published = false where slug = 'withdrawn'`
  await sql`delete from public.articles where slug = 'deleted'`
  await sql`update public.articles set featured = true where slug = 'featured'`
  await sql`update public.articles set title = 'Draft' where slug = 'draft'`
  await submit()
  expect(paths()).toEqual([
    '/article/changed',
    '/article/corrected',
    '/article/deleted',
    '/article/elsewhere',
    '/article/moved',
    '/article/withdrawn',
  ])
})

test('of translations each address is told for itself, and nothing is told of what readers do not get', async () => {
  const { sql, told, submit, add } = await openSite()
  await add('story')
  const translate = (language: string, published: boolean) => sql`
    insert into public.articles (slug, language, original_article_id, title, excerpt, content, category, published)
    select 'story', ${language}, id, 'Story', 'Chips', 'Chips', 'news', ${published} from public.articles where slug = 'story' and language = 'en'`
  await sql`insert into public.settings (key, value) values ('languages', '["en", "de", "fr"]')`
  await translate('de', true)
  await translate('fr', false)
  await translate('pt', true)
  await submit()
  const paths = () =>
    told.splice(0).flatMap(({ body }) => body.urlList.map((url) => url.replace(SITE, '')).toSorted())
  expect(paths()).toEqual(['/article/story', '/article/story?lang=de'])

  // A draft that is changed, previewed and deleted was never there; neither was what is of a language that is switched off.
  await sql`update public.articles set content = 'Other chips' where language = 'fr'`
  await sql`
    insert into public.article_previews (article_id, created_by, expires_at) select id, gen_random_uuid(), now() + interval '1 day' from public.articles where language = 'fr'`
  await sql`delete from public.articles where language in ('fr', 'pt')`
  await submit()
  expect(paths()).toEqual([])

  await sql`update public.articles set slug = 'geschichte' where language = 'de'`
  await submit()
  expect(paths()).toEqual(['/article/geschichte?lang=de', '/article/story?lang=de'])
  await sql`update public.articles set published = false where language = 'de'`
  await submit()
  expect(paths()).toEqual(['/article/geschichte?lang=de'])
  await sql`update public.articles set published = true where language = 'de'`
  await submit()
  expect(paths()).toEqual(['/article/geschichte?lang=de'])

  await sql`insert into public.article_corrections (article_id, text) select id, 'Nein.' from public.articles where language = 'de'`
  await submit()
  await sql`update public.article_corrections set text = 'Doch.'`
  await submit()
  await sql`delete from public.article_corrections`
  await submit()
  expect(paths()).toEqual(Array(3).fill('/article/geschichte?lang=de'))

  await sql`delete from public.articles where language = 'de'`
  await submit()
  expect(paths()).toEqual(['/article/geschichte?lang=de'])
})

test('many addresses are told in several requests, the oldest first, and of more than ten thousand the newest', async () => {
  const { sql, told, submit } = await openSite()
  await sql`
    insert into private.changed_addresses (language, slug, changed_at)
    select 'en', 'story-' || n, now() - make_interval(secs => n) from generate_series(1, 10010) as n`
  for (let run = 1; run <= 6; run++) await submit()
  expect(told.map(({ body }) => body.urlList.length)).toEqual(Array(5).fill(2000))
  expect(told[0]?.body.urlList[0]).toBe(`${SITE}/article/story-10000`)
  expect(told.at(-1)?.body.urlList.at(-1)).toBe(`${SITE}/article/story-1`)
})

test('a search engine that refuses is asked later and later, and never before it says', async () => {
  const { sql, told, behaviour, submit, add, readPauses } = await openSite()
  await add('one')
  behaviour.answer = (response) => response.writeHead(429, { 'retry-after': '7200' }).end()
  await submit()
  expect(await readPauses()).toEqual({ failures: 1, minutes: 120 })
  await submit()
  expect(told).toHaveLength(1)

  const again = async (answer: typeof behaviour.answer) => {
    behaviour.answer = answer
    await sql`update private.indexnow set resumes_at = now()`
    await submit()
  }
  await again((response) => response.writeHead(302, { location: '/elsewhere' }).end())
  expect(await readPauses()).toEqual({ failures: 2, minutes: 20 })
  await again((response) => response.destroy())
  expect(await readPauses()).toEqual({ failures: 3, minutes: 40 })
  await again((response) => response.writeHead(200).end())
  expect(told.at(-1)?.body.urlList).toEqual([`${SITE}/article/one`])
  expect(await sql`select from private.changed_addresses`).toHaveLength(0)
  expect(await readPauses()).toMatchObject({ failures: 0 })
})

test('a site that does not tell search engines notes nothing, and has no key', async () => {
  const { sql, told, submit, add, services } = await openSite({ isOn: false })
  await add('one')
  await submit()
  expect(told).toEqual([])
  expect(await sql`select from private.changed_addresses`).toHaveLength(0)
  expect(await sql`select from private.indexnow`).toHaveLength(0)
  const app = new Hono().get('*', createKeyFile(services))
  expect((await app.request('/0123456789abcdef0123456789abcdef.txt')).status).toBe(404)
})

test('only the file of the key has the key', async () => {
  const { sql, services } = await openSite()
  const key = await indexNowKey(sql)
  expect(await indexNowKey(sql)).toBe(key)
  const app = new Hono().get('*', createKeyFile(services))
  const file = await app.request(`/${key}.txt`)
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/plain; charset=UTF-8',
    key,
  ])
  for (const path of [
    '/0123456789abcdef0123456789abcdef.txt',
    `/${key}`,
    `/a/${key}.txt`,
    `/${key.toUpperCase()}.txt`,
  ])
    expect((await app.request(path)).status, path).toBe(404)
})

import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { restoreArticle } from '#core/data/article-trash.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { storeOldAddresses } from '#server/features/import/places/store-old-addresses.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { setSettings } from '../support/settings.ts'

let app: TestApp
/** A second app on the same database, like a second process. */
let other: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({ beside: app })
  admin = await app.administrator()
})
afterAll(async () => {
  await other.stop()
  await app.stop()
})
beforeEach(async () => {
  await app.database
    .sql`truncate public.articles, public.article_trash, public.pages, public.settings cascade`
})

interface Answer {
  status: number
  location: string | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends a path as it is, where `fetch` would normalise it. */
function ask(path: string, { method = 'GET', of = app } = {}): Promise<Answer> {
  const { hostname, port } = new URL(of.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      const { statusCode: status = 0, headers } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status, headers, location: headers.location, body: Buffer.concat(chunks).toString() }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const get = async (path: string, options = {}) => {
  const { status, location } = await ask(path, options)
  return location === undefined ? status : [status, location]
}
const add = (overrides: Partial<ArticleInput> = {}) => addArticle(app.service(), anArticle(overrides))
const store = (id: string, ...paths: string[]) => storeOldAddresses(app.database.sql, id, paths)
const change = (id: string, values: { slug?: string; published?: boolean }) =>
  app.service().from('articles').update(values).eq('id', id).throwOnError()

test('every kind of address of another site leads to the article', async () => {
  const { id } = await add({ slug: 'harbour' })
  const paths = [
    '/?p=123',
    '/?page_id=9',
    '/2024/05/harbour/',
    '/blog/harbour.html',
    '/harbour/',
    '/%e6%97%a5%e6%9c%ac/Stra%C3%9Fe',
    '/news.php?id=5&cat=2',
    '/Upper/Case',
  ]
  expect(await store(id, ...paths)).toEqual({ stored: 8, refused: [] })
  for (const path of [
    ...paths,
    '/?utm_source=feed&p=123&utm_medium=rss',
    '/?p=123&preview=true',
    '/index.php?p=123',
    '/2024/05/harbour',
    '/2024/05/harbour//',
    '/2024/05/harbour/index.html',
    '/2024/05/harbour/?replytocom=7&fbclid=x#comments',
    '/harbour?amp=1',
    '/%E6%97%A5%E6%9C%AC/Stra%c3%9Fe/',
    '/%e6%97%a5%e6%9c%ac/Strasse/../Stra%CC%83%C3%9Fe/%2e%2e/Stra%c3%9Fe',
    '/news.php?cat=2&id=5',
  ])
    expect(await get(path), path).toEqual([301, '/article/harbour'])
  expect(await get('//2024/05/harbour/index.html')).toEqual([308, `${app.url}/2024/05/harbour/index.html`])
  for (const path of ['/?p=124', '/?utm_source=p&q=', '/?pp=123']) expect(await get(path), path).toBe(200)
  for (const path of [
    '/2024/05/',
    '/2024',
    '/upper/case',
    '/news.php?id=6',
    '/news.php',
    '/harbour.html',
    '/2024/05/harbour/feed/',
  ])
    expect(await get(path), path).toBe(404)
})

test('a redirect is answered to HEAD too, by every process, and stored by nobody for good', async () => {
  const { id } = await add({ slug: 'harbour' })
  await store(id, '/2024/05/harbour/', '/?p=1')
  for (const path of ['/2024/05/harbour/', '/?p=1'])
    for (const of of [app, other])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await ask(path, { method, of })
        expect([status, headers.location, body]).toEqual([301, '/article/harbour', ''])
        expect(headers).toMatchObject({
          'cache-control': 'no-cache',
          'content-security-policy': expect.any(String),
          'x-content-type-options': 'nosniff',
        })
      }
  expect(await get('/2024/05/harbour/', { method: 'POST' })).not.toEqual([301, '/article/harbour'])
})

test('it follows the article: renamed, unpublished, published again, deleted, restored', async () => {
  const { id } = await add({ slug: 'harbour' })
  await store(id, '/2024/05/harbour/', '/?p=1')
  const both = async () => [await get('/2024/05/harbour'), await get('/?p=1', { of: other })]
  await change(id, { slug: 'port' })
  expect(await both()).toEqual([
    [301, '/article/port'],
    [301, '/article/port'],
  ])
  await change(id, { published: false })
  expect(await both()).toEqual([404, 200])
  await change(id, { published: true })
  const { data } = await admin.from('articles').delete().eq('id', id).select('id').throwOnError()
  expect(data).toHaveLength(1)
  expect(await both()).toEqual([404, 200])
  const [trashed] = await app.database.sql`select id, updated_at::text as version from public.article_trash`
  await restoreArticle(admin, { id: trashed?.id, version: trashed?.version })
  expect(await both()).toEqual([
    [301, '/article/port'],
    [301, '/article/port'],
  ])
})

test('an address that another article got meanwhile stays there when the first is restored', async () => {
  const first = await add({ slug: 'first' })
  await store(first.id, '/old', '/older')
  await admin.from('articles').delete().eq('id', first.id).throwOnError()
  const second = await add({ slug: 'second' })
  await store(second.id, '/old')
  const [trashed] = await app.database.sql`select id, updated_at::text as version from public.article_trash`
  await restoreArticle(admin, { id: trashed?.id, version: trashed?.version })
  expect([await get('/old'), await get('/older')]).toEqual([
    [301, '/article/second'],
    [301, '/article/first'],
  ])
})

test('a page of this site is never shadowed', async () => {
  const { id } = await add({ slug: 'harbour' })
  const live = [
    '/.well-known/security.txt',
    '/about',
    '/tech/',
    '/de',
    '/search',
    '/newsletter',
    '/admin/articles',
    '/rest/v1/articles',
    '/images/a.jpg',
  ]
  const { stored, refused } = await store(id, ...live)
  expect(stored).toBe(0)
  expect(refused.map(({ address, why }) => `${address} ${why}`).sort()).toEqual(
    live.map((address) => `${address.replace(/\/$/, '')} live`).sort(),
  )
  // An address that was old first becomes a page, and an article.
  expect(await store(id, '/imprint', '/about?x=1', '/article/port')).toMatchObject({ stored: 3 })
  expect([await get('/imprint'), await get('/about?x=1'), await get('/article/port')]).toEqual([
    [301, '/article/harbour'],
    200,
    [301, '/article/harbour'],
  ])
  await app.database.sql`
    insert into public.pages (slug, title, content, published) values ('imprint', 'Imprint', 'Text', true)`
  await add({ slug: 'port' })
  await expect.poll(() => get('/imprint')).toBe(200)
  expect(await get('/article/port')).toBe(200)
})

test('the redirect names the language of a translation, and keeps that of the reader for an original', async () => {
  const original = await add({ slug: 'harbour' })
  const german = await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen' }))
  await store(original.id, '/harbour', '/?p=1')
  await store(german.id, '/hafen', '/harbour?lang=de', '/?p=1&lang=de')
  expect(await get('/hafen')).toEqual([301, '/article/hafen?lang=de'])
  expect(await get('/hafen?lang=fr')).toEqual([301, '/article/hafen?lang=de'])
  expect(await get('/harbour?lang=de')).toEqual([301, '/article/hafen?lang=de'])
  expect(await get('/?p=1&lang=de')).toEqual([301, '/article/hafen?lang=de'])
  expect(await get('/?lang=fr&p=1')).toEqual([301, '/article/harbour?lang=fr'])
  expect(await get('/harbour?lang=xx')).toEqual([301, '/article/harbour'])
  // While German is switched off, its addresses lead to the original, but not for good.
  await setSettings(app.service(), { languages: ['en', 'fr'] })
  await expect.poll(() => get('/hafen')).toEqual([302, '/article/harbour'])
  await expect.poll(() => get('/?p=1&lang=de')).toEqual([302, '/article/harbour'])
})

test('the feeds of other programs lead to ours', async () => {
  for (const path of ['/feed/', '/feed', '/rss/', '/atom.xml', '/index.xml', '/blog/feed.xml'])
    expect(await get(path), path).toEqual([301, '/feeds/en.xml'])
  // The offered languages are known a moment after the settings were reset.
  await expect.poll(() => get('/de/feed/')).toEqual([301, '/feeds/de.xml'])
  for (const path of ['/xx/feed/', '/index', '/2024/feed/']) expect(await get(path), path).toBe(404)
  const { id } = await add({ slug: 'harbour' })
  await store(id, '/feed')
  expect(await get('/feed/')).toEqual([301, '/article/harbour'])
})

test('what cannot be an address, or belongs to another article, is reported', async () => {
  const first = await add({ slug: 'first' })
  const second = await add({ slug: 'second' })
  await store(first.id, '/old/first', '/article/once')
  const bad = [
    '',
    'relative',
    '/',
    '/?utm_source=x',
    '//evil.example/a',
    'https://old.example/a',
    '/%ff',
    `/${'a'.repeat(500)}`,
  ]
  expect(
    await store(
      second.id,
      ...bad,
      '/old/first/',
      '/article/once',
      '/article/first',
      '/article/second',
      '/ok',
      '/ok/',
    ),
  ).toEqual({
    stored: 2,
    refused: [
      ...bad.map((address) => ({ address, why: 'no-path' })),
      { address: '/old/first', why: 'taken' },
      { address: '/article/once', why: 'taken' },
      { address: '/article/first', why: 'live' },
    ],
  })
  // Another run changes nothing.
  expect(await store(second.id, '/ok')).toEqual({ stored: 1, refused: [] })
  expect(await app.database.sql`select address from private.old_addresses order by 1`).toEqual([
    { address: '/ok' },
    { address: '/old/first' },
  ])
  const many = (from: number) =>
    store(first.id, ...Array.from({ length: 60 }, (_, index) => `/many/${from + index}`))
  expect(await many(0)).toEqual({ stored: 60, refused: [] })
  // It has one other.
  const more = await many(60)
  expect([more.stored, more.refused.length, more.refused[0]?.why]).toEqual([39, 21, 'too-many'])
  expect(await many(0)).toEqual({ stored: 60, refused: [] })
})

test('hostile addresses are answered like any that are missing', async () => {
  const { id } = await add({ slug: 'harbour' })
  await store(id, '/old')
  const query = Array.from({ length: 300 }, (_, index) => `a${index}=${index}`).join('&')
  expect(await get(`/old?${query}`)).toEqual([301, '/article/harbour'])
  expect(await get(`/?${query}&p=1`)).toBe(200)
  for (const path of [
    "/old'%20or%20'1'='1",
    '/%00',
    '/old%2f',
    '/%5cold',
    '/old%0d%0aSet-Cookie:a=b',
    `/${'a/'.repeat(1500)}`,
    '/__proto__?p=constructor',
  ])
    expect(await get(path), path).toBe(404)
  const { data } = await app
    .anonymous()
    .rpc('find_old_address', { p_addresses: Array(5000).fill('/x').concat('/old') })
  expect(data).toBeNull()
  const { error } = await app
    .anonymous()
    .schema('private' as 'public')
    .from('old_addresses' as 'articles')
    .select('*')
  expect(error).not.toBeNull()
})

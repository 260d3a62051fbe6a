import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findMovedArticle } from '#core/data/articles.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'

let app: TestApp
let rename: (id: string, slug: string) => Promise<unknown>
let setPublished: (id: string, published: boolean) => Promise<unknown>

beforeAll(async () => {
  app = await startTestApp()
  rename = async (id, slug) => app.service().from('articles').update({ slug }).eq('id', id).throwOnError()
  setPublished = async (id, published) =>
    app.service().from('articles').update({ published }).eq('id', id).throwOnError()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.articles cascade`
})

async function get(path: string) {
  const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('every former slug redirects directly to the newest, in the reader’s language', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await rename(id, 'third')
  expect(await get('/article/first')).toEqual([301, '/article/third'])
  expect(await get('/article/second?lang=fr')).toEqual([301, '/article/third?lang=fr'])
  expect((await get('/article/third'))[0]).toBe(200)
})

test('a slug that is used again no longer redirects', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await addArticle(app.service(), anArticle({ slug: 'first' }))
  expect((await get('/article/first'))[0]).toBe(200)
  await rename(id, 'third')
  expect(await get('/article/second')).toEqual([301, '/article/third'])
})

test('an article renamed back has no redirect to itself', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await rename(id, 'first')
  expect((await get('/article/first'))[0]).toBe(200)
  expect(await get('/article/second')).toEqual([301, '/article/first'])
})

test('the former slug of a draft or of an unpublished article gets 404', async () => {
  const draft = await addArticle(app.service(), anArticle({ slug: 'draft', published: false }))
  await rename(draft.id, 'renamed-draft')
  expect((await get('/article/draft'))[0]).toBe(404)

  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await setPublished(id, false)
  expect((await get('/article/first'))[0]).toBe(404)
  expect(await findMovedArticle(app.anonymous(), 'first', 'en')).toBeNull()
  expect(await findMovedArticle(app.service(), 'first', 'en')).toBeNull()
})

test('an article that is renamed while unpublished is found under every slug that it was published with', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await setPublished(id, false)
  await rename(id, 'never-published')
  await rename(id, 'third')
  expect(await get('/article/second')).toEqual([404, null])
  await setPublished(id, true)
  expect(await get('/article/first')).toEqual([301, '/article/third'])
  expect(await get('/article/second')).toEqual([301, '/article/third'])
  expect(await get('/article/never-published')).toEqual([404, null])
})

test('so is one that is unpublished and renamed in one edit', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  const edit = { slug: 'second', published: false }
  await app.service().from('articles').update(edit).eq('id', id).throwOnError()
  await setPublished(id, true)
  expect(await get('/article/first')).toEqual([301, '/article/second'])
})

test('an article that is published again under its slug has no redirect to itself', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await setPublished(id, false)
  await setPublished(id, true)
  expect((await get('/article/first'))[0]).toBe(200)
  expect(await app.database.sql`select from public.slug_redirects`).toHaveLength(0)
})

test('a draft does not replace a redirect until it is published', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  const draft = await addArticle(app.service(), anArticle({ slug: 'draft', published: false }))
  await rename(draft.id, 'first')
  await addArticle(app.service(), anArticle({ slug: 'another', published: false }))
  expect(await get('/article/first')).toEqual([301, '/article/second'])

  await setPublished(draft.id, true)
  expect((await get('/article/first'))[0]).toBe(200)
  await rename(draft.id, 'third')
  await expect.poll(() => get('/article/first')).toEqual([301, '/article/third'])
})

test('an article that changed its language is found in the new language', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await app.service().from('articles').update({ language: 'de' }).eq('id', id).throwOnError()
  expect(await get('/article/first')).toEqual([301, '/article/first?lang=de'])
  expect((await get('/article/first?lang=de'))[0]).toBe(200)
})

test('a redirect to a draft does not hide the English redirect from readers of another language', async () => {
  const english = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(english.id, 'second')
  const german = await addArticle(app.service(), aTranslation(english, 'de', { slug: 'first' }))
  await setPublished(german.id, false)
  expect(await get('/article/first?lang=de')).toEqual([301, '/article/second?lang=de'])
  const moved = await findMovedArticle(app.service(), 'first', 'de')
  expect(moved).toEqual({ slug: 'second', language: 'de' })
})

test('the Markdown version of an article redirects too, in the reader’s language', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  expect(await get('/article/first.md')).toEqual([301, '/article/second.md'])
  expect(await get('/article/first.md?lang=fr')).toEqual([301, '/article/second.md?lang=fr'])
})

test.each(['/article/first', '/article/first.md'])(
  'browsers do not keep the redirect of %s',
  async (path) => {
    const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
    await rename(id, 'second')
    const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
    expect([status, headers.get('cache-control')]).toEqual([301, 'no-cache'])
  },
)

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findMovedArticle } from '#core/data/articles.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'

let app: TestApp
let rename: (id: string, slug: string) => Promise<unknown>

beforeAll(async () => {
  app = await startTestApp()
  rename = async (id, slug) => app.service().from('articles').update({ slug }).eq('id', id).throwOnError()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.articles cascade`
})

async function get(path: string) {
  const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('every former slug leads straight to the newest, in the reader’s language', async () => {
  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await rename(id, 'third')
  expect(await get('/article/first')).toEqual([301, '/article/third'])
  expect(await get('/article/second?lang=fr')).toEqual([301, '/article/third?lang=fr'])
  expect((await get('/article/third'))[0]).toBe(200)
})

test('a slug that is taken again is no redirect any more', async () => {
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

test('the former slug of a draft or of an article taken out of print answers 404', async () => {
  const draft = await addArticle(app.service(), anArticle({ slug: 'draft', published: false }))
  await rename(draft.id, 'renamed-draft')
  expect((await get('/article/draft'))[0]).toBe(404)

  const { id } = await addArticle(app.service(), anArticle({ slug: 'first' }))
  await rename(id, 'second')
  await app.service().from('articles').update({ published: false }).eq('id', id).throwOnError()
  expect((await get('/article/first'))[0]).toBe(404)
  expect(await findMovedArticle(app.anonymous(), 'first', 'en')).toBeNull()
})

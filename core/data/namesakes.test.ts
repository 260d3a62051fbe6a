import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { listNamesakes } from './articles.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles')
})

const addOriginal = (slug: string, published = true) =>
  addArticle(app.service(), anArticle({ slug, published }))
const change = (id: string, values: { slug?: string; published?: boolean }) =>
  app.service().from('articles').update(values).eq('id', id).throwOnError()

/** The articles that the desk finds, as `language slug`. */
async function found(slug: string, language: Language = 'en', client = admin): Promise<string[]> {
  const articles = await listNamesakes(client, slug, language, { drafts: true })
  return articles.map((one) => `${one.language} ${one.slug}`)
}

test('the desk finds a slug in any language, of drafts as of published articles', async () => {
  const original = await addOriginal('harbour')
  await addArticle(app.service(), aTranslation(original, 'de', { slug: 'hafen', published: false }))
  expect(await found('hafen')).toEqual(['de hafen'])
  expect(await found('harbour', 'it')).toEqual(['en harbour'])
  expect(await found('harbour', 'de')).toEqual(['de hafen'])
  expect(await found('hafen', 'fr')).toEqual(['de hafen'])
  expect(await found('unknown')).toEqual([])
  // Readers do not find the draft, also if they ask as the desk does.
  expect(await listNamesakes(app.service(), 'hafen', 'en')).toEqual([])
  expect(await found('hafen', 'en', app.anonymous())).toEqual([])
})

test('the desk finds what had a slug once, also when it has become a draft, and first in the language asked for', async () => {
  const moved = await addOriginal('first')
  await change(moved.id, { slug: 'second' })
  const other = await addOriginal('other')
  await addArticle(app.service(), aTranslation(other, 'de', { slug: 'first' }))
  expect(await found('first')).toEqual(['en second'])
  expect(await found('first', 'fr')).toEqual(['en second', 'de first'])

  await change(moved.id, { published: false })
  expect(await found('first')).toEqual(['en second'])
  expect(await found('second', 'de')).toEqual(['en second'])
  expect(await found('first', 'en', app.anonymous())).toEqual(['de first'])
})

test('several articles are all found once, in the order of the languages', async () => {
  const original = await addOriginal('jazz-original')
  for (const language of ['it', 'de'] as const)
    await addArticle(app.service(), aTranslation(original, language, { slug: 'jazz', published: false }))
  const spanish = await addArticle(app.service(), aTranslation(original, 'es', { slug: 'jazz' }))
  // Unpublished, it has the slug and the redirect from it.
  await change(spanish.id, { published: false })
  expect(await found('jazz')).toEqual(['es jazz', 'de jazz', 'it jazz'])
  // Versions of one story: a language that was asked for is meant.
  await addArticle(app.service(), aTranslation(original, 'fr', { slug: 'jazz-a-la-francaise' }))
  expect(await found('jazz', 'fr')).toEqual(['fr jazz-a-la-francaise'])
})

test.each([
  '',
  '../drafts',
  'a%00b',
  '\u0000',
  'a"),published.eq.true',
  'ümlaut',
  'a'.repeat(201),
  '__proto__',
])('nothing is asked for %j, which no article can have', async (slug) => {
  expect(await listNamesakes({} as Client, slug, 'en', { drafts: true })).toEqual([])
})

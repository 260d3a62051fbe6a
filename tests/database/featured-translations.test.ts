import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { featureArticle, publishArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES, versionOf } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'

const TRANSLATED = LANGUAGE_CODES.filter((code) => code !== 'en')
let app: TestApp
let admin: Client
/** Featured in English, Spanish and French until now. */
let before: ArticleInput & { id: string }
/** Published in all languages but Italian, where it is a draft. */
let next: ArticleInput & { id: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles, public.audit_log')
  const service = app.service()
  before = await addArticle(service, anArticle({ slug: 'before', title: 'Before' }))
  for (const language of ['es', 'fr'] as const) await addArticle(service, aTranslation(before, language))
  await feature(before)
  next = await addArticle(service, anArticle({ ...PIECES.bakery, slug: 'next', title: 'Next' }))
  for (const language of TRANSLATED)
    await addArticle(service, aTranslation(next, language, { published: language !== 'it' }))
})

const feature = async ({ id }: { id: string }, options = {}) =>
  featureArticle(admin, await versionOf(admin, id), options)

/** Lists the titles of featured articles, by language. */
async function featured() {
  const { data } = await admin.from('articles').select('language, title').eq('featured', true).throwOnError()
  return Object.fromEntries(data.map(({ language, title }) => [language, title]))
}
const WAS = { en: 'Before', es: 'Before (es)', fr: 'Before (fr)' }
const IS = { en: 'Next', de: 'Next (de)', es: 'Next (es)', fr: 'Next (fr)', pt: 'Next (pt)' }

test('translations that readers have are featured with their original, and seen on their front pages', async () => {
  expect(await featured()).toEqual(WAS)
  const { data: versions } = await admin.from('articles').select('id, updated_at').throwOnError()
  expect(await feature(next)).toMatchObject({
    status: 'featured',
    along: [{ language: 'de' }, { language: 'es' }, { language: 'fr' }, { language: 'pt' }],
  })
  expect(await featured()).toEqual(IS)
  // Nothing that readers know of a text has changed.
  expect((await admin.from('articles').select('id, updated_at').throwOnError()).data.toSorted(byId)).toEqual(
    versions.toSorted(byId),
  )
  for (const [language, title] of Object.entries(IS)) {
    const html = await (await fetch(app.url + localizedPath('/', language as 'en'))).text()
    expect(html.indexOf(title), language).toBeGreaterThan(-1)
    expect(/<h2[^>]*>(?:<[^>]+>)*([^<]*)/.exec(html)?.[1], language).toBe(title)
  }
  const { data: told } = await admin.from('audit_log').select('did, details').eq('action', 'feature_article')
  expect(told).toContainEqual({
    did: expect.stringContaining('featured'),
    details: { with: 'German, Spanish, French, Portuguese' },
  })
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

test('by a program as well, and one translation alone changes nothing else', async () => {
  const { updated_at } = await versionOf(admin, next.id)
  const changed = await admin
    .from('articles')
    .update({ featured: true })
    .eq('id', next.id)
    .eq('updated_at', updated_at)
  expect(changed.error).toBeNull()
  expect(await featured()).toEqual(IS)
  const { data } = await admin.from('articles').select('id').eq('title', 'Before (es)').throwOnError()
  await feature(data[0] as { id: string })
  expect(await featured()).toEqual({ ...IS, es: 'Before (es)' })
})

test('an editor features the original alone', async () => {
  expect(await feature(next, { along: false })).toEqual({ status: 'featured', along: [] })
  expect(await featured()).toEqual({ ...WAS, en: 'Next' })
})

test('translations are no longer featured with their original, unless only that is meant', async () => {
  await feature(next)
  expect(await feature(next, { featured: false, along: false })).toEqual({ status: 'featured', along: [] })
  const { en: _, ...others } = IS
  expect(await featured()).toEqual(others)
  await feature(next)
  expect(await feature(next, { featured: false })).toMatchObject({
    along: [{ language: 'de' }, { language: 'es' }, { language: 'fr' }, { language: 'pt' }],
  })
  expect(await featured()).toEqual({})
})

test('a translation that is published later follows, but takes nothing from a story of its language', async () => {
  await feature(next)
  const service = app.service()
  const { data } = await admin.from('articles').select('id').eq('language', 'it').throwOnError()
  await publishArticles(admin, [await versionOf(admin, data[0]?.id ?? '')])
  expect(await featured()).toEqual({ ...IS, it: 'Next (it)' })
  await service.from('articles').update({ published: false }).eq('title', 'Next (fr)').throwOnError()
  const { fr: _, ...others } = IS
  expect(await featured()).toEqual({ ...others, it: 'Next (it)' })
  await service.from('articles').update({ published: true }).eq('title', 'Next (fr)').throwOnError()
  expect(await featured()).toEqual({ ...IS, it: 'Next (it)' })

  const own = await addArticle(service, anArticle({ slug: 'aqui', title: 'Aquí', language: 'es' }))
  await feature(own)
  const last = await addArticle(service, anArticle({ slug: 'last', title: 'Last', featured: true }))
  for (const language of ['es', 'fr'] as const) await addArticle(service, aTranslation(last, language))
  expect(await featured()).toEqual({
    ...IS,
    en: 'Last',
    es: 'Aquí',
    fr: 'Last (fr)',
    it: 'Next (it)',
  })
})

test('of another version than was seen nothing is featured', async () => {
  const seen = await versionOf(admin, next.id)
  await app.service().from('articles').update({ title: 'Changed' }).eq('id', next.id).throwOnError()
  expect(await featureArticle(admin, seen)).toMatchObject({ status: 'changed' })
  expect(await featured()).toEqual(WAS)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { listNews, listSitemapParts, listStories } from '#core/data/sitemaps.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let service: Client
let reader: Client

beforeAll(async () => {
  app = await startTestApp()
  service = app.service()
  reader = app.anonymous()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles')
})

/** Inserts `count` originals, each with translations into three languages. */
async function addStories(count: number) {
  const inputs = Array.from({ length: count }, (_, index) => anArticle({ title: `Story ${index}` }))
  const written = await insertArticles(service, inputs)
  const idOf = new Map(written.map((row) => [row.slug, row.id]))
  const translations = inputs.flatMap((input) =>
    (['de', 'es', 'pt'] as const).map((language) =>
      aTranslation({ ...input, id: idOf.get(input.slug) ?? '' }, language),
    ),
  )
  await insertArticles(service, translations)
}

async function touch(slug: string, time: string) {
  const { sql } = app.database
  await sql`alter table public.articles disable trigger touch_article`
  await sql`update public.articles set updated_at = ${time} where slug = ${slug}`
  await sql`alter table public.articles enable trigger touch_article`
}

describe('stories', () => {
  test('have every published version, the original first', async () => {
    const harbour = await addArticle(service, anArticle())
    const german = await addArticle(service, aTranslation(harbour, 'de'))
    const french = await addArticle(service, aTranslation(harbour, 'fr'))
    await addArticle(service, aTranslation(harbour, 'it', { published: false }))
    const updated_at = expect.any(String)
    expect(await listStories(await app.administrator(), { offset: 0, limit: 10 })).toEqual([
      [
        { slug: harbour.slug, language: 'en', updated_at },
        { slug: german.slug, language: 'de', updated_at },
        { slug: french.slug, language: 'fr', updated_at },
      ],
    ])
  })

  test('do not include translations of a draft', async () => {
    const draft = await addArticle(service, anArticle({ published: false }))
    await addArticle(service, aTranslation(draft, 'de'))
    expect(await listStories(await app.administrator(), { offset: 0, limit: 10 })).toEqual([])
  })

  test('can be read in parts that together have each of them once, with all translations', async () => {
    await addStories(260)
    const parts = []
    for (const offset of [0, 250, 500]) parts.push(await listStories(reader, { offset, limit: 250 }))
    expect(parts.map((part) => part.length)).toEqual([250, 10, 0])
    const slugs = parts.flat(2).map((version) => version.slug)
    expect(slugs).toHaveLength(260 * 4)
    expect(new Set(slugs).size).toBe(260 * 4)
    expect(parts.flat().every((story) => story.length === 4)).toBe(true)
  })
})

describe('the parts of a sitemap', () => {
  test('have as many stories as are asked for, and the time of the last change in each part', async () => {
    await addStories(25)
    await app.database.sql`alter table public.articles disable trigger touch_article`
    await app.database.sql`update public.articles set updated_at = '2026-01-01T00:00:00Z'`
    await app.database.sql`alter table public.articles enable trigger touch_article`
    const second = await listStories(reader, { offset: 10, limit: 10 })
    const third = await listStories(reader, { offset: 20, limit: 10 })
    await touch(second[4]?.[2]?.slug ?? '', '2026-03-01T00:00:00Z')
    await touch(third[4]?.[0]?.slug ?? '', '2026-02-01T00:00:00Z')
    expect(await listSitemapParts(reader, 10)).toEqual([
      { lastChange: new Date('2026-01-01T00:00:00Z') },
      { lastChange: new Date('2026-03-01T00:00:00Z') },
      { lastChange: new Date('2026-02-01T00:00:00Z') },
    ])
    expect(await listSitemapParts(reader, 25)).toHaveLength(1)
  })

  test('are none without articles', async () => {
    expect(await listSitemapParts(reader, 10)).toEqual([])
  })
})

describe('news', () => {
  const span = { from: new Date('2026-11-16T12:00:00Z'), to: new Date('2026-11-18T12:00:00Z') }
  const slugs = async (limit = 1000, client = reader) =>
    (await listNews(client, { ...span, limit })).map((article) => article.slug)

  test('are the articles published in a span of time, in every language, newest first', async () => {
    const harbour = await addArticle(service, anArticle(PIECES.harbour))
    await addArticle(service, anArticle(PIECES.bakery))
    await addArticle(service, anArticle(PIECES.planning))
    await addArticle(service, anArticle({ title: 'Tomorrow', publish_date: '2026-11-19T09:00:00Z' }))
    await addArticle(service, aTranslation(harbour, 'de', { publish_date: '2026-11-18T10:00:00Z' }))
    expect(await slugs()).toEqual([
      'harbour-town-audits-its-algorithms-de',
      'harbour-town-audits-its-algorithms',
      'a-bakery-forecasts-its-bread',
    ])
    expect(await slugs(1)).toEqual(['harbour-town-audits-its-algorithms-de'])
  })

  test('include a new translation of an older article, but no translation of a draft, and no drafts', async () => {
    const planning = await addArticle(service, anArticle(PIECES.planning))
    await addArticle(service, aTranslation(planning, 'fr', { publish_date: '2026-11-18T08:00:00Z' }))
    const draft = await addArticle(service, anArticle({ ...PIECES.harbour, published: false }))
    await addArticle(service, aTranslation(draft, 'de'))
    expect(await slugs(1000, await app.administrator())).toEqual(['symbolic-planning-returns-fr'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPublishedArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { listFeedArticles } from '#core/data/feeds.ts'
import type { Language } from '#core/i18n/languages.ts'
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

async function slugs(language: Language, category?: string, limit = 25) {
  return (await listFeedArticles(reader, { language, category, limit })).map((article) => article.slug)
}

async function addPieces() {
  const { citations, bakery, harbour, pipes, planning } = PIECES
  return {
    citations: await addArticle(service, anArticle(citations)),
    bakery: await addArticle(service, anArticle(bakery)),
    harbour: await addArticle(service, anArticle(harbour)),
    pipes: await addArticle(service, anArticle(pipes)),
    planning: await addArticle(service, anArticle(planning)),
  }
}

describe('the articles of a feed', () => {
  test('have their content and the time of their last change', async () => {
    const article = anArticle({ hero_image: '/demo/harbour.webp' })
    const { id } = await addArticle(service, article)
    const { slug, language, title, excerpt, content, category, author, hero_image } = article
    expect(await listFeedArticles(reader, { language: 'en', limit: 25 })).toEqual([
      {
        id,
        slug,
        language,
        title,
        excerpt,
        content,
        category,
        author,
        hero_image,
        publish_date: '2026-11-18T09:00:00+00:00',
        updated_at: expect.any(String),
        translation: null,
        isDrafted: false,
        corrections: [],
      },
    ])
  })

  test('have the order of the list on the site, in every language and category', async () => {
    const { harbour, bakery, pipes, planning } = await addPieces()
    await addArticle(
      service,
      anArticle({ title: 'Older', category: 'tech', publish_date: '2020-01-01T00:00:00Z' }),
    )
    await addArticle(service, aTranslation(pipes, 'de', { publish_date: '2026-11-25T00:00:00Z' }))
    await addArticle(service, aTranslation(harbour, 'de', { publish_date: '2020-01-01T00:00:00Z' }))
    await addArticle(service, aTranslation(planning, 'de'))
    await addArticle(service, aTranslation(bakery, 'fr'))
    for (const language of ['en', 'de', 'fr', 'pt'] as const) {
      for (const category of [undefined, 'tech', 'opinion', 'hack'] as const) {
        const listed = await listPublishedArticles(reader, { language, category })
        expect(await slugs(language, category)).toEqual(listed.map((article) => article.slug))
      }
    }
    expect(await slugs('de')).toHaveLength(3)
    expect(await slugs('en', 'tech')).toEqual(['symbolic-planning-returns', 'older'])
    expect(await slugs('de', undefined, 1)).toEqual(['harbour-town-audits-its-algorithms-de'])
  })

  test('include no draft, no translation of a draft and no English original in another language', async () => {
    const { harbour } = await addPieces()
    const draft = await addArticle(service, anArticle({ title: 'Not yet', published: false }))
    await addArticle(service, aTranslation(draft, 'de'))
    await addArticle(service, aTranslation(harbour, 'de', { published: false }))
    const administrator = await app.administrator()
    expect(await listFeedArticles(administrator, { language: 'de', limit: 25 })).toEqual([])
    expect(await listFeedArticles(administrator, { language: 'en', limit: 25 })).toHaveLength(5)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  findFeaturedArticle,
  findPublishedArticle,
  insertArticles,
  listPublishedArticles,
  listPublishedVersions,
} from '#core/data/articles.ts'
import { listNewestOfCategories } from '#core/data/categories.ts'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let service: Client
/** A client without a session, as readers have it. */
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

async function slugs(options: Parameters<typeof listPublishedArticles>[1], client = reader) {
  return (await listPublishedArticles(client, options)).map((article) => article.slug)
}

/** The five pieces as originals, inserted in another order than that of their dates. */
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

describe('the list of English articles', () => {
  test('has the published originals, the newest first', async () => {
    await addPieces()
    expect(await slugs({ language: 'en' })).toEqual([
      'harbour-town-audits-its-algorithms',
      'a-bakery-forecasts-its-bread',
      'symbolic-planning-returns',
      'in-praise-of-boring-pipes',
      'check-citations-in-an-afternoon',
    ])
  })

  test('has the columns of a card and not the content', async () => {
    const article = anArticle({ subtitle: 'A subtitle', hero_image: '/demo/harbour.webp', featured: true })
    const { id } = await addArticle(service, article)
    const { content, published, original_article_id, ...rest } = article
    const { social_title, social_description, social_image, ...summary } = rest
    const [listed] = await listPublishedArticles(reader, { language: 'en' })
    expect(listed).toEqual({ ...summary, id, publish_date: '2026-11-18T09:00:00+00:00' })
  })

  test('has no drafts, not even for an administrator', async () => {
    await addArticle(service, anArticle({ published: false }))
    expect(await slugs({ language: 'en' })).toEqual([])
    expect(await slugs({ language: 'en' }, await app.administrator())).toEqual([])
  })

  test('has no translations', async () => {
    const harbour = await addArticle(service, anArticle())
    await addArticle(service, aTranslation(harbour, 'de'))
    expect(await slugs({ language: 'en' })).toEqual([harbour.slug])
  })

  test('can be limited to one category and to a number of articles', async () => {
    await addPieces()
    await addArticle(
      service,
      anArticle({ title: 'Older', category: 'tech', publish_date: '2020-01-01T00:00:00Z' }),
    )
    expect(await slugs({ language: 'en', category: 'tech' })).toEqual(['symbolic-planning-returns', 'older'])
    expect(await slugs({ language: 'en', category: 'tech', limit: 1 })).toEqual(['symbolic-planning-returns'])
    expect(await slugs({ language: 'en', limit: 2 })).toEqual([
      'harbour-town-audits-its-algorithms',
      'a-bakery-forecasts-its-bread',
    ])
  })

  test('has a stable order of articles with the same date, which a change of one of them does not alter', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five']
    await insertArticles(
      service,
      titles.map((title) => anArticle({ title })),
    )
    const before = await slugs({ language: 'en' })
    await service
      .from('articles')
      .update({ author: 'Idris Bello' })
      .eq('slug', before[1] ?? '')
      .throwOnError()
    expect(await slugs({ language: 'en' })).toEqual(before)
  })

  test('can be read page by page, and is empty beyond the last page', async () => {
    await addPieces()
    const pages = [0, 2, 4, 6].map((offset) => slugs({ language: 'en', limit: 2, offset }))
    expect((await Promise.all(pages)).map((page) => page.length)).toEqual([2, 2, 1, 0])
    expect((await Promise.all(pages)).flat()).toEqual(await slugs({ language: 'en' }))
  })

  test('is empty when there are no articles', async () => {
    expect(await slugs({ language: 'en' })).toEqual([])
    expect(await slugs({ language: 'de' })).toEqual([])
  })
})

describe('the list of another language', () => {
  test('has the order of the English originals, whatever the dates of the translations, and omits originals without a translation', async () => {
    const { harbour, bakery, pipes } = await addPieces()
    const early = { publish_date: '2020-01-01T00:00:00Z' }
    await addArticle(service, aTranslation(pipes, 'de', { publish_date: '2026-11-25T00:00:00Z' }))
    await addArticle(service, aTranslation(harbour, 'de', early))
    await addArticle(service, aTranslation(bakery, 'de'))
    await addArticle(service, aTranslation(bakery, 'fr'))
    expect(await slugs({ language: 'de' })).toEqual([
      'harbour-town-audits-its-algorithms-de',
      'a-bakery-forecasts-its-bread-de',
      'in-praise-of-boring-pipes-de',
    ])
    expect(await slugs({ language: 'fr' })).toEqual(['a-bakery-forecasts-its-bread-fr'])
    expect(await slugs({ language: 'pt' })).toEqual([])
  })

  test('omits drafts, and translations of drafts', async () => {
    const { harbour, bakery } = await addPieces()
    const draft = await addArticle(service, anArticle({ title: 'Not yet', published: false }))
    await addArticle(service, aTranslation(harbour, 'de', { published: false }))
    await addArticle(service, aTranslation(draft, 'de'))
    await addArticle(service, aTranslation(bakery, 'de'))
    expect(await slugs({ language: 'de' })).toEqual(['a-bakery-forecasts-its-bread-de'])
    expect(await slugs({ language: 'de' }, await app.administrator())).toEqual([
      'a-bakery-forecasts-its-bread-de',
    ])
  })

  test('can be limited to a category and to a number, which counts translations and not originals', async () => {
    const { bakery, planning, pipes } = await addPieces()
    for (const original of [bakery, planning, pipes]) await addArticle(service, aTranslation(original, 'it'))
    expect(await slugs({ language: 'it', category: 'tech' })).toEqual(['symbolic-planning-returns-it'])
    expect(await slugs({ language: 'it', limit: 2 })).toEqual([
      'a-bakery-forecasts-its-bread-it',
      'symbolic-planning-returns-it',
    ])
  })
})

test('the list of another language can be read page by page as well', async () => {
  const { harbour, bakery, planning } = await addPieces()
  for (const original of [planning, harbour, bakery]) await addArticle(service, aTranslation(original, 'de'))
  expect(await slugs({ language: 'de', limit: 2 })).toEqual([
    'harbour-town-audits-its-algorithms-de',
    'a-bakery-forecasts-its-bread-de',
  ])
  expect(await slugs({ language: 'de', limit: 2, offset: 2 })).toEqual(['symbolic-planning-returns-de'])
})

describe('the featured article', () => {
  test('is the featured article of the requested language', async () => {
    const { harbour, bakery } = await addPieces()
    await addArticle(service, anArticle({ title: 'The hero', featured: true }))
    await addArticle(service, aTranslation(harbour, 'de', { featured: true }))
    await addArticle(service, aTranslation(bakery, 'de'))
    expect((await findFeaturedArticle(reader, 'en'))?.slug).toBe('the-hero')
    expect((await findFeaturedArticle(reader, 'de'))?.slug).toBe('harbour-town-audits-its-algorithms-de')
    expect(await findFeaturedArticle(reader, 'fr')).toBeNull()
  })

  test('is null while it is a draft, even for an administrator', async () => {
    await addArticle(service, anArticle({ featured: true, published: false }))
    expect(await findFeaturedArticle(reader, 'en')).toBeNull()
    expect(await findFeaturedArticle(await app.administrator(), 'en')).toBeNull()
  })
})

describe('one article', () => {
  test('is found with all its columns by slug and language', async () => {
    const harbour = await addArticle(service, anArticle())
    const german = await addArticle(service, aTranslation(harbour, 'de', { slug: harbour.slug }))
    expect(await findPublishedArticle(reader, harbour.slug, 'en')).toEqual({
      ...harbour,
      publish_date: '2026-11-18T09:00:00+00:00',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      // Only written, with the reason of a save.
      revision_note: null,
    })
    expect(await findPublishedArticle(reader, harbour.slug, 'de')).toMatchObject({
      id: german.id,
      language: 'de',
      original_article_id: harbour.id,
    })
  })

  test('is the English version when the language has none, or only a draft', async () => {
    const harbour = await addArticle(service, anArticle())
    expect(await findPublishedArticle(reader, harbour.slug, 'de')).toMatchObject({ id: harbour.id })
    await addArticle(service, aTranslation(harbour, 'de', { slug: harbour.slug, published: false }))
    expect(await findPublishedArticle(await app.administrator(), harbour.slug, 'de')).toMatchObject({
      id: harbour.id,
      language: 'en',
    })
  })

  test('is null when it is a draft, is unknown, or exists only in a language that was not requested', async () => {
    const harbour = await addArticle(service, anArticle({ published: false }))
    const german = await addArticle(service, aTranslation(harbour, 'de'))
    expect(await findPublishedArticle(reader, harbour.slug, 'en')).toBeNull()
    expect(await findPublishedArticle(reader, harbour.slug, 'fr')).toBeNull()
    expect(await findPublishedArticle(await app.administrator(), harbour.slug, 'en')).toBeNull()
    expect(await findPublishedArticle(reader, german.slug, 'en')).toBeNull()
    expect(await findPublishedArticle(reader, german.slug, 'fr')).toBeNull()
    expect(await findPublishedArticle(reader, 'nothing', 'en')).toBeNull()
  })

  test.each(['', ',', 'a.b', '(x)', '*', '%', '"', "'; drop table articles; --", 'in.(a)', 'ü', '\\'])(
    'is not found by the slug "%s", which causes no error',
    async (slug) => {
      await addArticle(service, anArticle())
      expect(await findPublishedArticle(reader, slug, 'de')).toBeNull()
    },
  )
})

describe('the published versions', () => {
  test('are the same for each of them, in the same order, without drafts and other articles', async () => {
    const { harbour, bakery } = await addPieces()
    const german = await addArticle(service, aTranslation(harbour, 'de'))
    const french = await addArticle(service, aTranslation(harbour, 'fr'))
    await addArticle(service, aTranslation(harbour, 'it', { published: false }))
    await addArticle(service, aTranslation(bakery, 'es'))
    for (const { id, original_article_id } of [harbour, german, french]) {
      const versions = await listPublishedVersions(await app.administrator(), { id, original_article_id })
      expect(versions).toEqual([
        { language: 'de', slug: german.slug },
        { language: 'en', slug: harbour.slug },
        { language: 'fr', slug: french.slug },
      ])
    }
  })

  test('of an original without translations are only the original', async () => {
    const harbour = await addArticle(service, anArticle())
    expect(await listPublishedVersions(reader, harbour)).toEqual([{ language: 'en', slug: harbour.slug }])
  })
})

describe('inserting', () => {
  test('many articles at once returns the id of each slug', async () => {
    const written = await insertArticles(service, [anArticle(PIECES.harbour), anArticle(PIECES.bakery)])
    const { data: rows } = await service.from('articles').select('id, slug').throwOnError()
    expect(written).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining(written))
  })

  test('several articles of which one is invalid inserts none and throws', async () => {
    const articles = [anArticle(PIECES.harbour), anArticle({ ...PIECES.bakery, slug: 'Not A Slug' })]
    await expect(insertArticles(service, articles)).rejects.toThrow('articles_slug_check')
    expect(await app.database.sql`select from public.articles`).toEqual([])
  })

  test('is refused to a reader', async () => {
    await expect(insertArticles(reader, [anArticle()])).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['a family emoji', '👩🏽‍👩🏽‍👧🏽'],
    ['right-to-left marks', '\u202Eabc\u200F שלום'],
    ['combining marks, not composed', 'e\u0301'],
    ['control characters', 'a\u0001b\u0008c\u007F'],
    ['every kind of quote', `'"\`\\"\\'$$--;`],
    ['line ends of two systems', 'a\r\nb\n\tc'],
  ])('stores %s exactly', async (_what, text) => {
    const content = `Text: ${text}.`
    const { slug } = await addArticle(service, anArticle({ title: `T ${text} t`, slug: 'odd', content }))
    expect(await findPublishedArticle(reader, slug, 'en')).toMatchObject({ title: `T ${text} t`, content })
  })

  test('rejects the NUL character, which PostgreSQL cannot store', async () => {
    await expect(insertArticles(service, [anArticle({ content: 'a\u0000b' })])).rejects.toThrow(
      'unsupported Unicode escape sequence',
    )
    expect(await app.database.sql`select from public.articles`).toEqual([])
  })
})

describe('the newest of each category', () => {
  const list = async (options: Partial<Parameters<typeof listNewestOfCategories>[1]>) => {
    const groups = await listNewestOfCategories(reader, {
      language: 'en',
      categories: ['hack', 'tech', 'news', 'business', 'no-such'],
      except: [],
      limit: 2,
      ...options,
    })
    return groups.map(({ category, articles }) => [category, ...articles.map(({ title }) => title)])
  }
  const dated = (day: number, more: Parameters<typeof anArticle>[0]) =>
    anArticle({ publish_date: `2026-03-0${day}T09:00:00+00:00`, ...more })

  test('are in the order of the categories, without those that are excepted, as cards show them', async () => {
    const shown = await addArticle(service, dated(9, { title: 'Shown', category: 'tech' }))
    for (const [day, title] of [
      [1, 'Old'],
      [3, 'New'],
      [2, 'Middle'],
    ] as const)
      await addArticle(service, dated(day, { title, category: 'tech' }))
    await addArticle(service, dated(1, { title: 'Own', category: 'hack' }))
    await addArticle(service, dated(2, { title: 'Draft', category: 'hack', published: false }))
    expect(await list({ except: [shown.id] })).toEqual([
      ['hack', 'Own'],
      ['tech', 'New', 'Middle'],
    ])
    expect(await list({ limit: 1, categories: ['tech'] })).toEqual([['tech', 'Shown']])
    expect(await list({ categories: [] })).toEqual([])
    const [group] = await listNewestOfCategories(reader, {
      language: 'en',
      categories: ['tech'],
      except: [],
      limit: 1,
    })
    expect(group?.articles).toEqual(await listPublishedArticles(reader, { language: 'en', limit: 1 }))
  })

  test('in another language are translations in the categories and the order of their originals', async () => {
    const old = await addArticle(service, dated(1, { title: 'Old', category: 'tech' }))
    const recent = await addArticle(service, dated(2, { title: 'Recent', category: 'tech' }))
    for (const [original, day] of [
      [old, 9],
      [recent, 8],
    ] as const)
      await addArticle(service, {
        ...aTranslation(original, 'de'),
        publish_date: `2026-03-0${day}T09:00:00+00:00`,
      })
    const groups = await listNewestOfCategories(reader, {
      language: 'de',
      categories: ['tech', 'hack'],
      except: [],
      limit: 5,
    })
    expect(groups.map(({ category, articles }) => [category, articles.length])).toEqual([['tech', 2]])
    const listed = await listPublishedArticles(reader, { language: 'de' })
    expect(groups[0]?.articles).toEqual(listed)
  })

  test('are bounded, whatever is asked for', async () => {
    await insertArticles(
      service,
      Array.from({ length: 14 }, (_, index) => anArticle({ title: `Story ${index}`, category: 'tech' })),
    )
    expect((await list({ limit: 1_000_000, categories: ['tech'] }))[0]).toHaveLength(13)
    expect(await list({ limit: -1 })).toEqual([])
    const many = Array.from({ length: 1000 }, () => 'tech')
    expect((await list({ limit: 1, categories: many }))[0]).toHaveLength(25)
  })
})

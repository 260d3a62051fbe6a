import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFeaturedArticle, listPublishedArticles } from '#core/data/articles.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Every row, with the transaction that wrote it last. */
async function rows() {
  return [...(await app.database.sql`select *, xmin::text from public.articles order by id`)]
}

describe('seeding an empty publication', () => {
  const now = new Date(Date.now() - 10 * 86_400_000)
  let count: number
  beforeAll(async () => {
    count = await seedDemo(app.service(), now)
  })

  test('writes every file once', async () => {
    const { originals, translations } = await readDemoFiles()
    expect(count).toBe(originals.length + translations.length)
    const written = (await rows()).map((row) => `${row.language}/${row.slug}`).sort()
    const read = [...originals, ...translations].map((file) => `${file.language}/${file.slug}`).sort()
    expect(written).toEqual(read)
  })

  test('a second time writes nothing', async () => {
    const before = await rows()
    expect(await seedDemo(app.service())).toBe(0)
    expect(await rows()).toEqual(before)
  })

  test('gives readers a front page in every language, and no drafts', async () => {
    const { originals, translations } = await readDemoFiles()
    for (const language of LANGUAGE_CODES) {
      const listed = await listPublishedArticles(app.anonymous(), { language })
      const expected =
        language === 'en'
          ? originals.filter(({ header }) => header.published)
          : translations.filter((file) => file.language === language)
      expect(listed.map(({ slug }) => slug).sort()).toEqual(expected.map(({ slug }) => slug).sort())
      expect(await findFeaturedArticle(app.anonymous(), language)).toMatchObject({ language })
    }
  })

  test('dates everything back from now, translations with their originals', async () => {
    const { originals, translations } = await readDemoFiles()
    const ages = new Map(originals.map(({ slug, header }) => [slug, header.age_hours]))
    const sources = new Map(translations.map((file) => [`${file.language}/${file.slug}`, file.header]))
    for (const row of await rows()) {
      const source = sources.get(`${row.language}/${row.slug}`)?.translation_of ?? row.slug
      expect((now.getTime() - row.publish_date.getTime()) / 3_600_000, row.slug).toBeCloseTo(
        ages.get(source) ?? 0,
      )
    }
  })

  test('ties translations to their originals, with their category, author and image', async () => {
    const strays = await app.database.sql`
      select t.slug from public.articles t left join public.articles o on o.id = t.original_article_id
      where t.language <> 'en' and (o.language, o.category, o.author, o.hero_image, o.published)
        is distinct from ('en', t.category, t.author, t.hero_image, true)`
    expect([...strays]).toEqual([])
  })
})

test('a publication with as little as a draft of its own is left alone', async () => {
  await emptyTables(app.database.sql, 'public.articles')
  await addArticle(app.service(), anArticle({ published: false }))
  expect(await seedDemo(app.service())).toBe(0)
  expect(await rows()).toHaveLength(1)
})

test('without the right to write, seeding fails and writes nothing', async () => {
  await emptyTables(app.database.sql, 'public.articles')
  await expect(seedDemo(app.anonymous())).rejects.toThrow('Request body too large')
  expect(await rows()).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFeaturedArticle, listPublishedArticles } from '#core/data/articles.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'

let app: TestApp
let sql: Sql

beforeAll(async () => {
  app = await startTestApp()
  sql = app.database.sql
})
afterAll(() => app.stop())

/** Every row, with the transaction that wrote it last. */
async function rows() {
  return [...(await sql`select *, xmin::text from public.articles order by id`)]
}

describe('seeding an empty publication', () => {
  const now = new Date(Date.now() - 10 * 86_400_000)
  let count: number
  beforeAll(async () => {
    count = await seedDemo(sql, now)
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
    expect(await seedDemo(sql)).toBe(0)
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
    const strays = await sql`
      select t.slug from public.articles t left join public.articles o on o.id = t.original_article_id
      where t.language <> 'en' and (o.language, o.category, o.author, o.hero_image, o.published)
        is distinct from ('en', t.category, t.author, t.hero_image, true)`
    expect([...strays]).toEqual([])
  })

  test('brings the figures of its landing page, in every language', async () => {
    const stored = await sql<{ key: string; value: unknown }[]>`select key, value from public.settings`
    const { settings, invalid } = settingsOf(stored, { contact_address: 'news@example.org' })
    expect(invalid).toEqual([])
    expect(settings.landing_subscribers).toBe(1000)
    expect(settings.landing_figures?.en).toEqual([{ value: '4.9/5', label: 'rating' }])
    expect(settings.landing_testimonials?.samples).toBe(true)
    const lengths = Object.values(settings.landing_testimonials?.texts ?? {}).map((quotes) => quotes?.length)
    expect(lengths).toEqual([3, 3, 3, 3, 3, 3])
  })

  test('marks all of it, and nobody can over the interface', async () => {
    const marks = await sql`select from private.demo_rows where not is_changed`
    expect(marks).toHaveLength(count + 3)
    const { error } = await app
      .service()
      .from('demo_rows' as 'articles')
      .insert({ id: randomUUID() } as never)
    expect(error).toMatchObject({ code: 'PGRST205' })
  })
})

test('a publication with as little as a draft of its own is left alone', async () => {
  await emptyTables(sql, 'public.articles, public.settings, private.demo_rows')
  await addArticle(app.service(), anArticle({ published: false }))
  expect(await seedDemo(sql)).toBe(0)
  expect(await rows()).toHaveLength(1)
  expect(await sql`select from public.settings`).toEqual([])
})

test('settings that were stored stay, also when they are empty', async () => {
  await emptyTables(sql, 'public.articles, public.settings, private.demo_rows')
  await sql`insert into public.settings (key, value) values ('landing_figures', '{"en": []}')`
  await seedDemo(sql)
  const stored = await sql`select key, value from public.settings`
  expect(stored).toEqual([{ key: 'landing_figures', value: { en: [] } }])
  expect(await sql`select from private.demo_rows where id = 'landing_figures'`).toEqual([])
})

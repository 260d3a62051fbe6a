import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { articleInput } from '#core/domain/article-input.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { anArticle } from '../support/articles.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { changesOf, rowsOf } from '../support/fragments.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.sql`truncate public.articles cascade`)

/** Writes a row directly into the table, past all checks of the code, and returns it. */
async function insert(row: Record<string, unknown> = {}) {
  const { sql } = database
  const [written] = await sql`insert into public.articles ${rowsOf({ ...anArticle(), ...row })} returning *`
  return written as Record<string, unknown> & { id: string; updated_at: Date }
}

const violates = (constraint: string) => ({ code: '23514', constraint })

describe('the table refuses', () => {
  test.each(['', 'Harbour', 'har bour', '-harbour', 'harbour-', 'har--bour', 'häfen', 'a/b', 'a\n', '..'])(
    'the slug %j, as the form does',
    async (slug) => {
      expect(articleInput.safeParse(anArticle({ slug })).success).toBe(false)
      await expect(insert({ slug })).rejects.toMatchObject(violates('articles_slug_check'))
    },
  )

  test('a slug of 201 characters, as the form does, but not one of 200', async () => {
    const slug = 'a'.repeat(200)
    expect(articleInput.safeParse(anArticle({ slug })).success).toBe(true)
    expect(await insert({ slug })).toMatchObject({ slug })
    expect(articleInput.safeParse(anArticle({ slug: `${slug}a` })).success).toBe(false)
    await expect(insert({ slug: `${slug}a` })).rejects.toMatchObject(violates('articles_slug_check'))
  })

  test.each(['sport', 'Tech', ''])('the section %j', async (category) => {
    await expect(insert({ category })).rejects.toMatchObject(violates('articles_category_check'))
  })

  test.each(['nl', 'EN', 'en-US', ''])('the language %j', async (language) => {
    await expect(insert({ language })).rejects.toMatchObject(violates('articles_language_check'))
  })

  test.each(['title', 'excerpt', 'content'])('an empty %s, or one of spaces', async (column) => {
    for (const value of ['', '   '])
      await expect(insert({ [column]: value })).rejects.toMatchObject(violates(`articles_${column}_check`))
  })

  test('a slug twice in one language, but not in two', async () => {
    await insert()
    await insert({ language: 'de' })
    await expect(insert()).rejects.toMatchObject({
      code: '23505',
      constraint: 'articles_slug_language_key',
    })
  })

  test('a second translation into one language', async () => {
    const { id } = await insert()
    await insert({ language: 'de', original_article_id: id })
    await insert({ language: 'fr', original_article_id: id })
    await expect(insert({ language: 'de', slug: 'another', original_article_id: id })).rejects.toMatchObject({
      code: '23505',
      constraint: 'articles_original_article_id_language_key',
    })
  })

  test('an English translation, and a translation without an original', async () => {
    const { id } = await insert()
    await expect(insert({ slug: 'another', original_article_id: id })).rejects.toMatchObject(
      violates('english_articles_are_originals'),
    )
    await expect(
      insert({ language: 'de', original_article_id: '6ae9f2e0-ea71-4510-b3cf-f8d13133364f' }),
    ).rejects.toMatchObject({ code: '23503' })
  })

  test('in an update what it refuses in an insert', async () => {
    const { id } = await insert()
    const { sql } = database
    await expect(sql`update public.articles set slug = 'A' where id = ${id}`).rejects.toMatchObject(
      violates('articles_slug_check'),
    )
    await expect(sql`update public.articles set category = 'sport' where id = ${id}`).rejects.toMatchObject(
      violates('articles_category_check'),
    )
  })
})

test('the table accepts every category and every language of the code', async () => {
  for (const category of SHIPPED_SECTIONS) {
    for (const language of LANGUAGE_CODES) {
      expect(await insert({ slug: `${category}-${language}`, category, language })).toMatchObject({
        language,
      })
    }
  }
})

test('a row with only the required columns is an unpublished English article of today', async () => {
  const [row] = await database.sql`
    insert into public.articles (slug, title, excerpt, content, category)
    values ('harbour', 'Title', 'Excerpt', 'Text', 'tech') returning *, publish_date = now() as is_now`
  expect(row).toMatchObject({
    language: 'en',
    subtitle: null,
    author: 'AI Watch Editorial',
    reading_time: '5 min read',
    hero_image: null,
    published: false,
    featured: false,
    original_article_id: null,
  })
})

test('deleting an original deletes its translations, and deleting a translation only that', async () => {
  const original = await insert()
  const other = await insert({ slug: 'other' })
  await insert({ language: 'de', original_article_id: original.id })
  await insert({ language: 'fr', original_article_id: original.id })
  await insert({ language: 'de', slug: 'other-de', original_article_id: other.id })
  const { sql } = database
  const left = async () =>
    (await sql`select language, slug from public.articles order by 1, 2`).map((row) => row)
  await sql`delete from public.articles where language = 'fr'`
  expect(await left()).toHaveLength(4)
  await sql`delete from public.articles where id = ${original.id}`
  expect(await left()).toEqual([
    { language: 'de', slug: 'other-de' },
    { language: 'en', slug: 'other' },
  ])
})

describe('updated_at', () => {
  const longAgo = new Date('2020-01-01T00:00:00Z')
  const updatedAt = async (change: Record<string, unknown>) => {
    const { id } = await insert({ updated_at: longAgo })
    const { sql } = database
    const [row] = await sql`
      update public.articles set ${changesOf(change)} where id = ${id} returning updated_at, updated_at = now() as is_now`
    return row
  }

  test.each<[string, Record<string, unknown>]>([
    ['title', { title: 'Another' }],
    ['content', { content: 'Another' }],
    ['subtitle', { subtitle: 'A first one' }],
    ['category', { category: 'hack' }],
    ['published', { published: false }],
    ['publish_date', { publish_date: '2026-11-19T00:00:00Z' }],
  ])('is now after a change of %s', async (_column, change) => {
    expect(await updatedAt(change)).toMatchObject({ is_now: true })
  })

  test.each<[string, Record<string, unknown>]>([
    ['the featured mark', { featured: true }],
    ['nothing', { title: anArticle().title }],
    ['nothing but itself', { updated_at: '2030-01-01T00:00:00Z' }],
  ])('stays after a change of %s', async (_what, change) => {
    expect(await updatedAt(change)).toEqual({ updated_at: longAgo, is_now: false })
  })

  test('is now whatever value an update sets', async () => {
    const change = { title: 'Another', updated_at: '2030-01-01T00:00:00Z' }
    expect(await updatedAt(change)).toMatchObject({ is_now: true })
  })
})

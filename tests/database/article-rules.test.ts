import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { articleInput, draftInput } from '#core/domain/article-input.ts'
import { fieldOfConstraint, fieldOfViolation, OTHER_CONSTRAINTS } from '#core/domain/article-violation.ts'
import { ARTICLE_CASES, UNSTORABLE } from '../support/article-cases.ts'
import { anArticle } from '../support/articles.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { rowsOf } from '../support/fragments.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.sql`truncate public.articles cascade`)

/** The field that the database names when it refuses a row; null when it stores exactly what was given. */
async function refusedField(row: Record<string, unknown>, field: string): Promise<string | null> {
  const { sql } = database
  try {
    const [stored] = await sql`insert into public.articles ${rowsOf(row)} returning *`
    expect(stored?.[field]).toBe(row[field])
    await sql`delete from public.articles`
    return null
  } catch (error) {
    return fieldOfViolation(error as Error & { code: string })
  }
}

describe.each(ARTICLE_CASES)('$field', ({ field, fit, unfinished, unfit }) => {
  const row = (value: unknown, published: boolean) => ({ ...anArticle({ published }), [field]: value })

  test('that fits is taken by form and database, published or not', async () => {
    for (const value of fit) {
      expect(articleInput.safeParse(row(value, true)).success).toBe(true)
      expect(draftInput.safeParse(row(value, false)).success).toBe(true)
      for (const published of [true, false])
        expect(await refusedField(row(value, published), field)).toBeNull()
    }
  })

  test('that is missing is refused by both for a published article only, and named', async () => {
    for (const value of unfinished) {
      expect(articleInput.safeParse(row(value, true)).error?.issues).toMatchObject([{ path: [field] }])
      expect(draftInput.safeParse(row(value, false)).success).toBe(true)
      expect(await refusedField(row(value, true), field)).toBe(field)
      expect(await refusedField(row(value, false), field)).toBeNull()
    }
  })

  test('that does not fit is refused by both, and named', async () => {
    for (const value of unfit) {
      for (const published of [true, false]) {
        const schema = published ? articleInput : draftInput
        const issues = schema.safeParse(row(value, published)).error?.issues ?? []
        expect(new Set(issues.map((issue) => issue.path[0]))).toEqual(new Set([field]))
        expect(await refusedField(row(value, published), field)).toBe(field)
      }
    }
  })
})

test('text that cannot be stored is refused by the form, which names the field', () => {
  for (const text of UNSTORABLE) {
    for (const field of ['title', 'subtitle', 'excerpt', 'content', 'author', 'hero_image']) {
      expect(
        draftInput.safeParse({ ...anArticle({ published: false }), [field]: text }).error?.issues,
      ).toMatchObject([{ path: [field], message: 'Contains a character that cannot be stored' }])
    }
  }
})

test('a draft needs nothing but its category and language, and gets a slug that no other has', () => {
  const least = { category: 'tech', language: 'en', publish_date: '2026-11-20T09:00:00Z' }
  const [one, other] = [draftInput.parse(least), draftInput.parse({ ...least, slug: '' })]
  expect(one).toMatchObject({ title: '', excerpt: '', content: '', published: false })
  expect(one.slug).toMatch(/^draft-[0-9a-f]{16}$/)
  expect(one.slug).not.toBe(other.slug)
})

test('every constraint of the table belongs to a field', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = 'public.articles'::regclass and contype not in ('n', 't')`
  const names = rows.map(({ name }) => name)
  const raised = ['articles_revision_note_length']
  expect([...names, ...raised].filter((name) => fieldOfConstraint(name) === null)).toEqual([])
  expect([...OTHER_CONSTRAINTS.keys()].filter((name) => !names.includes(name))).toEqual([])
})

test('a violation says its field in whatever language the server speaks', () => {
  const german = '»articles«: neue Zeile verletzt Check-Constraint »articles_title_check«'
  expect(fieldOfViolation({ code: '23514', message: german })).toBe('title')
  const missing = 'null value in column "excerpt" of relation "articles" violates not-null constraint'
  expect(fieldOfViolation({ code: '23502', message: missing })).toBe('excerpt')
  expect(fieldOfViolation({ code: '42501', message: 'articles_title_check' })).toBeNull()
  expect(fieldOfViolation({ code: '23514', message: 'violates check constraint "other_check"' })).toBeNull()
})

test.each(['publish_date', 'created_at', 'updated_at'])(
  'a %s that no page can show is refused',
  async (column) => {
    const { sql } = database
    const add = (time: string) =>
      sql`insert into public.articles ${rowsOf({ ...anArticle(), [column]: time, slug: crypto.randomUUID() })}`
    for (const time of ['infinity', '-infinity', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])
      await expect(add(time), time).rejects.toMatchObject({
        code: '23514',
        constraint: 'articles_dates_check',
      })
    await add('0001-01-01T00:00:00Z')
    await add('9999-12-31T23:59:59Z')
  },
)

test('an update that publishes an unfinished draft is refused, and one that leaves it a draft is not', async () => {
  const { sql } = database
  await sql`insert into public.articles ${rowsOf(anArticle({ title: '', published: false, slug: 'a' }))}`
  await sql`update public.articles set excerpt = ''`
  await expect(sql`update public.articles set published = true`).rejects.toMatchObject({
    code: '23514',
    constraint: 'articles_excerpt_check',
  })
})

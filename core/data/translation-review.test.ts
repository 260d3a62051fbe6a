import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { findNextToReview, listTranslationsToReview } from '#core/data/translation-review.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

const ALL = { language: null, page: 1, pageSize: 25 }

let app: TestApp
let admin: Client
let original: ArticleInput & { id: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await emptyTables(
    sql,
    'public.articles, public.article_translations, public.translation_parts, public.translation_reports, public.translation_segments, public.settings',
  )
  original = await addArticle(app.service(), anArticle())
})

async function addTranslation(
  language: TranslatedLanguage,
  { published = true, of = original, origin = 'machine' } = {},
): Promise<string> {
  const { sql } = app.database
  const { id } = await addArticle(app.service(), aTranslation(of, language, { published }))
  await sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, translated_at)
    values (${id}, ${of.id}, ${language}, ${origin}, 'test-model', '2026-11-10T08:00:00Z')`
  return id
}

async function renew(id: string, made_at: string): Promise<void> {
  await app.database.sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts, made_at)
    select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]', ${made_at}
    from public.articles where id = ${id}`
}

const report = (id: string, created_at: string) => app.database.sql`
  insert into public.translation_reports (translation_id, quote, created_at) values (${id}, 'Ein Satz.', ${created_at})`

async function addConflict(id: string): Promise<void> {
  const { sql } = app.database
  const rows = await sql<{ id: number }[]>`
    insert into public.translation_segments (language, source_hash, context, source, text, origin)
    select 'fr', repeat('0', 64), 'title', 'A', text, 'machine' from unnest(array['B', 'C']) as text returning id`
  await sql`
    insert into public.translation_parts (translation_id, position, segment_id, proposed_id)
    values (${id}, 0, ${rows[0]?.id}, ${rows[1]?.id})`
}

const waitForReviewIn = (languages: string[]) => app.database.sql`
  insert into public.settings (key, value) values ('translation_review', ${JSON.stringify(Object.fromEntries(languages.map((code) => [code, true])))}::jsonb)`

test('what waits is listed with its reasons, the longest waiting first', async () => {
  await waitForReviewIn(['es'])
  const [spanish, french, german] = [
    await addTranslation('es', { published: false }),
    await addTranslation('fr'),
    await addTranslation('de'),
  ]
  await addConflict(french)
  await renew(german, '2026-11-12T08:00:00Z')
  await report(german, '2026-11-09T08:00:00Z')
  await report(german, '2026-11-11T08:00:00Z')
  const { rows, total } = await listTranslationsToReview(admin, ALL)
  expect(total).toBe(3)
  const nothing = {
    ...{
      is_renewed: false,
      is_unpublished: false,
      is_finished: false,
      is_unread: false,
      conflicts: 0,
      reports: 0,
    },
    ...{ person: null, person_name: null },
  }
  expect(rows[0]).toEqual({
    ...nothing,
    translation_id: german,
    original_id: original.id,
    language: 'de',
    title: `${original.title} (de)`,
    original_title: original.title,
    published: true,
    since: expect.stringContaining('2026-11-09'),
    is_renewed: true,
    reports: 2,
  })
  expect(new Map(rows.slice(1).map((row) => [row.translation_id, row]))).toEqual(
    new Map([
      [spanish, expect.objectContaining({ ...nothing, is_unpublished: true, published: false })],
      [french, expect.objectContaining({ ...nothing, conflicts: 1 })],
    ]),
  )
})

test('a translation that waits for no review is not listed', async () => {
  await waitForReviewIn(['es', 'it'])
  await addTranslation('fr', { origin: 'person' })
  await addTranslation('de', { published: false })
  // Nothing says that it was translated here.
  await addArticle(app.service(), aTranslation(original, 'it', { published: false }))
  const reviewed = await addTranslation('es', { published: false })
  const { sql } = app.database
  await sql`update public.article_translations set reviewed_at = now() where translation_id = ${reviewed}`
  const closed = await addTranslation('pt', { origin: 'person' })
  await report(closed, '2026-11-09T08:00:00Z')
  await sql`update public.translation_reports set status = 'done'`
  expect(await listTranslationsToReview(admin, ALL)).toEqual({ rows: [], total: 0 })
})

test('pages and languages are of the same list', async () => {
  const ids = [await addTranslation('de'), await addTranslation('fr'), await addTranslation('it')]
  for (const [index, id] of ids.entries()) await report(id, `2026-11-0${index + 1}T08:00:00Z`)
  const second = await listTranslationsToReview(admin, { ...ALL, page: 2, pageSize: 2 })
  expect([second.total, second.rows.map(({ language }) => language)]).toEqual([3, ['it']])
  const french = await listTranslationsToReview(admin, { ...ALL, language: 'fr' })
  expect([french.total, french.rows.map(({ language }) => language)]).toEqual([1, ['fr']])
})

test('the next is the one that has waited longest, of another article and in the same language', async () => {
  const other = await addArticle(app.service(), anArticle({ title: 'Another', slug: 'another' }))
  await report(await addTranslation('de'), '2026-11-01T08:00:00Z')
  await report(await addTranslation('de', { of: other }), '2026-11-02T08:00:00Z')
  await report(await addTranslation('fr', { of: other }), '2026-11-03T08:00:00Z')
  const next = (language: TranslatedLanguage | null, exceptOriginalId: string | null) =>
    findNextToReview(admin, { language, exceptOriginalId })
  expect(await next(null, null)).toEqual({ original_id: original.id, language: 'de' })
  expect(await next('de', original.id)).toEqual({ original_id: other.id, language: 'de' })
  expect(await next('fr', null)).toEqual({ original_id: other.id, language: 'fr' })
  expect(await next('pt', null)).toBeNull()
  expect(await next('fr', other.id)).toBeNull()
})

test('is refused to who is no administrator', async () => {
  for (const client of [app.anonymous(), app.service()])
    await expect(listTranslationsToReview(client, ALL)).rejects.toMatchObject({ code: '42501' })
})

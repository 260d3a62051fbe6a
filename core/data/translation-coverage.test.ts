import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { CoverageCell } from '#core/domain/translation-coverage.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { type CoverageOptions, listTranslationCoverage } from './translation-coverage.ts'

const ALL: CoverageOptions = {
  search: '',
  category: null,
  published: true,
  days: null,
  states: null,
  language: null,
  descending: true,
  page: 1,
  pageSize: 25,
}

type Original = ArticleInput & { id: string }

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(
    app.database.sql,
    'public.articles, public.article_translations, public.translation_runs, public.translation_reports, public.settings',
  ),
)

const addOriginal = (overrides: Partial<ArticleInput> = {}): Promise<Original> =>
  addArticle(app.service(), anArticle(overrides))

async function addTranslation(of: Original, language: TranslatedLanguage, published = true): Promise<string> {
  const { id } = await addArticle(app.service(), aTranslation(of, language, { published }))
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model, translated_at)
    values (${id}, ${of.id}, ${language}, 'machine', 'test-model', now() - interval '1 hour')`
  return id
}

const addRun = (
  { id }: Original,
  language: TranslatedLanguage,
  { status = 'failed', reason = null as string | null, minutesAgo = 30 } = {},
) => app.database.sql`
  insert into public.translation_runs (article_id, language, status, reason, requested_at, ended_at, segments, segments_done)
  values (${id}, ${language}, ${status}, ${reason}, now() - make_interval(mins => ${minutesAgo}),
    case when ${status} in ('failed', 'cancelled', 'succeeded') then now() - make_interval(mins => ${minutesAgo}) end, 9, 4)`

async function cellsOf(original: Original): Promise<Map<string, CoverageCell>> {
  const { rows } = await listTranslationCoverage(admin, ALL)
  const row = rows.find(({ id }) => id === original.id)
  return new Map(row?.cells.map((cell) => [cell.language, cell]))
}

const slugs = async (options: Partial<CoverageOptions>) =>
  (await listTranslationCoverage(admin, { ...ALL, ...options })).rows.map(({ slug }) => slug)

test('an original has a cell for each language, in the state of its translation', async () => {
  const original = await addOriginal()
  const { sql } = app.database
  const [spanish, french] = [await addTranslation(original, 'es'), await addTranslation(original, 'fr')]
  await sql`
    update public.article_translations set stale_since = now(), changed_segments = 3 where translation_id = ${spanish}`
  await sql`update public.article_translations set reviewed_at = now() where translation_id = ${french}`
  await addRun(original, 'de', { reason: 'The model did not answer.' })
  await sql`
    insert into private.refused_translations (article_id, language, context, source_hash, text, reasons)
    values (${original.id}, 'de', 'title', repeat('0', 64), 'Falsch', '{Wrong}')`
  await addRun(original, 'it', { status: 'paused', reason: 'The budget of this month is used up.' })
  const [row] = (await listTranslationCoverage(admin, ALL)).rows
  expect(row).toMatchObject({ id: original.id, title: original.title, slug: original.slug, published: true })
  expect(row?.cells.map(({ language }) => language)).toEqual(TRANSLATED_LANGUAGES.toSorted())
  const cells = new Map(row?.cells.map((cell) => [cell.language, cell]))
  expect(cells.get('es')).toMatchObject({ state: 'stale', changed_segments: 3, translation_id: spanish })
  expect(cells.get('fr')).toMatchObject({ state: 'reviewed', reviewed_at: expect.any(String) })
  expect(cells.get('de')).toMatchObject({ state: 'failed', reason: 'The model did not answer.', refused: 1 })
  expect(cells.get('it')).toMatchObject({
    state: 'under-way',
    run_status: 'paused',
    reason: 'The budget of this month is used up.',
    segments: 9,
    segments_done: 4,
  })
  expect(cells.get('pt')).toMatchObject({ state: 'missing', translation_id: null, published: false })
})

test('a failure is over when a later run ended otherwise, or the translation was made since', async () => {
  const original = await addOriginal()
  await addRun(original, 'de', { minutesAgo: 20 })
  await addRun(original, 'de', { status: 'cancelled', minutesAgo: 10 })
  await addRun(original, 'fr', { minutesAgo: 90 })
  await addTranslation(original, 'fr')
  const cells = await cellsOf(original)
  expect([cells.get('de')?.state, cells.get('fr')?.state]).toEqual(['missing', 'unread'])
})

test('a translation waits when it is unpublished by policy, or when a reader has reported it', async () => {
  const original = await addOriginal()
  const { sql } = app.database
  await sql`insert into public.settings (key, value) values ('translation_review', '{"de": true}')`
  await addTranslation(original, 'de', false)
  await addTranslation(original, 'fr', false)
  const italian = await addTranslation(original, 'it')
  await sql`insert into public.translation_reports (translation_id, quote) values (${italian}, 'Una frase.')`
  const cells = await cellsOf(original)
  expect(cells.get('de')).toMatchObject({ state: 'waiting', waits: true, published: false })
  expect(cells.get('fr')).toMatchObject({ state: 'up-to-date', waits: false, published: false })
  expect(cells.get('it')).toMatchObject({ state: 'waiting', waits: false, reports: 1 })
})

test('a renewed text that waits is not called stale, although the one that readers have is', async () => {
  const original = await addOriginal()
  const { sql } = app.database
  const german = await addTranslation(original, 'de')
  await sql`update public.article_translations set stale_since = now() where translation_id = ${german}`
  await sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    select id, original_article_id, language, updated_at, title, excerpt, content, 'machine', '[]' from public.articles where id = ${german}`
  expect((await cellsOf(original)).get('de')).toMatchObject({ state: 'waiting', waits: true })
})

test('originals are found by state and language, age, category and words', async () => {
  const [old, recent] = [
    await addOriginal({ ...PIECES.bakery, publish_date: '2020-01-01T00:00:00Z' }),
    await addOriginal({ ...PIECES.pipes, publish_date: new Date().toISOString() }),
  ]
  const draft = await addOriginal({ ...PIECES.planning, published: false })
  await addTranslation(recent, 'de')
  await addRun(old, 'fr')
  expect(await slugs({})).toEqual([recent.slug, old.slug])
  expect(await slugs({ descending: false })).toEqual([old.slug, recent.slug])
  expect(await slugs({ published: false })).toEqual([draft.slug])
  expect(await slugs({ days: 30 })).toEqual([recent.slug])
  expect(await slugs({ category: 'business' })).toEqual([old.slug])
  expect(await slugs({ search: ' BORING ' })).toEqual([recent.slug])
  expect(await slugs({ search: '100%' })).toEqual([])
  expect(await slugs({ states: ['missing'], language: 'de' })).toEqual([old.slug])
  expect(await slugs({ states: ['unread', 'failed'] })).toEqual([recent.slug, old.slug])
  expect(await slugs({ states: ['failed'], language: 'de' })).toEqual([])
})

test('a page has its rows and the number of all, and with a language its cells only', async () => {
  for (const piece of Object.values(PIECES)) await addOriginal(piece)
  const { rows, total } = await listTranslationCoverage(admin, {
    ...ALL,
    page: 2,
    pageSize: 2,
    language: 'pt',
  })
  expect([total, rows.map(({ title }) => title)]).toEqual([5, [PIECES.planning.title, PIECES.pipes.title]])
  expect(rows[0]?.cells).toMatchObject([{ language: 'pt', state: 'missing' }])
  for (const far of [9, 80_000_000])
    expect(await listTranslationCoverage(admin, { ...ALL, page: far })).toEqual({ rows: [], total: 5 })
})

test('is refused to who is no administrator', async () => {
  for (const client of [app.anonymous(), app.service()])
    await expect(listTranslationCoverage(client, ALL)).rejects.toMatchObject({ code: '42501' })
})

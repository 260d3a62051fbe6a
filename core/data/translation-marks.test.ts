import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  listArticleTranslations,
  listLastRuns,
  listPendingTranslations,
} from '#core/data/article-translations.ts'
import type { Client } from '#core/data/client.ts'
import { listReworded, listTranslationMarks } from '#core/data/translation-marks.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

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
    'public.articles, public.article_translations, public.translation_segments, public.translation_runs',
  ),
)

/** An original with a German and a French translation, as a machine has made them. */
async function addStory() {
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  const french = await addArticle(app.service(), aTranslation(original, 'fr'))
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, translated_at)
    select id, original_article_id, language, 'machine', updated_at from public.articles where original_article_id is not null`
  return { original, german, french }
}

async function addPart(
  translationId: string,
  {
    articleId,
    position = 0,
    origin = 'machine',
    proposed = false,
  }: {
    articleId: string
    position?: number
    origin?: 'machine' | 'person'
    proposed?: boolean
  },
) {
  await app.database.sql`
    with made as (
      insert into public.translation_segments (language, source_hash, context, source, text, origin, article_id)
      values ('de', ${'0'.repeat(64)}, 'title', 'One', 'Eins', ${origin}, ${articleId}) returning id)
    insert into public.translation_parts (translation_id, position, segment_id, proposed_id)
    select ${translationId}, ${position}, id, case when ${proposed} then id end from made`
}

test('counts the parts that people have written, and those with two texts to choose from', async () => {
  const { original, german, french } = await addStory()
  const articleId = original.id
  await addPart(german.id, { articleId })
  await addPart(german.id, { articleId, position: 1, origin: 'person' })
  await addPart(german.id, { articleId, position: 2, origin: 'person', proposed: true })
  await addPart(french.id, { articleId })
  const asked = { originalId: articleId, translationIds: [german.id, french.id] }
  expect(await listTranslationMarks(admin, asked)).toEqual([
    { translation_id: german.id, edited: 2, conflicts: 1 },
    { translation_id: french.id, edited: 0, conflicts: 0 },
  ])
  expect(await listTranslationMarks(admin, { ...asked, translationIds: [] })).toEqual([])
})

test('finds the translations whose words were changed since, and no others', async () => {
  const { original, german, french } = await addStory()
  const change = (id: string, values: object) =>
    admin.from('articles').update(values).eq('id', id).throwOnError()
  await change(german.id, { title: 'Ein anderer Titel' })
  await change(french.id, { published: false })
  const made = await listArticleTranslations(admin, original.id)
  expect(await listReworded(admin, made)).toEqual([german.id])
  expect(await listReworded(admin, [])).toEqual([])
})

test('lists what waits for a review, for administrators only', async () => {
  const { original, german } = await addStory()
  await app.database.sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    values (${german.id}, ${original.id}, 'de', now(), 'Titel', 'Kurz', 'Text', 'machine', '[]')`
  expect(await listPendingTranslations(admin, original.id)).toEqual([
    { translation_id: german.id, language: 'de', parts: [], made_at: expect.any(String) },
  ])
  expect(await listPendingTranslations(app.anonymous(), original.id).catch(() => [])).toEqual([])
})

test('a run is listed without the texts that failed', async () => {
  const { original } = await addStory()
  const failures = [
    { segment: '3', kind: 'paragraph', source: 'One', text: '', problems: ['It is missing.'] },
  ]
  const [run] = await app.database.sql<[{ id: string }]>`
    insert into public.translation_runs (article_id, language, status, ended_at, failures)
    values (${original.id}, 'de', 'failed', now(), ${JSON.stringify(failures)}::jsonb) returning id`
  const [listed] = await listLastRuns(admin, original.id)
  expect(listed).toMatchObject({ id: run.id, status: 'failed' })
  expect(listed).not.toHaveProperty('failures')
})

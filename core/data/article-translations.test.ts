import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import { cancelTranslation, listArticleTranslations, listLastRuns } from '#core/data/article-translations.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, publishNow } from '../../tests/support/articles.ts'
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
    'public.articles, public.article_trash, public.article_translations, public.translation_segments, public.translation_runs',
  ),
)

/** An original with a German translation of which a segment is remembered. */
async function addStory() {
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  await app.database.sql`
    insert into public.article_translations (translation_id, original_id, language, origin, model)
    values (${german.id}, ${original.id}, 'de', 'machine', 'a-model')`
  await app.database.sql`
    with made as (
      insert into public.translation_segments (language, source_hash, context, source, text, origin, article_id)
      values ('de', ${'0'.repeat(64)}, 'title', 'One', 'Eins', 'machine', ${original.id}) returning id
    ), part as (
      insert into public.translation_parts (translation_id, position, segment_id) select ${german.id}, 0, id from made)
    insert into public.translation_edits (language, before, after, article_id, segment_id, replaced_id)
    select 'de', 'eine', 'die', ${original.id}, id, id from made`
  await app.database.sql`
    insert into public.pending_translations (translation_id, original_id, language, replaces, title, excerpt, content, origin, parts)
    values (${german.id}, ${original.id}, 'de', now(), 'Eins', 'Eins', 'Eins', 'machine', '[]')`
  return { original, german }
}

async function addRun(articleId: string, status: string): Promise<string> {
  const [row] = await app.database.sql<[{ id: string }]>`
    insert into public.translation_runs (article_id, language, status, ended_at)
    values (${articleId}, 'de', ${status}, case when ${status} in ('succeeded', 'failed', 'cancelled') then now() end)
    returning id`
  return row.id
}

const change = (id: string, values: Partial<ArticleInput>) =>
  admin.from('articles').update(values).eq('id', id).throwOnError()

const counts = async () => {
  const [row] = await app.database.sql<
    [{ translations: number; parts: number; segments: number; runs: number; edits: number; pending: number }]
  >`
    select (select count(*)::int from public.article_translations) as translations,
      (select count(*)::int from public.translation_parts) as parts,
      (select count(*)::int from public.translation_segments) as segments,
      (select count(*)::int from public.translation_runs) as runs,
      (select count(*)::int from public.translation_edits) as edits,
      (select count(*)::int from public.pending_translations) as pending`
  return row
}

test('a changed text makes translations stale, and other changes do not', async () => {
  const { original } = await addStory()
  await publishNow(admin, original.id, { category: 'news', author: 'Somebody else', featured: true })
  expect(await listArticleTranslations(admin, original.id)).toMatchObject([{ stale_since: null }])
  await change(original.id, { excerpt: 'It says something else now.' })
  const [stale] = await listArticleTranslations(admin, original.id)
  expect(stale).toMatchObject({ stale_since: expect.any(String), changed_segments: null })
  await app.database.sql`update public.article_translations set changed_segments = 1`
  await change(original.id, { title: 'A new title' })
  expect(await listArticleTranslations(admin, original.id)).toMatchObject([
    { stale_since: stale?.stale_since, changed_segments: null },
  ])
})

test('a change of the translation itself does not make it stale', async () => {
  const { original, german } = await addStory()
  await change(german.id, { title: 'Ein neuer Titel' })
  expect(await listArticleTranslations(admin, original.id)).toMatchObject([{ stale_since: null }])
})

test('a correction of the original is noted with its translations', async () => {
  const { original } = await addStory()
  const added = await addCorrection(admin, { articleId: original.id, text: 'It was Monday.' })
  expect(added.status).toBe('added')
  expect(await listArticleTranslations(app.anonymous(), original.id)).toMatchObject([
    { corrected_at: added.status === 'added' ? added.corrected_at : '', stale_since: null },
  ])
})

test('readers learn how published translations were made, and nothing of drafts', async () => {
  const { original, german } = await addStory()
  expect(await listArticleTranslations(app.anonymous(), original.id)).toMatchObject([{ model: 'a-model' }])
  await change(german.id, { published: false })
  expect(await listArticleTranslations(app.anonymous(), original.id)).toEqual([])
})

test('what is known of a translation outlives its deletion until the trash is emptied', async () => {
  const { original } = await addStory()
  await addRun(original.id, 'succeeded')
  await admin.from('articles').delete().eq('id', original.id).throwOnError()
  // A translation that is waiting for a review can be made again.
  const known = { translations: 1, parts: 1, segments: 1, runs: 1, edits: 1, pending: 0 }
  expect(await counts()).toEqual(known)
  await app.database.sql`delete from public.article_trash`
  // The memory serves other articles too.
  expect(await counts()).toEqual({ ...known, translations: 0, parts: 0, runs: 0, edits: 0 })
})

test('a text that is removed for good is removed from the memory, from what waits for a review and from what was learned', async () => {
  const { original } = await addStory()
  await addRun(original.id, 'failed')
  await admin
    .rpc('purge_article_text', { p_article_id: original.id, p_reason: 'A court had a name removed.' })
    .throwOnError()
  const none = { parts: 0, segments: 0, runs: 0, edits: 0, pending: 0 }
  expect(await counts()).toEqual({ translations: 1, ...none })
})

test('an article has one run under way in each language, which can be cancelled once', async () => {
  const { original } = await addStory()
  await addRun(original.id, 'failed')
  const id = await addRun(original.id, 'queued')
  await expect(addRun(original.id, 'running')).rejects.toThrow(/translation_runs_under_way/)
  expect(await listLastRuns(admin, original.id)).toMatchObject([{ id, status: 'queued' }])
  expect(await cancelTranslation(admin, id)).toBe(true)
  expect(await cancelTranslation(admin, id)).toBe(false)
  expect(await listLastRuns(admin, original.id)).toMatchObject([{ id, status: 'cancelled' }])
  const { error } = await app.anonymous().rpc('cancel_translation', { p_run_id: id })
  expect(error?.code).toBe('42501')
})

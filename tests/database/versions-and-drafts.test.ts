import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listRevisions, restoreRevision } from '#core/data/article-revisions.ts'
import { scheduleArticle } from '#core/data/article-schedules.ts'
import type { Client } from '#core/data/client.ts'
import { listDrafts, listOwnDrafts } from '#core/data/desk-articles.ts'
import { changeArticle, createArticle, saveArticle } from '#core/data/save-article.ts'
import { keepWorkingCopy } from '#core/data/working-copies.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { countWords } from '#core/domain/article-reading-time.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation, versionOf } from '../support/articles.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(
  () => app.database.sql`truncate public.articles, public.article_revisions, public.working_copies cascade`,
)

async function write(overrides: Parameters<typeof anArticle>[0] = {}) {
  const outcome = await createArticle(admin, { id: randomUUID(), values: anArticle(overrides) })
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

async function save(id: string, since: string, values: Partial<ArticleInput>) {
  const outcome = await saveArticle(admin, { id, since, values })
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

/** Reads the titles of an article's versions, the latest first. */
async function versionsOf(id: string) {
  const { rows } = await listRevisions(admin, id, { page: 1, pageSize: 50 })
  return rows.map(({ id: version, events, words, words_added, words_removed }) => ({
    version,
    what: events.map(({ what }) => what),
    words,
    changed: [words_added, words_removed],
    events,
  }))
}

test('versions say what happened to them, and how many words came and went', async () => {
  const article = await write({
    published: false,
    title: 'Harbour',
    subtitle: null,
    excerpt: 'Ships.',
    content: 'one two three',
  })
  const written = await save(article.id, article.updated_at, { content: 'one two four five' })
  const published = await save(article.id, written.updated_at, { published: true })
  await save(article.id, published.updated_at, { published: false, title: 'The harbour' })
  const [taken, live, edited, first] = await versionsOf(article.id)
  expect(first).toMatchObject({ what: ['created'], words: 3, changed: [null, null] })
  expect(edited).toMatchObject({ what: [], words: 4, changed: [2, 1] })
  expect(live).toMatchObject({ what: ['published'], changed: [0, 0] })
  expect(taken).toMatchObject({ what: ['unpublished'], changed: [2, 1] })
  expect(live?.events[0]?.by).toBe(first?.events[0]?.by)

  const { updated_at } = (await admin.from('articles').select('*').eq('id', article.id).single()).data ?? {}
  await restoreRevision(admin, { id: first?.version ?? 0, since: updated_at ?? '' })
  expect((await versionsOf(article.id))[0]?.what).toEqual(['restored'])
})

test('a schedule is noted with the version that it concerns, the last one in place of the others', async () => {
  const article = await write({ published: false })
  for (const date of ['2028-05-04T07:00:00.000Z', '2028-06-04T07:00:00.000Z'])
    await scheduleArticle(admin, {
      id: article.id,
      version: (await versionOf(admin, article.id)).updated_at,
      publishAt: new Date(date),
      zone: 'UTC',
    })
  const [only, ...others] = await versionsOf(article.id)
  expect(others).toEqual([])
  expect(only?.what).toEqual(['created', 'scheduled'])
  expect(Date.parse(only?.events[1]?.for ?? '')).toBe(Date.parse('2028-06-04T07:00:00.000Z'))
})

test('a translation says that it was translated, and by whom it was reviewed', async () => {
  const { sql } = app.database
  const original = await addArticle(app.service(), anArticle())
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  await sql`
    insert into public.article_translations (translation_id, original_id, language, translated_at)
    values (${german.id}, ${original.id}, 'de', now())`
  const reviewer = randomUUID()
  await sql.transaction(async (session) => {
    await session`select set_config('audit.actor', ${reviewer}, true)`
    await session`update public.article_translations set reviewed_at = now() where translation_id = ${german.id}`
  })
  const [version] = await versionsOf(german.id)
  expect(version?.what).toEqual(['created', 'published', 'translated', 'reviewed'])
  expect(version?.events[3]?.by).toBe(reviewer)
})

test('words are counted as the desk counts them', async () => {
  const text =
    '# Title\n\nA *word* — and\u00a0another, [a link](https://example.org).[^1]\n\n| a | b |\n|---|---|\n\n[^1]: Übung 3\n\n- [x] done'
  const { rows } = await app.database.sql.run('select private.count_words($1) as words', [text])
  expect(rows[0]?.words).toBe(countWords(text))
})

test('the longest texts that differ in every word are counted in a moment', async () => {
  const one = Array.from({ length: 150_000 }, (_, n) => `a${n}`).join(' ')
  const started = performance.now()
  const { rows } = await app.database.sql.run('select * from private.count_changed_words($1, $2)', [
    one,
    one.replaceAll('a', 'b'),
  ])
  expect(rows[0]).toEqual({ added: 150_000, removed: 150_000 })
  expect(performance.now() - started).toBeLessThan(5000)
})

test('drafts tell who changed them, and what their editor alone has typed', async () => {
  const draft = await write({ published: false, content: 'one two three' })
  const form = (title: string) => ({
    title,
    content: 'four words of text',
    category: 'tech',
    reading_time: '1 min read',
  })
  const copy = { id: randomUUID(), article_id: draft.id, since: draft.updated_at, form: form('Typed') }
  await keepWorkingCopy(admin, copy)
  const newId = randomUUID()
  await keepWorkingCopy(admin, { id: randomUUID(), article_id: newId, since: null, form: form('Older') })
  const mine = { id: randomUUID(), article_id: newId, since: null, form: form('Only mine') }
  await keepWorkingCopy(admin, mine)
  // A copy of an article that was saved after all is listed as its draft.
  await keepWorkingCopy(admin, { id: randomUUID(), article_id: draft.id, since: null, form: form('Saved') })

  const options = {
    search: '',
    language: null,
    category: null,
    featured: null,
    sort: { by: 'created_at', descending: true },
    page: 1,
    pageSize: 25,
  } as const
  const { rows } = await listDrafts(admin, options)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.facts).toMatchObject({
    words: 3,
    changed_by: expect.any(String),
    unsaved_at: expect.any(String),
  })
  expect(await listOwnDrafts(admin)).toMatchObject([
    {
      copy_id: mine.id,
      article_id: newId,
      title: 'Only mine',
      category: 'tech',
      reading_time: '1 min read',
      words: 4,
    },
  ])

  const account = { email: 'other@example.org', password: 'a password of another' }
  await createAdministrator(app.database.sql, account.email, account.password)
  const other = app.anonymous()
  expect((await other.auth.signInWithPassword(account)).error).toBeNull()
  expect(await listOwnDrafts(other)).toEqual([])
  const [seen] = (await listDrafts(other, options)).rows
  expect(seen?.facts).toMatchObject({ words: 3, unsaved_at: null })
  await changeArticle(other, draft.id, { category: 'hack' })
  expect((await listDrafts(admin, options)).rows[0]?.facts?.changed_by).not.toBe(rows[0]?.facts?.changed_by)
})

test('a reason that says so restores nothing', async () => {
  const { data: article } = await admin
    .from('articles')
    .insert({ ...anArticle({ published: false }), revision_note: 'Restored from the trash' })
    .select('*')
    .single()
    .throwOnError()
  await admin
    .from('articles')
    .update({ title: 'Another harbour', revision_note: 'Restored the version of 2026-01-01 07:00 UTC' })
    .eq('id', article.id)
    .throwOnError()
  // The version before has the same title and content.
  await admin
    .from('articles')
    .update({ excerpt: 'Ships sink.', revision_note: 'Restored the version of 3 May' })
    .eq('id', article.id)
    .throwOnError()
  // It has all the same texts.
  await admin
    .from('articles')
    .update({ category: 'hack', revision_note: 'Restored the version of 3 May' })
    .eq('id', article.id)
    .throwOnError()
  expect((await versionsOf(article.id)).map(({ what }) => what)).toEqual([[], [], [], ['created']])
  await admin.from('articles').delete().eq('id', article.id).throwOnError()
  const { data: trashed } = await admin
    .from('article_trash')
    .select('id')
    .eq('article_id', article.id)
    .single()
  await admin.rpc('restore_article', { p_trash_id: trashed?.id ?? '' }).throwOnError()
  expect((await versionsOf(article.id))[0]?.what).toEqual(['restored'])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { findRevision, listRevisions, purgeArticleText, restoreRevision } from './article-revisions.ts'
import { listAuditEntries } from './audit-log.ts'
import { deleteArticles, featureArticle } from './bulk-articles.ts'
import { createArticle, saveArticle } from './save-article.ts'
import { keepWorkingCopy } from './working-copies.ts'

const PAGE = { page: 1, pageSize: 20 }

let app: TestApp
let admin: Client
let editor: string | undefined

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  editor = (await admin.auth.getUser()).data.user?.id
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(
    app.database.sql,
    'public.articles, public.article_revisions, public.article_trash, public.working_copies, public.audit_log',
  ),
)

async function create(overrides: Partial<ArticleInput> = {}) {
  const outcome = await createArticle(admin, { id: randomUUID(), values: anArticle(overrides) })
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

async function save(id: string, since: string, values: Partial<ArticleInput>, note?: string) {
  const outcome = await saveArticle(admin, { id, since, values, note })
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

test('every save is a version with who, when and why, and the latest is first', async () => {
  const { id, updated_at } = await create({ title: 'First' })
  const second = await save(id, updated_at, { title: 'Second', content: 'B' }, ' A figure was wrong ')
  await save(id, second.updated_at, { content: 'C' })
  const { rows, total } = await listRevisions(admin, id, PAGE)
  expect(total).toBe(3)
  expect(rows.map(({ title, note }) => [title, note])).toEqual([
    ['Second', null],
    ['Second', 'A figure was wrong'],
    ['First', null],
  ])
  expect(new Set(rows.map((row) => row.made_by))).toEqual(new Set([editor]))
  expect(rows[1]?.made_at).toBe(second.updated_at)
  const revision = await findRevision(admin, rows[1]?.id ?? 0)
  expect(revision?.article).toMatchObject({ title: 'Second', content: 'B', updated_at: second.updated_at })
})

test('what readers do not see makes no version', async () => {
  const { id, updated_at } = await create()
  await featureArticle(admin, { id, updated_at })
  await save(id, updated_at, { title: anArticle().title }, 'Nothing')
  await create({ slug: 'other', featured: true })
  expect((await listRevisions(admin, id, PAGE)).total).toBe(1)
})

test('an article from before there were revisions has its old text as the first one', async () => {
  const { sql } = app.database
  const { id, updated_at } = await create({ title: 'Old' })
  await sql`truncate public.article_revisions`
  await save(id, updated_at, { title: 'New' })
  const { rows } = await listRevisions(admin, id, PAGE)
  expect(rows.map(({ title, made_by, made_at }) => [title, made_by, made_at])).toEqual([
    ['New', editor, rows[0]?.made_at],
    ['Old', null, updated_at],
  ])
})

test('a reason belongs to the article that it was given for, also when one statement saves several', async () => {
  const [one, two] = [await create({ slug: 'one' }), await create({ slug: 'two' })]
  const { sql } = app.database
  await sql.transaction(async (transaction) => {
    await transaction`
      update public.articles set title = 'T', revision_note = case slug when 'one' then 'For one' else 'For two' end`
    await transaction`update public.articles set title = 'U'`
  })
  const notes = async (id: string) => (await listRevisions(admin, id, PAGE)).rows.map((row) => row.note)
  expect(await notes(one.id)).toEqual([null, 'For one', null])
  expect(await notes(two.id)).toEqual([null, 'For two', null])
})

test('a version is restored as a new one, with its texts and the present address', async () => {
  const { id, updated_at } = await create({ title: 'First', content: 'A' })
  const changed = await save(id, updated_at, {
    title: 'Second',
    content: 'B',
    slug: 'moved',
    published: false,
  })
  const first = (await listRevisions(admin, id, PAGE)).rows.at(-1)?.id ?? 0
  expect(await restoreRevision(admin, { id: first, since: updated_at })).toMatchObject({ status: 'conflict' })
  expect(await restoreRevision(admin, { id: first, since: changed.updated_at })).toMatchObject({
    status: 'saved',
    article: { title: 'First', content: 'A', slug: 'moved', published: false },
  })
  const { rows } = await listRevisions(admin, id, PAGE)
  expect(rows.map((row) => row.title)).toEqual(['First', 'Second', 'First'])
  expect(rows[0]?.note).toMatch(/^Restored the version of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  expect(await restoreRevision(admin, { id: 999_999, since: updated_at })).toEqual({ status: 'gone' })
})

test('pages of versions follow each other, and one beyond the last is empty', async () => {
  let { id, updated_at } = await create()
  for (let n = 0; n < 4; n++) updated_at = (await save(id, updated_at, { title: `Title ${n}` })).updated_at
  const page = async (page: number) => {
    const { rows, total } = await listRevisions(admin, id, { page, pageSize: 2 })
    return [rows.length, total]
  }
  expect([await page(1), await page(3), await page(9)]).toEqual([
    [2, 5],
    [1, 5],
    [0, 5],
  ])
})

test('a text is removed from every old version for good, which is written down without it', async () => {
  const original = await create({ title: 'A secret' })
  const other = await create({ slug: 'other' })
  const translation = await create(aTranslation(original, 'de', { slug: 'secreto' }))
  const deleted = await create(aTranslation(original, 'fr', { slug: 'secret' }))
  await deleteArticles(admin, [deleted.id, other.id])
  await save(original.id, original.updated_at, { title: 'Nothing to see' })
  for (const article_id of [original.id, translation.id, other.id])
    await keepWorkingCopy(admin, { id: randomUUID(), article_id, since: null, form: { title: 'A secret' } })

  const purged = await purgeArticleText(admin, original.id, 'By order of the court')
  expect(purged).toEqual({ revisions: 4, working_copies: 2, trash: 1 })
  const { sql } = app.database
  const left = await sql`
    select 'revision' as what, article_id from public.article_revisions
    union all select 'copy', article_id from public.working_copies
    union all select 'trash', article_id from public.article_trash order by 1`
  expect(left).toEqual(['copy', 'revision', 'trash'].map((what) => ({ what, article_id: other.id })))
  const { rows } = await listAuditEntries(admin, { ...PAGE, pageSize: 50 })
  const about = rows.filter(({ subject_id }) => subject_id !== other.id)
  expect(JSON.stringify(about.map(({ article, ...entry }) => entry))).not.toMatch(/secret/i)
  expect(about.filter(({ action }) => action === 'purge_article_text')).toMatchObject([
    {
      actor: editor,
      action: 'purge_article_text',
      subject_id: original.id,
      reason: 'By order of the court',
      details: purged,
    },
  ])
  await expect(purgeArticleText(admin, original.id, ' ')).rejects.toMatchObject({ code: '23514' })
  await expect(purgeArticleText(app.anonymous(), original.id, 'x')).rejects.toMatchObject({ code: '42501' })
})

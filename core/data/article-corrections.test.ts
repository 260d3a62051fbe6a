import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import {
  addCorrection,
  changeCorrection,
  deleteCorrection,
  listCorrections,
  listPublishedCorrections,
} from './article-corrections.ts'
import { listRevisions } from './article-revisions.ts'
import { listAuditEntries } from './audit-log.ts'
import { findDeskArticle } from './desk-articles.ts'
import { changeArticle, saveArticle } from './save-article.ts'

let app: TestApp
let admin: Client
let reader: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  reader = app.anonymous()
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(
    app.database.sql,
    'public.articles, public.article_corrections, public.audit_log, public.article_revisions',
  ),
)

const add = () => addArticle(app.service(), anArticle())
const updatedAt = async (id: string) => (await findDeskArticle(admin, id))?.updated_at

test('readers read the corrections of a published article, dated, the first one first', async () => {
  const { id } = await add()
  await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  await addCorrection(admin, { articleId: id, text: 'It was 1912, \u202Enot 1921. 👩‍🚀' })
  const corrections = await listCorrections(reader, id)
  expect(corrections.map((correction) => correction.text)).toEqual([
    'It was Monday.',
    'It was 1912, \u202Enot 1921. 👩‍🚀',
  ])
  await changeArticle(admin, id, { published: false })
  expect(await listCorrections(reader, id)).toEqual([])
  expect(await listCorrections(admin, id)).toHaveLength(2)
})

test('the date of the article moves with every correction, and a form that is open learns from where to where', async () => {
  const { id } = await add()
  const first = await updatedAt(id)
  const added = await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  expect(added).toMatchObject({ status: 'added', replaced: first, updated_at: await updatedAt(id) })
  if (added.status !== 'added') return
  expect(added.updated_at).not.toBe(first)
  const save = (since: string) => saveArticle(admin, { id, since, values: { title: 'Typed on' } })
  expect(await save(first ?? '')).toMatchObject({ status: 'conflict' })
  expect(await save(added.updated_at)).toMatchObject({ status: 'saved' })

  let before = await updatedAt(id)
  const changed = await changeCorrection(admin, { id: added.id, text: 'It was Tuesday.' })
  expect(changed).toEqual({ status: 'changed', replaced: before, updated_at: await updatedAt(id) })
  before = await updatedAt(id)
  const deleted = await deleteCorrection(admin, added.id)
  expect(deleted).toEqual({ status: 'deleted', replaced: before, updated_at: await updatedAt(id) })
  expect(await updatedAt(id)).not.toBe(before)
  expect((await listRevisions(admin, id, { page: 1, pageSize: 9 })).total).toBe(2)
})

test('what a correction said is written down, because readers have read it', async () => {
  const { id } = await add()
  const added = await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  if (added.status !== 'added') throw new Error(added.status)
  await changeCorrection(admin, { id: added.id, text: 'It was Tuesday.' })
  await deleteCorrection(admin, added.id)
  const { rows } = await listAuditEntries(admin, { page: 1, pageSize: 9 })
  expect(rows.map(({ action, subject_id, details }) => [action, subject_id, details])).toEqual([
    ['delete_correction', id, { before: 'It was Tuesday.' }],
    ['change_correction', id, { before: 'It was Monday.', text: 'It was Tuesday.' }],
    ['add_correction', id, { text: 'It was Monday.' }],
    ['publish_article', id, {}],
  ])
})

test('the page of all corrections has those of published articles in one language, the latest first', async () => {
  const original = await add()
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  for (const [articleId, text] of [
    [original.id, 'It was Monday.'],
    [original.id, 'It was 1912.'],
    [german.id, 'Es war Montag.'],
  ] as const)
    await addCorrection(admin, { articleId, text })
  const list = (language: Language, page: { limit: number; offset?: number } = { limit: 10 }) =>
    listPublishedCorrections(reader, { language, ...page })
  expect(await list('de')).toMatchObject([
    {
      text: 'Es war Montag.',
      language: 'de',
      slug: german.slug,
      title: german.title,
      original_article_id: original.id,
    },
  ])
  expect(await list('en')).toMatchObject([
    { text: 'It was 1912.', language: 'en', slug: original.slug, original_article_id: null },
    { text: 'It was Monday.' },
  ])
  expect(await list('en', { limit: 1, offset: 1 })).toMatchObject([{ text: 'It was Monday.' }])
  await changeArticle(admin, german.id, { published: false })
  expect(await list('de')).toEqual([])
})

test('a draft, a deleted article and an empty text are not corrected', async () => {
  const { id } = await add()
  for (const text of ['', ' \u00A0', 'x'.repeat(2001)])
    await expect(addCorrection(admin, { articleId: id, text })).rejects.toMatchObject({ code: '23514' })
  await changeArticle(admin, id, { published: false })
  expect(await addCorrection(admin, { articleId: id, text: 'x' })).toEqual({ status: 'not_published' })
  await admin.from('articles').delete().eq('id', id).throwOnError()
  expect(await addCorrection(admin, { articleId: id, text: 'x' })).toEqual({ status: 'gone' })
  await expect(addCorrection(reader, { articleId: id, text: 'x' })).rejects.toMatchObject({ code: '42501' })
})

test('a correction that is gone is neither changed nor deleted, and readers do neither', async () => {
  const { id } = await add()
  const added = await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  if (added.status !== 'added') throw new Error(added.status)
  const change = (client: Client, text = 'x') => changeCorrection(client, { id: added.id, text })
  await expect(change(reader)).rejects.toMatchObject({ code: '42501' })
  await expect(deleteCorrection(reader, added.id)).rejects.toMatchObject({ code: '42501' })
  await expect(change(admin, ' ')).rejects.toMatchObject({ code: '23514' })
  expect(await deleteCorrection(admin, added.id)).toMatchObject({ status: 'deleted' })
  expect(await change(admin)).toEqual({ status: 'gone' })
  expect(await deleteCorrection(admin, added.id)).toEqual({ status: 'gone' })
})

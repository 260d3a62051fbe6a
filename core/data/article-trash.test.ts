import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { listRevisions } from './article-revisions.ts'
import {
  findTrashOf,
  listTrash,
  listTrashedTogether,
  type RestoreOptions,
  restoreArticle,
  undoDeletion,
} from './article-trash.ts'
import { findMovedArticle } from './articles.ts'
import { deleteArticles } from './bulk-articles.ts'
import { findDeskArticle } from './desk-articles.ts'
import { saveArticle } from './save-article.ts'

const PAGE = { search: '', page: 1, pageSize: 10 }

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(app.database.sql, 'public.articles, public.article_trash, public.article_revisions'),
)

const add = (overrides: Partial<ArticleInput> = {}) => addArticle(app.service(), anArticle(overrides))
const translate = (original: ArticleInput & { id: string }, language: 'de' | 'fr') =>
  addArticle(app.service(), aTranslation(original, language))

/** The entry of the trash in which an article came there, with its version. */
async function trashOf(articleId: string): Promise<RestoreOptions> {
  const found = await findTrashOf(admin, articleId)
  if (!found) throw new Error('It is not in the trash.')
  return found
}

/** Every row of a story with its redirects, without what a deletion may change. */
async function stored() {
  const { sql } = app.database
  return {
    articles: await sql`select * from public.articles order by id`,
    redirects: await sql`select slug, language, article_id from public.slug_redirects order by slug`,
  }
}

describe('a deleted story', () => {
  test('is one row of the trash, with who deleted it, when, and its languages', async () => {
    const original = await add({ title: 'The harbour' })
    await translate(original, 'de')
    const lone = await translate(await add(PIECES.bakery), 'fr')
    await deleteArticles(admin, [original.id])
    await deleteArticles(admin, [lone.id])
    const { rows, total } = await listTrash(admin, PAGE)
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { article_id: lone.id, languages: ['fr'] },
      { article_id: original.id, title: 'The harbour', languages: ['de', 'en'], published: true },
    ])
    const [first] = rows
    const { data } = await admin.auth.getUser()
    expect(first?.deleted_by).toBe(data.user?.id)
    const days = (Date.parse(first?.expires_at ?? '') - Date.parse(first?.deleted_at ?? '')) / 86_400_000
    expect(days).toBe(30)
    expect((await listTrash(admin, { ...PAGE, search: 'HARB' })).total).toBe(1)
    expect(await listTrash(admin, { ...PAGE, page: 9 })).toEqual({ rows: [], total: 2 })
    expect(await listTrashedTogether(admin, first?.id ?? '')).toMatchObject([
      { article: { content: lone.content } },
    ])
    const together = await listTrashedTogether(admin, rows[1]?.id ?? '')
    expect(together.map(({ language }) => language)).toEqual(['en', 'de'])
  })

  test('comes back exactly as it was, with translations, redirects and revisions', async () => {
    const original = await add({ featured: true })
    await translate(original, 'de')
    await admin.from('articles').update({ slug: 'moved' }).eq('id', original.id).throwOnError()
    const before = await stored()
    await deleteArticles(admin, [original.id])
    expect(await stored()).toEqual({ articles: [], redirects: [] })
    expect(await findMovedArticle(app.anonymous(), original.slug, 'en')).toBeNull()

    const outcome = await restoreArticle(admin, await trashOf(original.id))
    expect(outcome).toEqual({ status: 'restored', id: original.id, slug: 'moved', drafts: [] })
    expect(await stored()).toEqual(before)
    expect(await findMovedArticle(app.anonymous(), original.slug, 'en')).toMatchObject({ slug: 'moved' })
    const revisions = await listRevisions(admin, original.id, { page: 1, pageSize: 10 })
    expect(revisions.rows.map((row) => row.note)).toEqual(['Restored from the trash', null, null])
    expect((await listTrash(admin, PAGE)).total).toBe(0)
    expect(await restoreArticle(admin, { id: randomUUID(), version: '' })).toEqual({ status: 'gone' })
  })

  test('leaves its slug to others, and names it when it is to come back', async () => {
    const original = await add({ slug: 'harbour' })
    await translate(original, 'de')
    await deleteArticles(admin, [original.id])
    await add({ slug: 'harbour' })
    const entry = await trashOf(original.id)
    const taken = { status: 'slug_taken', taken: [{ slug: 'harbour', language: 'en' }] }
    expect(await restoreArticle(admin, entry)).toEqual(taken)
    expect(await restoreArticle(admin, { ...entry, slug: 'harbour' })).toEqual(taken)
    expect(await restoreArticle(admin, { ...entry, slug: 'harbour-again' })).toEqual({
      status: 'restored',
      id: original.id,
      slug: 'harbour-again',
      drafts: ['en'],
    })
    expect(await findDeskArticle(admin, original.id)).toMatchObject({
      slug: 'harbour-again',
      published: false,
    })
  })

  test('brings translations back under free slugs when theirs are taken', async () => {
    const original = await add({ slug: 'harbour' })
    const translation = await translate(original, 'de')
    await deleteArticles(admin, [original.id])
    await add({ slug: translation.slug, language: 'de' })
    const entry = await trashOf(original.id)
    expect(await restoreArticle(admin, entry)).toEqual({
      status: 'slug_taken',
      taken: [{ slug: translation.slug, language: 'de' }],
    })
    expect(await restoreArticle(admin, { ...entry, slug: 'harbour' })).toMatchObject({
      status: 'restored',
      drafts: ['de'],
    })
    expect(await findDeskArticle(admin, translation.id)).toMatchObject({
      slug: `${translation.slug}-2`,
      published: false,
    })
  })

  test('comes back at once when its deletion is undone, as does each of several', async () => {
    const [original, other] = [await add(), await add(PIECES.bakery)]
    const german = await translate(original, 'de')
    const before = await stored()
    const { done } = await deleteArticles(admin, [german.id, original.id, other.id])
    const outcomes = await undoDeletion(admin, done)
    expect(outcomes.map(({ status }) => status)).toEqual(['restored', 'restored'])
    expect(await stored()).toEqual(before)
    expect(await undoDeletion(admin, done)).toEqual([])
  })

  test('comes back as drafts when asked', async () => {
    const original = await add()
    await translate(original, 'de')
    await deleteArticles(admin, [original.id])
    const outcome = await restoreArticle(admin, { ...(await trashOf(original.id)), asDraft: true })
    expect(outcome).toMatchObject({ drafts: ['en', 'de'] })
    expect((await stored()).articles.map((row) => row.published)).toEqual([false, false])
  })

  test('does not take being featured back', async () => {
    const original = await add({ featured: true })
    await deleteArticles(admin, [original.id])
    const other = await add({ ...PIECES.bakery, slug: 'bakery', featured: true })
    await restoreArticle(admin, await trashOf(original.id))
    expect(await findDeskArticle(admin, original.id)).toMatchObject({ featured: false })
    expect(await findDeskArticle(admin, other.id)).toMatchObject({ featured: true })
  })

  test('goes on with a form that was open all the time', async () => {
    const { id } = await add()
    const since = (await findDeskArticle(admin, id))?.updated_at ?? ''
    await deleteArticles(admin, [id])
    expect(await saveArticle(admin, { id, since, values: { title: 'Typed on' } })).toEqual({ status: 'gone' })
    await restoreArticle(admin, await trashOf(id))
    expect(await saveArticle(admin, { id, since, values: { title: 'Typed on' } })).toMatchObject({
      status: 'saved',
    })
  })
})

describe('deleted translations', () => {
  test('of one act come back together', async () => {
    const original = await add()
    const german = await translate(original, 'de')
    await translate(original, 'fr')
    const before = await stored()
    await admin.from('articles').delete().eq('original_article_id', original.id).throwOnError()
    expect((await listTrash(admin, PAGE)).rows).toMatchObject([{ languages: ['de', 'fr'] }])
    expect(await restoreArticle(admin, await trashOf(german.id))).toMatchObject({
      status: 'restored',
    })
    expect(await stored()).toEqual(before)
  })

  test('do not come back beside a new translation, or without their original', async () => {
    const original = await add()
    const german = await translate(original, 'de')
    await deleteArticles(admin, [german.id])
    const entry = await trashOf(german.id)
    const again = await addArticle(app.service(), aTranslation(original, 'de', { slug: 'again' }))
    expect(await restoreArticle(admin, entry)).toEqual({ status: 'translation_exists', languages: ['de'] })
    await deleteArticles(admin, [again.id, original.id])
    expect(await restoreArticle(admin, entry)).toEqual({ status: 'original_missing' })
  })

  test('and their original that are deleted by one statement belong together, whichever goes first', async () => {
    const original = await add()
    const german = await translate(original, 'de')
    await deleteArticles(admin, [german.id, original.id])
    expect((await listTrash(admin, PAGE)).rows).toMatchObject([
      { article_id: original.id, languages: ['de', 'en'] },
    ])
  })
})

test('a story that two bring back at once comes back once', async () => {
  const original = await add()
  await deleteArticles(admin, [original.id])
  const entry = await trashOf(original.id)
  const outcomes = await Promise.all([1, 2, 3].map(() => restoreArticle(admin, entry)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['gone', 'gone', 'restored'])
})

test('what was deleted before a column was added comes back with its default', async () => {
  const original = await add()
  await deleteArticles(admin, [original.id])
  const { sql } = app.database
  await sql`alter table public.articles add column mood text not null default 'calm'`
  try {
    expect(await restoreArticle(admin, await trashOf(original.id))).toMatchObject({
      status: 'restored',
    })
    expect(await sql`select mood from public.articles`).toEqual([{ mood: 'calm' }])
  } finally {
    await sql`alter table public.articles drop column mood`
  }
})

test('only administrators see and restore deleted articles', async () => {
  const original = await add()
  await deleteArticles(admin, [original.id])
  const entry = await trashOf(original.id)
  await expect(restoreArticle(app.anonymous(), entry)).rejects.toMatchObject({ code: '42501' })
  await expect(listTrash(app.anonymous(), PAGE)).rejects.toMatchObject({ code: '42501' })
})

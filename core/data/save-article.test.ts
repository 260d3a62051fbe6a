import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { type ArticleInput, draftInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { anArticle } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { findDeskArticle, findDeskArticleBySlug, findSlugUse } from './desk-articles.ts'
import { changeArticle, createArticle, type SaveOutcome, saveArticle } from './save-article.ts'
import { keepWorkingCopy } from './working-copies.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(app.database.sql, 'public.articles, public.working_copies, public.article_revisions'),
)

function requireSaved(outcome: SaveOutcome) {
  if (outcome.status !== 'saved') throw new Error(`It is ${outcome.status}`)
  return outcome.article
}

async function create(overrides: Partial<ArticleInput> = {}) {
  return requireSaved(await createArticle(admin, { id: randomUUID(), values: anArticle(overrides) }))
}

describe('saving', () => {
  test('returns the row as it is stored, from which the next save begins', async () => {
    const first = await create()
    const save = (since: string, title: string) =>
      saveArticle(admin, { id: first.id, since, values: { title } })
    const second = requireSaved(await save(first.updated_at, 'Second'))
    expect(second).toMatchObject({ title: 'Second', revision_note: null })
    expect(second.updated_at).not.toBe(first.updated_at)
    expect(requireSaved(await save(second.updated_at, 'Third')).title).toBe('Third')
  })

  test('over a newer version of another editor writes nothing and returns that version', async () => {
    const { id, updated_at: since } = await create()
    await saveArticle(admin, { id, since, values: { title: 'Theirs' } })
    const outcome = await saveArticle(admin, { id, since, values: { title: 'Mine', content: 'Mine' } })
    expect(outcome).toMatchObject({ status: 'conflict', article: { id, title: 'Theirs' } })
    expect(await findDeskArticle(admin, id)).toMatchObject({ title: 'Theirs' })
  })

  test('of two at the same moment, one is done', async () => {
    const { id, updated_at: since } = await create()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => saveArticle(admin, { id, since, values: { title: `Title ${n}` } })),
    )
    expect(outcomes.filter(({ status }) => status === 'saved')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'conflict')).toHaveLength(7)
  })

  test('goes on when another article has taken over being featured', async () => {
    const mine = await create({ featured: true })
    await create({ slug: 'theirs', featured: true })
    const saved = await saveArticle(admin, { id: mine.id, since: mine.updated_at, values: { title: 'Mine' } })
    expect(saved).toMatchObject({ status: 'saved', article: { title: 'Mine', featured: false } })
  })

  test('again after a lost response is no conflict', async () => {
    const { id, updated_at: since } = await create()
    const values = { title: 'Mine', publish_date: '2026-11-20T10:00:00.000Z' }
    const first = await saveArticle(admin, { id, since, values })
    expect(await saveArticle(admin, { id, since, values })).toEqual(first)
    const again = { id: randomUUID(), values: anArticle({ slug: 'new' }) }
    expect(await createArticle(admin, again)).toEqual(await createArticle(admin, again))
  })

  test('of a deleted article reports that', async () => {
    const { id, updated_at: since } = await create()
    await admin.from('articles').delete().eq('id', id).throwOnError()
    expect(await saveArticle(admin, { id, since, values: { title: 'Mine' } })).toEqual({ status: 'gone' })
    expect(await changeArticle(admin, id, { category: 'hack' })).toEqual({ status: 'gone' })
  })

  test.each<[Partial<ArticleInput>, string]>([
    [{ title: '' }, 'title'],
    [{ content: '\u00A0' }, 'content'],
    [{ excerpt: 'x'.repeat(5001) }, 'excerpt'],
    [{ slug: 'taken' }, 'slug'],
    [{ slug: 'Not a slug' }, 'slug'],
  ])('%j is refused with its field', async (values, field) => {
    await create({ slug: 'taken' })
    const { id, updated_at: since } = await create({ slug: 'mine' })
    expect(await saveArticle(admin, { id, since, values })).toMatchObject({ status: 'invalid', field })
    const article = { ...anArticle({ slug: 'other' }), ...values }
    expect(await createArticle(admin, { id: randomUUID(), values: article })).toMatchObject({
      status: 'invalid',
      field,
    })
  })

  test('a reason that is too long is refused as that', async () => {
    const { id, updated_at: since } = await create()
    const outcome = await saveArticle(admin, { id, since, values: { title: 'T' }, note: 'x'.repeat(501) })
    expect(outcome).toMatchObject({ status: 'invalid', field: 'revision_note' })
  })

  test('without a session throws, and writes nothing', async () => {
    const { id, updated_at: since } = await create()
    const values = { title: 'Mallory was here' }
    await expect(saveArticle(app.anonymous(), { id, since, values })).rejects.toMatchObject({ code: '42501' })
    expect(await findDeskArticle(admin, id)).not.toMatchObject(values)
  })

  test('discards what was typed until then, and nothing that was typed elsewhere', async () => {
    const { id, updated_at: since } = await create()
    const [mine, restored, other] = [randomUUID(), randomUUID(), randomUUID()]
    for (const copy of [mine, restored, other])
      await keepWorkingCopy(admin, { id: copy, article_id: id, since, form: { title: 'Mi' } })
    await saveArticle(admin, { id, since, values: { title: 'Mine' }, workingCopyIds: [mine, restored] })
    const unsaved = () => admin.from('working_copies').select('id')
    expect((await unsaved()).data).toEqual([{ id: other }])
    const refused = { id, since, values: { title: 'Another' }, workingCopyIds: [other] }
    expect(await saveArticle(admin, refused)).toMatchObject({ status: 'conflict' })
    expect((await unsaved()).data).toHaveLength(1)
  })
})

test('a draft of nothing is stored, and stays out of what readers see', async () => {
  const values = draftInput.parse({ category: 'tech', language: 'en', publish_date: '2026-11-20T09:00:00Z' })
  const draft = requireSaved(await createArticle(admin, { id: randomUUID(), values }))
  expect(draft).toMatchObject({ title: '', content: '', published: false })
  expect(await findDeskArticle(app.anonymous(), draft.id)).toBeNull()
  const published = { id: draft.id, since: draft.updated_at, values: { published: true } }
  expect(await saveArticle(admin, published)).toMatchObject({ status: 'invalid' })
})

test('a slug is free unless another article of the language has it', async () => {
  const { id, title } = await create({ slug: 'taken' })
  const use = (slug: string, language: 'en' | 'de', exceptId: string = randomUUID()) =>
    findSlugUse(admin, { slug, language, exceptId })
  expect(await use('taken', 'en')).toEqual({ status: 'taken', title })
  expect(await use('taken', 'en', id)).toEqual({ status: 'free' })
  expect(await use('taken', 'de')).toEqual({ status: 'free' })
  expect(await use('free', 'en')).toEqual({ status: 'free' })
})

test('a slug that leads to an article which has moved is told from a free one', async () => {
  const { id, title, updated_at: since } = await create({ slug: 'before', published: true })
  await saveArticle(admin, { id, since, values: { slug: 'afterwards' } })
  const use = (exceptId: string) => findSlugUse(admin, { slug: 'before', language: 'en', exceptId })
  expect(await use(randomUUID())).toEqual({ status: 'redirects', title })
  expect(await use(id)).toEqual({ status: 'free' })
  expect(await findDeskArticleBySlug(admin, { slug: 'afterwards', language: 'en' })).toMatchObject({ id })
  expect(await findDeskArticleBySlug(admin, { slug: 'before', language: 'en' })).toBeNull()
  expect(await findDeskArticleBySlug(admin, { slug: '../__proto__\u0000', language: 'en' })).toBeNull()
})

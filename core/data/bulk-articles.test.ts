import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, versionOf } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import {
  categorizeArticles,
  deleteArticles,
  MAX_BULK,
  publishArticles,
  unpublishArticles,
} from './bulk-articles.ts'
import { findDeskArticle } from './desk-articles.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles, public.article_revisions'))

const add = (slug: string, overrides: Partial<ArticleInput> = {}) =>
  addArticle(app.service(), anArticle({ slug, published: false, ...overrides }))

test('of several drafts the finished ones are published, and each of the others says why not', async () => {
  const [ready, unfinished, published] = [
    await add('ready'),
    await add('unfinished', { title: '', content: '' }),
    await add('published', { published: true }),
  ]
  const gone = randomUUID()
  const versions = await Promise.all([ready, unfinished, published].map(({ id }) => versionOf(admin, id)))
  const answers = await publishArticles(admin, [...versions, { id: gone, updated_at: '' }, ...versions])
  expect(new Map(answers.map(({ id, ...answer }) => [id, answer]))).toEqual(
    new Map<string, object>([
      [ready.id, { status: 'published' }],
      [unfinished.id, { status: 'incomplete', missing: ['title', 'content'] }],
      [published.id, { status: 'already_published' }],
      [gone, { status: 'gone' }],
    ]),
  )
  expect(await findDeskArticle(admin, ready.id)).toMatchObject({ published: true })
  expect(await findDeskArticle(admin, unfinished.id)).toMatchObject({ published: false })
})

test('a draft is dated when it is published first, and keeps its date when it is published again', async () => {
  const { id, publish_date } = await add('new')
  await publishArticles(admin, [await versionOf(admin, id)])
  const first = (await findDeskArticle(admin, id))?.publish_date ?? ''
  expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000)
  expect(Date.parse(first)).not.toBe(Date.parse(publish_date))
  expect(await unpublishArticles(admin, [id])).toEqual({ done: [expect.objectContaining({ id })], gone: [] })
  await publishArticles(admin, [await versionOf(admin, id)])
  expect((await findDeskArticle(admin, id))?.publish_date).toBe(first)
})

test('several change their category or are deleted, and what is no longer there is named', async () => {
  const [one, two] = [await add('one'), await add('two')]
  const translation = await addArticle(app.service(), aTranslation(one, 'de'))
  const gone = randomUUID()
  const changed = await categorizeArticles(admin, [one.id, two.id, gone], 'hack')
  expect(changed.done.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]))
  expect(changed.gone).toEqual([gone])
  expect(await findDeskArticle(admin, two.id)).toMatchObject({ category: 'hack' })
  expect((await deleteArticles(admin, [one.id, gone])).gone).toEqual([gone])
  expect(await findDeskArticle(admin, translation.id)).toBeNull()
})

test('a hundred are changed at once, and no more', async () => {
  const ids: string[] = []
  for (let n = 0; n < MAX_BULK; n++) ids.push((await add(`story-${n}`)).id)
  const versions = await Promise.all(ids.map((id) => versionOf(admin, id)))
  expect((await publishArticles(admin, versions)).every(({ status }) => status === 'published')).toBe(true)
  expect((await deleteArticles(admin, ids)).done).toHaveLength(MAX_BULK)
  await expect(publishArticles(admin, [...versions, ...versions])).rejects.toThrow('At most 100')
  const tooMany = await admin.rpc('publish_articles', { p_ids: [...ids, randomUUID()] })
  expect(tooMany.error).toMatchObject({ code: '22023' })
})

test('only administrators publish', async () => {
  const { id } = await add('one')
  await expect(publishArticles(app.anonymous(), [{ id, updated_at: '' }])).rejects.toMatchObject({
    code: '42501',
  })
  for (const ids of [null, 'x', { a: 1 }, ['not an id']])
    expect((await admin.rpc('publish_articles', { p_ids: ids as never })).error?.code).toMatch(/^22/)
})

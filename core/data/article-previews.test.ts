import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { createPreview, findPreviewedArticle, listPreviews, revokePreview } from './article-previews.ts'

let app: TestApp
let admin: Client
let visitor: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  visitor = app.anonymous()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles'))

async function aStory() {
  const draft = await addArticle(app.service(), anArticle({ published: false }))
  const german = await addArticle(app.service(), aTranslation(draft, 'de', { published: false }))
  return { draft, german }
}

async function share(articleId: string, days?: number) {
  const answer = await createPreview(admin, { articleId, ...(days !== undefined && { days }) })
  if (answer.status !== 'created') throw new Error(answer.status)
  return answer
}

test('a visitor with the link sees a draft in every language of its story, and no other draft', async () => {
  const { draft, german } = await aStory()
  await addArticle(app.service(), anArticle({ slug: 'other', published: false }))
  const { token } = await share(draft.id)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const seen = await findPreviewedArticle(visitor, token)
  expect(seen?.article).toMatchObject({ id: draft.id, content: draft.content, published: false })
  expect(seen?.article).not.toHaveProperty('revision_note')
  expect(seen?.versions).toEqual([
    { language: 'de', slug: german.slug },
    { language: 'en', slug: draft.slug },
  ])
  expect((await findPreviewedArticle(visitor, token, 'de'))?.article.id).toBe(german.id)
  expect((await findPreviewedArticle(visitor, token, 'fr'))?.article.id).toBe(draft.id)
  const { token: germanToken } = await share(german.id)
  expect((await findPreviewedArticle(visitor, germanToken))?.article.id).toBe(german.id)
  const { data } = await visitor.from('articles').select('id')
  expect(data).toEqual([])
})

test('a link lasts seven days, or one to thirty', async () => {
  const { draft } = await aStory()
  const daysOf = (expires: string) => Math.round((Date.parse(expires) - Date.now()) / 86_400_000)
  expect(daysOf((await share(draft.id)).expires_at)).toBe(7)
  expect(daysOf((await share(draft.id, 30)).expires_at)).toBe(30)
  for (const days of [0, -1, 31])
    await expect(createPreview(admin, { articleId: draft.id, days })).rejects.toMatchObject({ code: '22023' })
})

test('a link that is revoked, expired, invented or altered shows nothing', async () => {
  const { draft } = await aStory()
  const [first, second] = [await share(draft.id), await share(draft.id)]
  expect(await listPreviews(admin, draft.id)).toMatchObject([{ id: second.id }, { id: first.id }])
  await revokePreview(admin, first.id)
  await app.database
    .sql`update public.article_previews set expires_at = now() - interval '1 second' where id = ${second.id}`
  expect(await listPreviews(admin, draft.id)).toEqual([])
  const altered = second.token.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  for (const token of [
    first.token,
    second.token,
    altered,
    '',
    '%',
    'x'.repeat(64),
    '0'.repeat(64),
    `${'0'.repeat(63)}\n`,
  ])
    expect(await findPreviewedArticle(visitor, token)).toBeNull()
})

test('a link ends with the article, and with the rights of who made it', async () => {
  const { sql } = app.database
  const { draft } = await aStory()
  const { token } = await share(draft.id)
  await sql`update auth.users set banned_until = 'infinity'`
  expect(await findPreviewedArticle(visitor, token)).toBeNull()
  await sql`update auth.users set banned_until = null`
  expect(await findPreviewedArticle(visitor, token)).not.toBeNull()
  await sql`delete from public.articles`
  expect(await findPreviewedArticle(visitor, token)).toBeNull()
})

test('the database has only the hash of a token, which no client reads', async () => {
  const { sql } = app.database
  const { draft } = await aStory()
  const { token } = await share(draft.id)
  const [row] =
    await sql`select token_hash, private.sha256_hex(${token}) as hash from private.article_preview_tokens`
  expect(row?.token_hash).toBe(row?.hash)
  expect(JSON.stringify(await listPreviews(admin, draft.id))).not.toContain(row?.hash)
  await expect(createPreview(visitor, { articleId: draft.id })).rejects.toMatchObject({ code: '42501' })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle } from '../../tests/support/articles.ts'
import { deleteArticles } from './bulk-articles.ts'
import { listDrafts } from './desk-articles.ts'
import { loadAttention } from './desk-attention.ts'
import { keepWorkingCopy } from './working-copies.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => app.database.sql`truncate public.articles, public.working_copies cascade`)

const addDraft = (title: string) => addArticle(app.service(), anArticle({ title, published: false }))

async function schedule(article_id: string, status: 'waiting' | 'missed' | 'failed', publish_at: string) {
  const settled_at = status === 'waiting' ? null : '2026-11-20T12:00:00Z'
  const row = { article_id, status, publish_at, zone: 'Europe/Zurich', reason: null, settled_at }
  await app.service().from('article_schedules').insert(row).throwOnError()
}

async function type(article_id: string, since: string | null) {
  await keepWorkingCopy(admin, { id: randomUUID(), article_id, since, form: { title: 'Typed' } })
}

test('schedules that did not work out are listed, the latest first, and those that wait are not', async () => {
  const [early, late, waiting] = [await addDraft('Early'), await addDraft('Late'), await addDraft('Waiting')]
  await schedule(early.id, 'failed', '2026-11-18T08:00:00Z')
  await schedule(late.id, 'missed', '2026-11-19T08:00:00Z')
  await schedule(waiting.id, 'waiting', '2027-11-19T08:00:00Z')
  const { missed, unsaved } = await loadAttention(admin)
  expect(missed).toMatchObject([
    { status: 'missed', zone: 'Europe/Zurich', article: { title: 'Late', slug: 'late' } },
    { status: 'failed', article: { title: 'Early' } },
  ])
  expect(unsaved).toEqual([])
})

test('what an editor has not saved is listed once for each article, also a new one, but not a deleted one', async () => {
  const since = '2026-11-20T12:00:00Z'
  const [draft, deleted] = [await addDraft('Draft'), await addDraft('Deleted')]
  const fresh = randomUUID()
  for (const id of [draft.id, draft.id, deleted.id]) await type(id, since)
  await type(fresh, null)
  await deleteArticles(admin, [deleted.id])
  const { unsaved } = await loadAttention(admin)
  expect(unsaved).toMatchObject([
    { article_id: fresh, article: null, title: 'Typed' },
    { article_id: draft.id, article: { title: 'Draft' } },
  ])
})

test('a list of drafts has their schedules', async () => {
  const [one, two] = [await addDraft('One'), await addDraft('Two')]
  await schedule(one.id, 'waiting', '2027-11-19T08:00:00Z')
  const { rows } = await listDrafts(admin, {
    language: null,
    category: null,
    featured: null,
    search: '',
    sort: { by: 'created_at', descending: false },
    page: 1,
    pageSize: 10,
  })
  expect(rows.map(({ id, schedule: found }) => [id, found?.status])).toEqual([
    [one.id, 'waiting'],
    [two.id, undefined],
  ])
})

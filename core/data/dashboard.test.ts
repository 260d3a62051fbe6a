import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { deleteArticles } from './bulk-articles.ts'
import { loadDashboard } from './dashboard.ts'
import { keepWorkingCopy } from './working-copies.ts'

const TODAY = { start: new Date('2026-11-19T23:00:00Z'), end: new Date('2026-11-20T23:00:00Z') }

const OTHER = { email: 'other@example.org', password: 'another editor of the desk' }

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => app.database.sql`truncate public.articles, public.working_copies cascade`)

describe('numbers and newest articles', () => {
  beforeEach(async () => {
    const service = app.service()
    const add = (
      title: string,
      publish_date: string,
      more: { published?: boolean; featured?: boolean } = {},
    ) => addArticle(service, anArticle({ title, publish_date, ...more }))
    const lead = await add('First moment of today', '2026-11-19T23:00:00Z', { featured: true })
    await add('Last moment of today', '2026-11-20T22:59:59.999Z')
    await add('First moment of tomorrow', '2026-11-20T23:00:00Z')
    await add('Last moment of yesterday', '2026-11-19T22:59:59.999Z')
    await add('Draft of today', '2026-11-20T12:00:00Z', { published: false })
    await add('Old one', '2026-11-01T12:00:00Z')
    await addArticle(service, aTranslation(lead, 'de', { featured: true }))
    await addArticle(service, aTranslation(lead, 'fr', { published: false }))
  })

  test('a story and its translations count once, on every card', async () => {
    expect((await loadDashboard(admin, TODAY)).counts).toEqual({
      total: 6,
      featured: 1,
      publishedToday: 2,
      drafts: 1,
    })
  })

  test('the five newest originals are listed, with drafts and without translations', async () => {
    const { recent } = await loadDashboard(admin, TODAY)
    expect(recent.map((article) => article.title)).toEqual([
      'First moment of tomorrow',
      'Last moment of today',
      'Draft of today',
      'First moment of today',
      'Last moment of yesterday',
    ])
  })
})

describe('what needs this editor', () => {
  const addDraft = (title: string) => addArticle(app.service(), anArticle({ title, published: false }))

  async function schedule(
    article_id: string,
    status: 'waiting' | 'missed' | 'failed',
    publish_at: string,
  ): Promise<void> {
    const settled_at = status === 'waiting' ? null : '2026-11-20T12:00:00Z'
    const row = { article_id, status, publish_at, zone: 'Europe/Zurich', reason: null, settled_at }
    await app.service().from('article_schedules').insert(row).throwOnError()
  }

  const type = (client: Client, article_id: string, since: string | null) =>
    keepWorkingCopy(client, { id: randomUUID(), article_id, since, form: { title: 'Typed' } })

  test('schedules that did not work out are listed, the latest first, and those that wait are not', async () => {
    const [early, late, waiting] = [
      await addDraft('Early'),
      await addDraft('Late'),
      await addDraft('Waiting'),
    ]
    await schedule(early.id, 'failed', '2026-11-18T08:00:00Z')
    await schedule(late.id, 'missed', '2026-11-19T08:00:00Z')
    await schedule(waiting.id, 'waiting', '2027-11-19T08:00:00Z')
    const { missed, unsaved } = await loadDashboard(admin, TODAY)
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
    for (const id of [draft.id, draft.id, deleted.id]) await type(admin, id, since)
    const at = await type(admin, fresh, null)
    await deleteArticles(admin, [deleted.id])
    const { unsaved } = await loadDashboard(admin, TODAY)
    expect(unsaved).toMatchObject([
      { article_id: fresh, article: null, title: 'Typed' },
      { article_id: draft.id, article: { title: 'Draft' } },
    ])
    expect(unsaved[0]?.updated_at).toBe(at)
  })

  test('what others have not saved is none of its business', async () => {
    await type(admin, randomUUID(), null)
    const other = app.anonymous()
    await createAdministrator(app.database.sql, OTHER.email, OTHER.password)
    await other.auth.signInWithPassword(OTHER)
    expect((await loadDashboard(other, TODAY)).unsaved).toEqual([])
  })
})

test('is refused to who is no administrator, or no longer', async () => {
  const refused = { code: '42501' }
  await expect(loadDashboard(app.anonymous(), TODAY)).rejects.toMatchObject(refused)
  await expect(loadDashboard(app.service(), TODAY)).rejects.toMatchObject(refused)
  const leaving = await app.administrator()
  await loadDashboard(leaving, TODAY)
  await app.database.sql`delete from auth.sessions`
  await expect(loadDashboard(leaving, TODAY)).rejects.toMatchObject(refused)
})

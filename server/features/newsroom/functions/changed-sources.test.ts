import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { loadDesk } from '#core/data/dashboard.ts'
import { listChangedArticles, listChangedSources, markSourceSeen } from '#core/data/sourced-articles.ts'
import { addSourcedDraft } from '#server/features/judging/testing/sourced-articles.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addMember } from '../../../../tests/support/members.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())
const desk = await app.administrator()
const { client: theo } = await addMember(app, 'Theo', { role: 'translator', languages: ['de'] })

beforeEach(() => emptyTables(sql, 'public.articles, public.sourced_articles, public.news_items'))

const setState = (id: string, state: string) =>
  sql`update public.article_sources set state = ${state} where article_id = ${id}`
const waiting = async (client: Client) => (await loadDesk(client)).waiting.changedSources

test('an article of which a source has changed waits for editors until one of them has looked', async () => {
  const id = await addSourcedDraft(sql)
  await addSourcedDraft(sql)
  expect(await waiting(desk)).toEqual([])
  await setState(id, 'withdrawn')
  expect(await waiting(desk)).toMatchObject([
    { article: { id }, outlets: ['Harbour News'], is_withdrawn: true },
  ])
  expect(await waiting(theo)).toEqual([])
  expect([...(await listChangedArticles(desk))]).toEqual([id])
  expect(await listChangedSources(desk, id)).toMatchObject([{ number: 1, state: 'withdrawn' }])

  await expect(markSourceSeen(theo, { articleId: id, number: 1 })).rejects.toThrow('Only editors')
  expect(await markSourceSeen(desk, { articleId: id, number: 1 })).toBe(true)
  expect(await markSourceSeen(desk, { articleId: id, number: 1 })).toBe(false)
  expect(await waiting(desk)).toEqual([])
  expect(await listChangedArticles(desk)).toEqual(new Set())
  expect(await listChangedSources(desk, id)).toEqual([])

  // It is another change, at which nobody has looked.
  await setState(id, 'corrected')
  expect(await waiting(desk)).toMatchObject([{ article: { id }, is_withdrawn: false }])
  await setState(id, 'present')
  expect(await waiting(desk)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { loadDashboard } from './dashboard.ts'

const TODAY = { start: new Date('2026-11-19T23:00:00Z'), end: new Date('2026-11-20T23:00:00Z') }

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  const add = (title: string, publish_date: string, more: { published?: boolean; featured?: boolean } = {}) =>
    addArticle(service, anArticle({ title, publish_date, ...more }))
  const lead = await add('First moment of today', '2026-11-19T23:00:00Z', { featured: true })
  await add('Last moment of today', '2026-11-20T22:59:59.999Z')
  await add('First moment of tomorrow', '2026-11-20T23:00:00Z')
  await add('Last moment of yesterday', '2026-11-19T22:59:59.999Z')
  await add('Draft of today', '2026-11-20T12:00:00Z', { published: false })
  await add('Old one', '2026-11-01T12:00:00Z')
  await addArticle(service, aTranslation(lead, 'de', { featured: true }))
  await addArticle(service, aTranslation(lead, 'fr', { published: false }))
})

afterAll(() => app.stop())

test('a story and its translations count once, on every card', async () => {
  expect((await loadDashboard(await app.administrator(), TODAY)).counts).toEqual({
    total: 6,
    featured: 1,
    publishedToday: 2,
    drafts: 1,
  })
})

test('the five newest originals are listed, with drafts and without translations', async () => {
  const { recent } = await loadDashboard(await app.administrator(), TODAY)
  expect(recent.map((article) => article.title)).toEqual([
    'First moment of tomorrow',
    'Last moment of today',
    'Draft of today',
    'First moment of today',
    'Last moment of yesterday',
  ])
})

test('drafts are not counted for callers who may not see them', async () => {
  const { total, drafts } = (await loadDashboard(app.anonymous(), TODAY)).counts
  expect({ total, drafts }).toEqual({ total: 5, drafts: 0 })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { VERSION } from '#server/platform/version.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { setSettings } from '../../tests/support/settings.ts'
import { loadDashboard, loadDesk } from './dashboard.ts'

const TODAY = { start: new Date('2026-11-19T23:00:00Z'), end: new Date('2026-11-20T23:00:00Z') }

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles, public.working_copies'))

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

test('the first steps of a publication are what is really there', async () => {
  const { sql } = app.database
  const steps = async () => (await loadDashboard(admin, TODAY)).firstSteps
  expect(await steps()).toEqual({ isNamed: false, hasCompany: false, isDismissed: false })
  await setSettings(admin, { site_name: 'Le Monde' })
  await sql`insert into public.newsletter_subscribers (email) values ('ada@example.org')`
  expect(await steps()).toEqual({ isNamed: true, hasCompany: false, isDismissed: false })
  await sql`update public.newsletter_subscribers set confirmed = true`
  expect((await steps()).hasCompany).toBe(true)
  await sql`delete from public.newsletter_subscribers`
  await sql`
    insert into private.invitations (email, invited_by, role) select 'ana@example.org', id, 'author' from auth.users`
  await setSettings(admin, { welcome: 'dismissed' })
  expect(await steps()).toMatchObject({ hasCompany: true, isDismissed: true })
})

test('administrators are told the version of the program', async () => {
  expect(await loadDesk(admin)).toMatchObject({ version: VERSION })
})

test('a day must have a beginning and an end', async () => {
  for (const query of ['from=2026-11-20T00:00:00Z', 'from=today&until=tomorrow', 'until=', 'more=1']) {
    const { error } = await admin.functions.invoke(`read-desk?${query}`, { method: 'GET' })
    expect(error?.context.status, query).toBe(400)
  }
})

test('is refused to who is no administrator, or no longer', async () => {
  const refused = (status: number) => ({ context: { status } })
  for (const load of [loadDesk, (client: Client) => loadDashboard(client, TODAY)]) {
    await expect(load(app.anonymous())).rejects.toMatchObject(refused(401))
    await expect(load(app.service())).rejects.toMatchObject(refused(401))
    const leaving = await app.administrator()
    await load(leaving)
    await app.database.sql`delete from auth.sessions`
    await expect(load(leaving)).rejects.toMatchObject(refused(403))
  }
})

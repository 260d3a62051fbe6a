import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFirstSteps } from '#core/data/dashboard.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { setSettings } from '../../tests/support/settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the first steps of a publication are what is really there', async () => {
  const admin = await app.administrator()
  const steps = () => loadFirstSteps(admin)
  expect(await steps()).toEqual({ isNamed: false, articles: 0, hasCompany: false, isDismissed: false })
  await setSettings(admin, { site_name: 'Le Monde' })
  const english = await addArticle(app.service(), anArticle({ published: false }))
  await addArticle(app.service(), aTranslation(english, 'de'))
  expect(await steps()).toEqual({ isNamed: true, articles: 1, hasCompany: false, isDismissed: false })

  const { sql } = app.database
  await sql`insert into public.newsletter_subscribers (email) values ('ada@example.org')`
  expect((await steps()).hasCompany).toBe(false)
  await sql`update public.newsletter_subscribers set confirmed = true`
  expect((await steps()).hasCompany).toBe(true)
  await sql`delete from public.newsletter_subscribers`
  await sql`
    insert into private.administrator_invitations (email, invited_by) select 'ana@example.org', id from auth.users`
  await setSettings(admin, { welcome: 'dismissed' })
  expect(await steps()).toMatchObject({ hasCompany: true, isDismissed: true })
})

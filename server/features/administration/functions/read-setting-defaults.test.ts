import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettingDefaults } from '#core/data/settings.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('administrators read the defaults that come from the environment', async () => {
  const defaults = await readSettingDefaults(await app.administrator())
  expect(Object.keys(defaults).toSorted()).toEqual(['contact_address', 'newsletter_zone'])
})

test('other callers are refused', async () => {
  const call = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${app.url}/functions/v1/read-setting-defaults`, { method, headers })
  expect((await call({ apikey: TEST_SECRETS.publishableKey })).status).toBe(401)
  expect((await call({ apikey: TEST_SECRETS.publishableKey }, 'POST')).status).toBe(405)
  const { sql } = app.database
  await createAdministrator(sql, 'reader@example.org', 'a reader without a role')
  const reader = app.anonymous()
  await reader.auth.signInWithPassword({ email: 'reader@example.org', password: 'a reader without a role' })
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = 'reader@example.org')`
  await expect(readSettingDefaults(reader)).rejects.toMatchObject({ context: { status: 403 } })
})

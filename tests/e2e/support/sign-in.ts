import { TEST_SECRETS } from '../../support/test-settings.ts'
import { JOURNEY_ADMIN } from './journey-admin.ts'
import { expect, type Page } from './test.ts'

/** The key under which the official client of a browser stores its session, on a site at 127.0.0.1. */
const SESSION = 'sb-127-auth-token'

/** Signs an administrator in as the login form does, but without its page: the session is put where the browser expects it. */
export async function signIn(page: Page, account = JOURNEY_ADMIN): Promise<void> {
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: TEST_SECRETS.publishableKey },
    data: account,
  })
  expect(response.status()).toBe(200)
  const localStorage = [{ name: SESSION, value: JSON.stringify(await response.json()) }]
  const { origin } = new URL(response.url())
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}

/** The same, and opens the dashboard. */
export async function openDesk(page: Page, account = JOURNEY_ADMIN): Promise<void> {
  await signIn(page, account)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** Signs in with the login form, for journeys that are about it, and waits for the first screen. */
export async function logIn(page: Page, { email, password } = JOURNEY_ADMIN): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: /^(Dashboard|My desk)$/ })).toBeVisible()
}

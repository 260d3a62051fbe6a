import { expect, type Page } from '@playwright/test'
import { JOURNEY_ADMIN } from './journey-admin.ts'

/** Signs an administrator in with the login form and waits for the dashboard. */
export async function signIn(page: Page, { email, password } = JOURNEY_ADMIN): Promise<void> {
  await page.goto('/admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

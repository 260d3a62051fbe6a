import { logIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('the editor logs in, sees the numbers, and logs out', async ({ page }) => {
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin')
  await logIn(page)
  await expectToast(page, 'Successfully logged in!')
  for (const card of ['Total Articles', 'Featured Articles', 'Published Today', 'Draft Articles']) {
    await expect(page.getByText(card)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Recent Articles' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Total Articles')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expectToast(page, 'You have been successfully logged out')
  await expect(page).toHaveURL('/admin')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin')
})

test('a wrong password is refused with a message', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 400/)
  await page.goto('/admin')
  await page.getByLabel('Email').fill('nora@example.org')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

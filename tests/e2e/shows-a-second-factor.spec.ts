import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { setUpSecondFactor } from './support/second-factor.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function givePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a second factor is set up, required at login, replaced by a recovery code, and removed', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // The requests of the dashboard are rejected once its user logs out.
  expectConsoleError(/status of 40[13]/)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/account')
  const { app, recoveryCodes } = await setUpSecondFactor(page)
  await givePassword(page)
  await page.getByLabel('Code', { exact: true }).fill(app.nextCode())
  await expect(page).toHaveURL('/admin/dashboard')

  await givePassword(page)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin/account')
  await expect(page.getByText('9 of 10 are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No second factor is set up.')).toBeVisible()
  expect((await (await signInElsewhere(publication)).auth.getUser()).data.user?.factors ?? []).toEqual([])
  expect(await findAccessibilityProblems(page)).toEqual([])
})

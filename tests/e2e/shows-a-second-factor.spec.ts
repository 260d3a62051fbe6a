import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { setUpSecondFactor } from './support/second-factor.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a second factor is set up, required at login, replaced by a recovery code, and removed', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // Wrong codes; and what the dashboard still asks when its reader logs out at once is refused.
  expectConsoleError(/status of 4(?:01|03|22)/)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/account')
  const { app, recoveryCodes } = await setUpSecondFactor(page)
  const [first = '', second = ''] = recoveryCodes

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.goto('/admin/outbox?status=sent')
  await expect(page).toHaveURL(/\/admin\?next=/)
  await givePassword(page)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()

  // A session without the second factor gives no access, and going back ends it.
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin')
  await expect(code).toBeFocused()
  await page.getByRole('button', { name: 'Back to the password' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()

  await page.goto('/admin?next=%2Fadmin%2Foutbox%3Fstatus%3Dsent')
  await givePassword(page)
  await code.fill('000 000')
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right' })).toBeVisible()
  await expect(code).toBeFocused()
  const right = app.nextCode()
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await expect(page).toHaveURL('/admin/outbox?status=sent')
  await expectToast(page, 'Successfully logged in!')

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  for (const [recoveryCode, works] of [
    [first, true],
    [first, false],
    [second, true],
  ] as const) {
    if (works || recoveryCode !== first) await page.goto('/admin')
    await givePassword(page)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    const field = page.getByLabel('Recovery code')
    await field.fill(recoveryCode.toUpperCase().replaceAll('-', ' '))
    await field.press('Enter')
    if (works) {
      await expect(page).toHaveURL('/admin/dashboard')
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await expect(page).toHaveURL('/admin')
    } else {
      await expect(field).toHaveAccessibleDescription(/not right/)
      await page.getByRole('button', { name: 'Back to the password' }).click()
    }
  }

  await givePassword(page)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[2] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goto('/admin/account')
  await expect(page.getByText('7 of 10 are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No second factor is set up.')).toBeVisible()
  expect((await (await signInElsewhere(publication)).auth.getUser()).data.user?.factors ?? []).toEqual([])
})

test('other sessions are listed and can be ended', async ({ page, publication }) => {
  const elsewhere = await signInElsewhere(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/account')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText(/Chrome on Linux.*This one/i)
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

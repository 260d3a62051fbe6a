import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test('a session that ended elsewhere is renewed in a dialog, and the page keeps what was typed', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|401|403)/)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('paula@example.org')
  await endEverySession(publication)
  await page.getByRole('button', { name: 'Send the invitation' }).click()

  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog).toContainText(DESK_ADMIN.email)
  await expect(dialog.getByLabel('Password')).toBeFocused()
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(/not the password of this account/)
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByLabel('Password').press('Enter')

  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The invitation is in the outbox')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'paula@example.org' })).toContainText(/invited/i)
})

test('a navigation waits until the session has been renewed', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  await page.clock.install()
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('paula@example.org')
  await endEverySession(publication)
  await page.clock.fastForward(60_000)
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(page.getByLabel('Email')).toHaveValue('paula@example.org')
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin/outbox')
})

test('"Sign in as somebody else" leads to the login, and so does a logout in every tab', async ({
  page,
  context,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('paula@example.org')
  await endEverySession(publication)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await expect(page).toHaveURL('/admin?next=%2Fadmin%2Fpeople')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin/people')

  const other = await context.newPage()
  await other.goto('/admin/account')
  await expect(other.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  await expect(other).toHaveURL('/admin')
})

test('a request that fails for a moment is repeated automatically', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 503/)
  await openDesk(page, DESK_ADMIN)
  await page.clock.install()
  let isAway = true
  await page.route('**/rest/v1/rpc/list_members*', (route) =>
    isAway ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
  )
  await page.getByRole('link', { name: 'People' }).first().click()
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  // The client itself retries a few times first.
  for (const seconds of [1, 2, 4]) {
    await page.waitForResponse(/list_members/)
    await page.clock.fastForward(seconds * 1000)
  }
  await expect(alert).toContainText('Please try again in a moment')
  await expect(page.getByText(/Next try in \d+ seconds?/)).toBeVisible()
  isAway = false
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { name: 'Who works here' })).toBeVisible()
})

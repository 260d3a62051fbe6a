import { DESK_ADMIN, endEverySessionOf, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { openScreen } from './support/open-screen.ts'
import { setUpSecondFactor } from './support/second-factor.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ENTRIES = [
  '/admin/forgot-password',
  '/admin/recovery?token_hash=a-token',
  '/admin/invitation?token_hash=a-token',
  '/admin/sign-in-link?token_hash=a-token',
]

test('the pages for a forgotten password and for invitations are accessible', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403/)
  for (const path of ENTRIES) {
    await openScreen(page, path)
    expect(await findAccessibilityProblems(page), path).toEqual([])
    await openScreen(page, path)
    const { stops, reached, unseen } = await walkByKeyboard(page, 'Tab')
    expect(reached, path).toEqual(stops)
    expect(unseen, path).toEqual([])
  }
  await openScreen(page, '/admin/recovery?token_hash=a-token')
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 8/)
  expect(await findAccessibilityProblems(page), 'a password that is refused').toEqual([])
  await page.getByLabel('New password').fill('rook lantern seventy plum')
  await page.getByLabel('New password').press('Enter')
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeFocused()
  expect(await findAccessibilityProblems(page), 'a link that is of no use').toEqual([])
})

test('the account, its second factor and the renewal of a session are accessible', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (401|403|422)/)
  const look = async (what: string) => expect(await findAccessibilityProblems(page), what).toEqual([])
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await expect(page.getByText(DESK_ADMIN.email).last()).toBeVisible()
  await look('people')

  await page.goto('/admin/account')
  await expect(page.getByText('No second factor is set up.')).toBeVisible()
  await look('the account')
  await page.getByRole('button', { name: 'Set up an authenticator' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/not right/)
  await look('setting up an authenticator')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await setUpSecondFactor(page, () => look('recovery codes'))
  await look('the account with a second factor')
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await look('a question')

  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('paula@example.org')
  await endEverySessionOf(page, publication)
  // Not a click of the mouse: the page may have noticed by itself, and then asks for the password already.
  await page.getByRole('button', { name: 'Send the invitation' }).dispatchEvent('click')
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeFocused()
  await look('the renewal of a session')
  await page.getByRole('dialog').getByLabel('Password').fill(DESK_ADMIN.password)
  await page.getByRole('dialog').getByLabel('Password').press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Code')).toBeFocused()
  await look('its second step')
})

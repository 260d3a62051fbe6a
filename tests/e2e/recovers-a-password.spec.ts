import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { test } from './support/new-publication.ts'
import { logIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const NEW_PASSWORD = 'rook lantern seventy plum'

test('a forgotten password is replaced with a mailed link, which works once and ends old sessions', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // The used link; and what the dashboard still asks for while the editor logs out.
  expectConsoleError(/status of 403|status of 401/)
  const elsewhere = await signInElsewhere(publication)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The login has a field of that name too, and stays until the next page is there.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const link = await findMailedLink(publication.service, { to: DESK_ADMIN.email, path: '/admin/recovery' })

  // A mail scanner opens the link, which does not use it up.
  await page.request.get(link)
  await page.goto(link)
  await expect(page).toHaveURL('/admin/recovery')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  await page.goto(link)
  await page.getByLabel('New password').fill('another four words here')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await logIn(page, { ...DESK_ADMIN, password: NEW_PASSWORD })
})

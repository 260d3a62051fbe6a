import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { test } from './support/new-publication.ts'
import { setUpSecondFactor } from './support/second-factor.ts'
import { logIn, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { test as withMail } from './support/with-mail-sink.ts'

const NEW_PASSWORD = 'rook lantern seventy plum'

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The login has a field of that name too, and stays until the next page is there.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask another administrator' })).toBeFocused()
  await expect(
    page.getByText(`If ${email} has an account, a link is in the outbox of this site`),
  ).toBeVisible()
}

test('a forgotten password can be replaced with a mailed link, which works once and ends old sessions', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (403|422)/)
  const elsewhere = await signInElsewhere(publication)
  await askForLink(page, 'nobody@example.org')
  await askForLink(page, DESK_ADMIN.email)
  const link = await findMailedLink(publication.service, { to: DESK_ADMIN.email, path: '/admin/recovery' })

  // A mail scanner opens the link, which does not use it up.
  await page.request.get(link)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
  await expect(page).toHaveURL('/admin/recovery')
  await page.goBack()
  await page.goForward()
  expect(page.url()).not.toContain('token_hash')

  await page.goto(link)
  const field = page.getByLabel('New password')
  await field.fill('seven c')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Use at least 8 characters\./)
  await field.fill('password1234')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/too easy to guess/)
  await expect(field).toBeFocused()
  await field.fill(NEW_PASSWORD)
  await field.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  await page.goto(link)
  await page.getByLabel('New password').fill('another four words here')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeFocused()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/admin/forgot-password')

  await logIn(page, { ...DESK_ADMIN, password: NEW_PASSWORD })
})

test('with a second factor a mailed link alone is not enough, and the page says who is signed in', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/account')
  const { app, recoveryCodes } = await setUpSecondFactor(page)
  await askForLinkElsewhere(page)
  const link = await findMailedLink(publication.service, { to: DESK_ADMIN.email, path: '/admin/recovery' })
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${DESK_ADMIN.email}`)).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill(app.nextCode())
  await expect(page).toHaveURL('/admin/dashboard')

  // What the dashboard is reading when the session ends is refused.
  expectConsoleError(/status of 401/)
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

/** Opens the page directly, because the login redirects a signed-in user to the dashboard. */
async function askForLinkElsewhere(page: Page): Promise<void> {
  await page.goto('/admin/forgot-password')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask another administrator' })).toBeFocused()
}

test('too many requests for links are refused with the time to wait', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429/)
  await page.route('**/auth/v1/recover*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600' },
      json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    }),
  )
  await page.goto('/admin/forgot-password')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/try again in 10 minutes/)
})

withMail('where mail leaves, whoever forgot a password is told to look into it', async ({ page, sink }) => {
  await page.goto('/admin/forgot-password')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expect(page.getByText(`If ${DESK_ADMIN.email} has an account, a link is on its way.`)).toBeVisible()
  await expect.poll(() => sink.receipts.map(({ to }) => to)).toEqual([DESK_ADMIN.email])
})

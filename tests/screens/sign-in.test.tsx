import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAddress } from './support/address.ts'
import { CODE, LINK_TOKEN, PASSWORD, RECOVERY_CODES, refuse } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { ADMIN, aMember, withFactor } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'
import { findKeyboardProblems } from './support/walk-by-keyboard.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const code = page.getByLabelText('Code', { exact: true })
const newPassword = page.getByLabelText('New password', { exact: true })

async function givePassword(password = PASSWORD): Promise<void> {
  await page.getByLabelText('Email').fill(ADMIN.email)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await button('Login').click()
}

async function giveNewPassword(password: string): Promise<void> {
  await newPassword.fill(password)
  await userEvent.keyboard('{Enter}')
}

test.each([
  '/admin',
  '/admin/forgot-password',
  `/admin/recovery?token_hash=${LINK_TOKEN}`,
  `/admin/invitation?token_hash=${LINK_TOKEN}`,
  `/admin/sign-in-link?token_hash=${LINK_TOKEN}`,
])('%s is accessible, by the keyboard alone too', async (path) => {
  await openScreen(path, { isSignedOut: true })
  expect(await findProblems()).toEqual([])
  expect(await findKeyboardProblems()).toEqual([])
})

test('a wrong password is refused with a message, the right one leads to the numbers, and a logout back', async () => {
  const screen = await openScreen('/admin/dashboard', { isSignedOut: true })
  await expectAddress('/admin')
  await givePassword('not the password')
  await expectToast('Invalid credentials')
  await expectAddress('/admin')
  await givePassword()
  await expectAddress('/admin/dashboard')
  await expectToast('Successfully logged in!')
  for (const card of ['Total Articles', 'Featured Articles', 'Published Today', 'Draft Articles'])
    await expect.element(page.getByText(card)).toBeVisible()
  await expect.element(heading('Recent Articles')).toBeVisible()

  await screen.reload()
  await expect.element(page.getByText('Total Articles')).toBeVisible()
  await button('Logout').first().click()
  await expectToast('You have been successfully logged out')
  await expectAddress('/admin')
  await screen.go('/admin/dashboard')
  await expectAddress('/admin')
})

test('what is being read when somebody logs out ends before the session does', async () => {
  const reads: Request[] = []
  const ofTheGuard: Request[] = []
  const underWay: boolean[] = []
  await openScreen('/admin/dashboard', {
    respond(request) {
      if (/read-desk|find_restoration/.test(request.url)) {
        reads.push(request)
        return new Promise(() => {})
      }
      if (request.url.includes('/find_my_membership')) ofTheGuard.push(request)
      if (request.url.includes('/auth/v1/logout'))
        underWay.push(...reads.map(({ signal }) => !signal.aborted))
      return undefined
    },
  })
  await expect.poll(() => reads.length).toBeGreaterThan(1)
  await button('Logout').first().click()
  await expectAddress('/admin')
  expect(underWay).toEqual(reads.map(() => false))
  expect(ofTheGuard.some(({ signal }) => signal.aborted)).toBe(false)
})

test('with a second factor the login asks for a code, and leads where it was going', async () => {
  const screen = await openScreen('/admin/outbox?status=sent', {
    account: withFactor(ADMIN),
    isSignedOut: true,
  })
  await expectAddress('/admin?next=%2Fadmin%2Foutbox%3Fstatus%3Dsent')
  await givePassword()
  await expect.element(code).toHaveFocus()

  // A session without the second factor gives no access, and going back ends it.
  await screen.go('/admin/dashboard')
  await expectAddress('/admin')
  await expect.element(code).toBeVisible()
  await button('Back to the password').click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()

  await screen.go('/admin?next=%2Fadmin%2Foutbox%3Fstatus%3Dsent')
  await givePassword()
  await code.fill('000 000')
  await expect.element(code).toHaveAccessibleDescription(/This code is not right/)
  await expect.element(code).toHaveFocus()
  expect(await findProblems()).toEqual([])
  // Once the session of the first step has ended, no code is right any more.
  screen.endSession()
  await code.fill(CODE)
  await expectToast('That took too long. Please enter your password again.')
  await givePassword()
  await code.fill(`${CODE.slice(0, 3)} ${CODE.slice(3)}`)
  await expectAddress('/admin/outbox?status=sent')
  await expectToast('Successfully logged in!')
})

test('a recovery code replaces the authenticator, in any spelling, and once', async () => {
  const screen = await openScreen('/admin', { account: withFactor(ADMIN), isSignedOut: true })
  const [first = ''] = RECOVERY_CODES
  const field = page.getByLabelText('Recovery code')
  const giveCode = async () => {
    await givePassword()
    await button('Use a recovery code instead').click()
    await expect.element(field).toHaveFocus()
    await field.fill((first.match(/.{4}/g) ?? []).join(' '))
    await userEvent.keyboard('{Enter}')
  }
  await giveCode()
  await expectAddress('/admin/dashboard')
  await button('Logout').first().click()
  await expectAddress('/admin')
  await giveCode()
  await expect.element(field).toHaveAccessibleDescription(/not right/)
  expect(screen.sentTo('recovery-codes/verify')).toHaveLength(2)
})

test('somebody without a role is told so on readers’ pages, and may sign in as somebody else', async () => {
  const screen = await openScreen('/admin', { account: { email: 'eva@example.org', member: null } })
  await expect.element(page.getByRole('status').filter({ hasText: 'eva@example.org' })).toBeVisible()
  await button('Logout').click()
  await expectToast('You have been successfully logged out')
  await expect.element(page.getByText(/eva@example\.org/)).not.toBeInTheDocument()
  expect(screen.sentTo('auth/v1/logout')).toHaveLength(1)
})

test('who forgot a password is told where the link is, for every address', async () => {
  const screen = await openScreen('/admin', { isSignedOut: true })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect.element(heading('Forgot password')).toBeVisible()
  await page.getByLabelText('Email').fill('nobody@example.org')
  await button('Send the link').click()
  await expect.element(heading('Ask another administrator')).toHaveFocus()
  await expect
    .element(page.getByText(/If nobody@example.org has an account, a link is in the outbox of this site/))
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  expect(screen.sentTo('auth/v1/recover')).toMatchObject([{ email: 'nobody@example.org' }])
})

test('where mail leaves, whoever forgot a password is told to look into it', async () => {
  await openScreen('/admin/forgot-password', {
    isSignedOut: true,
    functions: { 'read-mail-transport': { leaves: true } },
  })
  await page.getByLabelText('Email').fill(ADMIN.email)
  await button('Send the link').click()
  await expect.element(heading('Look into your mail')).toHaveFocus()
  await expect
    .element(page.getByText(/If admin@example.com has an account, a link is on its way\./))
    .toBeVisible()
})

test('too many requests for links are refused with the time to wait', async () => {
  await openScreen('/admin/forgot-password', {
    isSignedOut: true,
    respond: ({ url }) =>
      url.includes('/recover')
        ? refuse(429, 'over_request_rate_limit', 'Request rate limit reached', { 'retry-after': '600' })
        : undefined,
  })
  await page.getByLabelText('Email').fill(ADMIN.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/try again in 10 minutes/)
})

test('a mailed link replaces the password; what is too weak is refused at its field', async () => {
  const screen = await openScreen(`/admin/recovery?token_hash=${LINK_TOKEN}`, {
    isSignedOut: true,
    respond: async (request) => {
      if (request.method !== 'PUT') return
      const { password } = await request.json()
      if (password === 'password1234') return refuse(422, 'weak_password', 'Too easy', {})
    },
  })
  // Nobody reads the token in the history, and opening the page does not use it up.
  await expectAddress('/admin/recovery')
  expect(screen.sentTo('auth/v1/verify')).toEqual([])
  await giveNewPassword('seven c')
  await expect.element(newPassword).toHaveAccessibleDescription(/Use at least 8 characters\./)
  expect(screen.sentTo('auth/v1/verify')).toEqual([])
  expect(await findProblems()).toEqual([])
  await giveNewPassword('password1234')
  await expect.element(newPassword).toHaveAccessibleDescription(/too easy to guess/)
  await expect.element(newPassword).toHaveFocus()
  await giveNewPassword('rook lantern seventy plum')
  await expectAddress('/admin/dashboard')
  await expectToast('Your new password is saved.')
  // The second password was set with the session that the link had started.
  expect(screen.sentTo('auth/v1/verify')).toMatchObject([{ type: 'recovery', token_hash: LINK_TOKEN }])
})

test('a link that was used is of no use, and another one can be asked for', async () => {
  await openScreen('/admin/recovery?token_hash=used', { isSignedOut: true })
  await giveNewPassword('rook lantern seventy plum')
  await expect.element(heading('This link cannot be used')).toHaveFocus()
  expect(await findProblems()).toEqual([])
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expectAddress('/admin/forgot-password')
})

test('with a second factor a mailed link alone is not enough, and the page says who is signed in', async () => {
  const screen = await openScreen(`/admin/recovery?token_hash=${LINK_TOKEN}`, { account: withFactor(ADMIN) })
  await expect.element(page.getByText(`You are signed in as ${ADMIN.email}`)).toBeVisible()
  await giveNewPassword('rook lantern seventy plum')
  await expect.element(code).toHaveFocus()
  expect(screen.sent.filter(({ method }) => method === 'PUT')).toEqual([])
  await code.fill(CODE)
  await expectAddress('/admin/dashboard')
})

test('an invited person chooses a password, and is told what they are', async () => {
  const screen = await openScreen(`/admin/invitation?token_hash=${LINK_TOKEN}`, {
    account: aMember({ role: 'translator', languages: ['fr'] }),
    isSignedOut: true,
  })
  await expect.element(heading('Welcome')).toBeVisible()
  await newPassword.fill('rook lantern seventy plum')
  await button('Accept and sign in').click()
  await expectToast(/Translator \(French\)/)
  expect(screen.sentTo('auth/v1/verify')).toMatchObject([{ type: 'invite' }])
})

test('a mailed link signs in with a button, and asks for the second factor', async () => {
  const screen = await openScreen(`/admin/sign-in-link?token_hash=${LINK_TOKEN}`, {
    account: withFactor(ADMIN),
    isSignedOut: true,
  })
  await page.getByRole('main').getByRole('button').click()
  await code.fill(CODE)
  await expectAddress('/admin/dashboard')
  expect(screen.sentTo('auth/v1/verify')).toMatchObject([{ type: 'magiclink' }])
})

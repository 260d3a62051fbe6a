import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAddress } from './support/address.ts'
import { CODE, PASSWORD } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { ADMIN, withFactor } from './support/sessions.ts'
import { stopClock } from './support/stop-clock.ts'

const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
const password = dialog.getByLabelText('Password')

/** A form in which something is typed. The session ends when it is sent: a read that finds out before opens the dialog over the button. */
async function openForm(account = ADMIN) {
  const screen = await openScreen('/admin/people', {
    account,
    functions: { 'invite-member': {} },
    respond({ url }) {
      if (url.endsWith('/invite-member') && screen.sentTo('invite-member').length === 1) screen.endSession()
      return undefined
    },
  })
  await page.getByLabelText('Email').fill('paula@example.org')
  return screen
}
const send = () => page.getByRole('button', { name: 'Send the invitation' }).click()

test('a session that ended elsewhere is renewed in a dialog, and the page keeps what was typed', async () => {
  const screen = await openForm()
  await send()
  await expect.element(dialog).toMatchTextContent(new RegExp(ADMIN.email))
  await expect.element(password).toHaveFocus()
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(dialog).toBeVisible()
  await password.fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(password).toHaveAccessibleDescription(/not the password of this account/)
  await password.fill(PASSWORD)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => screen.sentTo('invite-member'))
    .toMatchObject([{ email: 'paula@example.org' }, { email: 'paula@example.org' }])
})

test('the renewal of a session with a second factor asks for it as well', async () => {
  const screen = await openForm(withFactor(ADMIN))
  await send()
  await password.fill(PASSWORD)
  await userEvent.keyboard('{Enter}')
  const second = page.getByRole('dialog').getByLabelText('Code', { exact: true })
  await expect.element(second).toHaveFocus()
  expect(await findProblems()).toEqual([])
  await second.fill(CODE)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => screen.sentTo('invite-member')).toHaveLength(2)
})

test('a navigation waits until the session has been renewed', async () => {
  const screen = await openForm()
  screen.endSession()
  // The cached state of the token has expired by then.
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 60_000)
  void screen.go('/admin/outbox')
  await expect.element(dialog).toBeVisible()
  await expect.element(page.getByLabelText('Email')).toHaveValue('paula@example.org')
  await password.fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectAddress('/admin/outbox')
})

test('“Sign in as somebody else” leads to the login, which leads back', async () => {
  await openForm()
  await send()
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await expectAddress('/admin?next=%2Fadmin%2Fpeople')
  await page.getByLabelText('Email').fill(ADMIN.email)
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAddress('/admin/people')
})

test('a logout in another tab leads to the login', async () => {
  await openScreen('/admin/account')
  await expect.element(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  const tab = new BroadcastChannel('admin-logout')
  localStorage.clear()
  tab.postMessage(null)
  tab.close()
  await expectAddress('/admin')
})

test('a request that fails for a moment is repeated automatically', async () => {
  let isAway = true
  const screen = await openScreen('/admin/dashboard', {
    respond: ({ url }) =>
      isAway && url.includes('rpc/list_members') ? new Response('away', { status: 503 }) : undefined,
  })
  stopClock()
  void screen.go('/admin/people')
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  // A few tries are made before anything is said.
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return alert.query()
  })
  await expect.element(alert).toMatchTextContent(/Please try again in a moment/)
  await expect.element(page.getByText(/Next try in \d+ seconds?/)).toBeVisible()
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(page.getByRole('heading', { name: 'Who works here' })).toBeVisible()
  await expect.element(page.getByText(ADMIN.email).first()).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

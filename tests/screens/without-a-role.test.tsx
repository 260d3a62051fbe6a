import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sayWhatWasLeft } from '#app/reader/say-later.ts'
import { openPage } from './support/open-page.tsx'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

test('people who are signed in without a role are told why the desk stays closed', async () => {
  const account = { email: 'nora@example.org', member: null }
  await openScreen('/admin/articles', { account })
  await expect.element(page.getByRole('heading', { name: 'Elsewhere: /' })).toBeVisible()
  await openPage('/', { Page: () => <h1>Home</h1> }, { account })
  sayWhatWasLeft()
  await expectToast('You have no role here')
  await openScreen('/admin', { account })
  const note = page.getByRole('status').filter({ hasText: 'You are signed in as nora@example.org' })
  await expect.element(note).toMatchTextContent(/has no role at the desk/)
  await note.getByRole('button', { name: 'Logout' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Password')).toBeVisible()
})

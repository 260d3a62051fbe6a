import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

test('people who are signed in without a role are told why the desk stays closed', async () => {
  const account = { email: 'nora@example.org', member: null }
  const screen = await openScreen('/admin/articles', { account })
  await expectToast('You have no role here')
  await expect.element(page.getByRole('heading', { name: 'Outside of the desk: /' })).toBeVisible()
  await screen.go('/admin')
  const note = page.getByRole('status').filter({ hasText: 'You are signed in as nora@example.org' })
  await expect.element(note).toMatchTextContent(/has no role at the desk/)
  await note.getByRole('button', { name: 'Logout' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Password')).toBeVisible()
})

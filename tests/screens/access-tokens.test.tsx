import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccessToken, AccessTokenInput } from '#core/domain/access-token.ts'
import { PASSWORD } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { ADMIN } from './support/sessions.ts'

const TOKEN: AccessToken = {
  id: 'f0000000-0000-4000-8000-000000000001',
  name: 'Nightly import',
  hint: 'aiw_abcd…wxyz',
  scopes: ['read', 'drafts'],
  made_by: ADMIN.member?.user_id ?? '',
  created_at: '2026-11-28T09:00:00Z',
  ends_at: '2099-01-01T09:00:00Z',
  last_used_at: '2026-11-28T10:00:00Z',
}

test('an access token is made with the password, shown once, and revoked', async () => {
  const screen = await openScreen('/admin/access-tokens', {
    functions: {
      'make-access-token': ({ password, name }: AccessTokenInput) => {
        if (password !== PASSWORD)
          return json({ error: 'The password is wrong.', code: 'wrong_password' }, 400)
        screen.tables.access_tokens?.push({ ...TOKEN, name })
        return { id: TOKEN.id, token: 'aiw_secret' }
      },
    },
  })
  await expect.element(page.getByText(/There are none yet\./)).toBeVisible()
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Name', { exact: true }).fill('Nightly import')
  await dialog.getByLabelText('Write drafts', { exact: true }).click()
  await expect.element(dialog.getByLabelText('Read', { exact: true })).toBeChecked()
  await dialog.getByLabelText('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Make a token' }).click()
  await expect
    .element(dialog.getByLabelText('Your password'))
    .toHaveAccessibleDescription('The password is wrong.')
  expect(await findProblems()).toEqual([])
  await dialog.getByLabelText('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Make a token' }).click()

  await expect.element(page.getByRole('heading', { name: 'The token “Nightly import”' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Access token')).toHaveValue('aiw_secret')
  expect(screen.sentTo('make-access-token').at(-1)).toMatchObject({ name: 'Nightly import', days: 90 })
  await userEvent.keyboard('{Escape}')
  await dialog.getByLabelText('I have stored it in a safe place').click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('aiw_secret')).not.toBeInTheDocument()

  const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' })
  await expect.element(row).toMatchTextContent(/Read · Write drafts.*Last used/)
  expect(await findProblems()).toEqual([])
  await row.getByRole('button', { name: 'Revoke Nightly import' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText(/There are none yet\./)).toBeVisible()
  expect(screen.tables.access_tokens).toEqual([])
})

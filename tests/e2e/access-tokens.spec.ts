import { createClient } from '@supabase/supabase-js'
import type { Database } from '#core/data/database.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an administrator makes an access token, a script uses it, and it is refused once it is revoked', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/access-tokens')
  await expect(page.getByText('There are none yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly import')
  await dialog.getByLabel('Write drafts', { exact: true }).check()
  await expect(dialog.getByLabel('Read', { exact: true })).toBeChecked()
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Make a token' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('The password is wrong.')
  expect(await findAccessibilityProblems(page), 'the dialog').toEqual([])
  await dialog.getByLabel('Your password').fill(DESK_ADMIN.password)
  await dialog.getByRole('button', { name: 'Make a token' }).click()

  await expect(page.getByRole('heading', { name: 'The token “Nightly import”' })).toBeVisible()
  const token = await dialog.getByLabel('Access token').inputValue()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('I have stored it in a safe place').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)

  const script = createClient<Database>(publication.url, token, { auth: { persistSession: false } })
  const draft = {
    slug: 'from-a-script',
    title: 'From a script',
    excerpt: 'E',
    content: 'C',
    category: 'tech',
  }
  await script.from('articles').insert(draft).throwOnError()
  const published = await script.from('articles').update({ published: true }).eq('slug', draft.slug)
  expect(published.error?.message).toContain('This access token writes drafts')

  const row = page.getByRole('listitem').filter({ hasText: 'Nightly import' })
  await expect(row).toContainText('Read · Write drafts')
  await expect(row).toContainText('Last used')
  expect(await findAccessibilityProblems(page), 'the list').toEqual([])
  await row.getByRole('button', { name: 'Revoke Nightly import' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('There are none yet.')).toBeVisible()
  expect((await script.from('articles').select('id')).error?.message).toContain(
    'This access token is not known',
  )

  await page.goto('/admin/audit')
  await expect(page.getByText('wrote the draft “From a script”')).toBeVisible()
  await expect(page.getByText('Nightly import (access token of').first()).toBeVisible()
  await expect(page.getByText('revoked the access token “Nightly import”')).toBeVisible()
})

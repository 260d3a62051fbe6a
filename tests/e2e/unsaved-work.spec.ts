import { contentOf, expectForm, expectKept, readArticle, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ isProxied: true, contextOptions: { reducedMotion: 'reduce' } })

test('what is typed while the database is away, and after the session has ended, is kept and saved', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|401|403|503)/)
  const { service, reachDatabase } = publication
  await storeArticle(service)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/chips-from-vienna')
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Typed before')
  await expectKept(page)
  await reachDatabase('cut')
  await contentOf(page).fill('Typed while the database was away.\n')
  await expect(page.getByText('Not saved: no connection. Kept in this browser.').first()).toBeVisible()
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await update.click()
  await expectToast(page, /Failed to update article.*The server cannot be reached right now.*is still here/)

  await reachDatabase('restore')
  // It is stored by itself for this editor, and published for readers by one press.
  await expectKept(page)
  await endEverySession(publication)
  await update.click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({
    subtitle: 'Typed before',
    content: 'Typed while the database was away.\n',
  })
})

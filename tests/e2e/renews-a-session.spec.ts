import { readArticle } from './support/article-form.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a session that ends while somebody writes is renewed in a dialog, and the text is saved', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await page.getByLabel('Title', { exact: true }).fill('The quiet reactor')
  await endEverySession(publication)
  // A click of the mouse is avoided: the typed text may have been stored in the meantime, and then the password is asked for already.
  await page.getByRole('button', { name: 'Save draft', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(/\/admin\/drafts/)
  await expect
    .poll(() => readArticle(publication.service, 'the-quiet-reactor'))
    .toMatchObject({ title: 'The quiet reactor' })
})

import { contentOf, expectForm } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an article is written and published, and leads to what readers see', async ({ page }) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('The harbour opens')
  await page.getByLabel('Excerpt').fill('After ten years.')
  await contentOf(page).fill('They began at dawn.')
  expect(await findAccessibilityProblems(page), 'the form').toEqual([])
  await page.getByRole('button', { name: 'Create Article' }).click()
  await expectToast(page, 'Article created successfully!')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View on the site' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'The harbour opens' })).toBeVisible()
})

import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a publication puts a headline into its own words, which readers see in their language at once', async ({
  page,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/words')
  const form = page.getByRole('form', { name: 'Words' })
  await form.getByLabel('Subject').selectOption('About any other subject')
  await form.getByLabel('Search the messages').fill('newsletter.hero.title')
  await expect(form.getByText('1 message', { exact: true }).first()).toBeVisible()
  await form.getByText('Your Sunday Briefing').click()
  const english = form.getByLabel('English', { exact: true })
  await expect(english).toHaveAttribute('placeholder', 'Your Sunday Briefing')
  await english.fill('Your letter, {{nobody}}')
  await expect(form.getByText('{{nobody}} cannot be filled in here.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(english).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await english.fill('Your Sunday letter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')
  await form.getByLabel('Only changed').check()
  await expect(form.getByText('1 message', { exact: true }).first()).toBeVisible()

  await expect
    .poll(async () => (await page.request.get('/newsletter')).text())
    .toContain('Your Sunday letter')
  await page.goto('/newsletter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Sunday letter')
  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Deutsch' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Briefing am Sonntag')
  await expect(page.locator('body')).not.toContainText(/\bKI\b/)
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { shippedWords } from '#core/i18n/shipped-words.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

test('a publication puts a headline into its own words, in which only what can be filled in is filled in', async () => {
  const screen = await openScreen('/admin/settings/words', {
    calls: SAVES_SETTINGS,
    functions: { 'read-words': () => shippedWords({ words: {}, categories: [] }) },
  })
  const form = page.getByRole('form', { name: 'Words' })
  await form.getByLabelText('Subject').selectOptions('About any other subject')
  await form.getByLabelText('Search the messages').fill('newsletter.hero.title')
  await expect.element(form.getByText('1 message').first()).toBeVisible()
  await form.getByText('Your Sunday Briefing').click()
  const english = form.getByLabelText('English', { exact: true })
  await expect.element(english).toHaveAttribute('placeholder', 'Your Sunday Briefing')
  await english.fill('Your letter, {{nobody}}')
  await expect.element(form.getByText(/\{\{nobody\}\} cannot be filled in here\./)).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(english).toHaveFocus()
  expect(await findProblems()).toEqual([])

  await english.fill('Your Sunday letter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Settings saved successfully!')
  await form.getByLabelText('Only changed').click()
  await expect.element(form.getByText('1 message').first()).toBeVisible()
  expect(storedSettings(screen)).toEqual({
    subject: 'any',
    words: { 'newsletter.hero.title': { en: 'Your Sunday letter' } },
  })
})

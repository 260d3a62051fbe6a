import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { openTab } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a preview link shows a draft in its languages and at the width of a phone, until it is withdrawn', async ({
  page,
  publication,
  browser,
}) => {
  test.slow()
  const draft = await addArticle(publication.service, anArticle({ published: false }))
  const german = await addArticle(publication.service, aTranslation(draft, 'de', { published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${draft.slug}`)
  await openTab(page, 'Check')
  const section = page.getByRole('region', { name: 'Preview links' })
  await section.getByLabel('Works for how many days?').fill('31')
  await section.getByRole('button', { name: 'Make a link' }).click()
  await expect(section.getByText('Please choose 1 to 30 days.').first()).toBeVisible()
  await section.getByLabel('Works for how many days?').fill('3')
  await section.getByRole('button', { name: 'Make a link' }).click()
  await expect(section.getByText('It is shown only once.')).toBeVisible()
  const link = await section.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/preview\?token=[0-9a-f]{64}$/)
  await expect(section.getByText('Works until')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a link').toEqual([])

  // A context of its own has neither a session nor anything else of the editor's browser.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const guest = await context.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1, name: draft.title })).toBeVisible()
  const bar = guest.getByRole('region', { name: 'Preview' })
  await expect(bar).toContainText('Not published')
  await expect(bar).toContainText('This link works until')
  expect(await findAccessibilityProblems(guest), 'the preview').toEqual([])
  await guest.setViewportSize({ width: 1280, height: 800 })
  await bar.getByRole('link', { name: 'Deutsch' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: german.title })).toBeVisible()
  await expect(guest.locator('html')).toHaveAttribute('lang', 'de')

  await guest.getByRole('button', { name: 'Auf dem Handy' }).click()
  const phone = guest.getByRole('dialog')
  await expect(
    phone.frameLocator('iframe').getByRole('heading', { level: 1, name: german.title }),
  ).toBeVisible()
  expect((await phone.locator('iframe').boundingBox())?.width).toBe(375)
  await expect(phone.frameLocator('iframe').getByText('Nicht veröffentlicht')).toHaveCount(0)
  await guest.keyboard.press('Escape')
  await expect(phone).toHaveCount(0)

  await section.getByRole('button', { name: /^Withdraw the link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(section.getByText('No link works at present.')).toBeVisible()
  const gone = await guest.goto(link)
  expect(gone?.status()).toBe(404)
  // In the language that the guest chose.
  await expect(guest.getByRole('heading', { name: 'Diese Vorschau ist nicht verfügbar' })).toBeVisible()
  await context.close()
})

import { randomUUID } from 'node:crypto'
import { insertArticles } from '#core/data/articles.ts'
import { anArticle, aTranslation } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { addReaders } from './support/newsletter-desk.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const languagesOf = (page: Page) =>
  page
    .getByRole('contentinfo')
    .page()
    .locator('[data-language]')
    .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLElement).dataset.language))])

test('a language is switched off, its addresses lead to English, and it comes back with its texts', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const harbour = { ...anArticle({ slug: 'harbour', title: 'The harbour' }), id: randomUUID() }
  await insertArticles(service, [harbour])
  await insertArticles(service, [aTranslation(harbour, 'es', { slug: 'puerto', title: 'El puerto' })])
  await addReaders(publication, { es: 3 })
  // A reader who has chosen Spanish.
  await page.goto('/article/puerto?lang=es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El puerto')

  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/languages')
  await expect(page.getByRole('switch', { name: /English/ })).toBeDisabled()
  const spanish = page.getByRole('switch', { name: /Spanish/ })
  await spanish.click()
  const dialog = page.getByRole('dialog', { name: 'Switch off Spanish?' })
  await expect(dialog).toContainText('1 published article is no longer shown.')
  await expect(dialog).toContainText('3 subscribers get the newsletter in English instead.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expectToast(page, 'Spanish is switched off.')
  await expect(spanish).not.toBeChecked()

  // The browser of the reader still has the choice.
  await expect(async () => {
    await page.goto('/article/puerto?lang=es')
    await expect(page).toHaveURL('/article/harbour', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The harbour')
  await page.goto('/')
  await expect(page).toHaveURL('/')
  expect(await languagesOf(page)).toEqual(['en', 'fr', 'de', 'it', 'pt'])
  await page.goto('/news?lang=es')
  await expect(page).toHaveURL('/news')

  await page.goto('/admin/settings/languages')
  await page.getByRole('switch', { name: /Spanish/ }).click()
  await expectToast(page, 'Spanish is offered to readers again.')
  await expect(async () => {
    await page.goto('/article/puerto?lang=es')
    await expect(page).toHaveURL('/article/puerto?lang=es', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El puerto')
  expect(await languagesOf(page)).toContain('es')
})

test('who does not confirm changes nothing, and two administrators do not undo each other', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/languages')
  const german = page.getByRole('switch', { name: /German/ })
  await german.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(german).toBeChecked()
  await expect(german).toBeFocused()

  await german.click()
  const dialog = page.getByRole('dialog', { name: 'Switch off German?' })
  await expect(dialog).toContainText('No article is published in it.')
  await publication.service
    .from('settings')
    .insert({ key: 'languages', value: ['en', 'de'] })
    .throwOnError()
  await expect(page.getByRole('switch', { name: /French/, includeHidden: true })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expectToast(page, 'German is switched off.')
  const { data } = await publication.service.from('settings').select('value').eq('key', 'languages').single()
  expect(data?.value).toEqual(['en'])
})

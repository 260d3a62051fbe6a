import { insertArticles } from '#core/data/articles.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { WIDE } from '../support/accessibility-looks.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import type { Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const addOriginal = ({ service }: Publication, title: string, more: Partial<ArticleInput> = {}) =>
  addArticle(service, anArticle({ title, publish_date: new Date().toISOString(), ...more }))

async function addTranslation(
  { service }: Publication,
  original: ArticleInput & { id: string },
  language: TranslatedLanguage,
): Promise<string> {
  const { id } = await addArticle(service, aTranslation(original, language))
  const made = {
    translation_id: id,
    original_id: original.id,
    language,
    origin: 'machine',
    model: 'old-1b',
  } as const
  await service.from('article_translations').insert(made).throwOnError()
  return id
}

async function open(page: Page, name: 'Translations' | 'Settings'): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto(name === 'Settings' ? '/admin/settings/translation-management' : '/admin/translations')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const cell = (page: Page, language: string, title: string) =>
  page.getByRole('link', { name: new RegExp(`^${language}: .*${title}$`) })

test('what is missing in German is found by a link, and queued until its cells say so', async ({
  page,
  publication,
}) => {
  await addOriginal(publication, 'Bakers forecast their bread')
  await addOriginal(publication, 'Ports audit their algorithms')
  await addOriginal(publication, 'An old one', { publish_date: '2020-05-01T08:00:00Z' })
  await open(page, 'Translations')
  await expect(cell(page, 'German', 'An old one')).toHaveText(/Missing/)
  await page.getByRole('link', { name: 'German missing, last 30 days' }).click()
  await expect(page).toHaveURL('/admin/translations?state=missing&language=de&age=30')
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await expect(page.getByText('An old one')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  expect(await findAccessibilityProblems(page), 'with a selection').toEqual([])

  await page.getByRole('button', { name: 'Translate selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate 2 articles' })
  await expect(dialog.getByRole('checkbox', { name: 'German 2 missing' })).toBeChecked()
  expect(await findAccessibilityProblems(page), 'with the dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Queue 2 translations' }).click()
  await expect(page.getByText('2 translations are queued.').first()).toBeVisible()
  await page.getByLabel('State').selectOption('')
  for (const title of ['Bakers forecast their bread', 'Ports audit their algorithms'])
    await expect(cell(page, 'German', title)).toHaveText(/Up to date/)
  await page.getByLabel('Language').selectOption('')
  await expect(cell(page, 'French', 'Bakers forecast their bread')).toHaveText(/Missing/)
})

test('everything that matches is selected, also on other pages', async ({ page, publication }) => {
  const titles = Array.from({ length: 27 }, (_, index) => `Port number ${index}`)
  await insertArticles(
    publication.service,
    titles.map((title) => anArticle({ title })),
  )
  await open(page, 'Translations')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('status').filter({ hasText: '25 articles selected' })).toBeAttached()
  await page.getByRole('button', { name: 'Select all 27 that match' }).click()
  await expect(page.getByRole('status').filter({ hasText: '27 articles selected' })).toBeAttached()
  await page.getByRole('button', { name: 'Translate selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate 27 articles' })
  await expect(dialog.getByRole('button', { name: 'Queue 135 translations' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('checkbox', { name: /^Select Port/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: '24 articles selected' })).toBeAttached()
})

test('what waits for a person is listed, and leads to its review', async ({ page, publication }) => {
  const original = await addOriginal(publication, 'Ports audit their algorithms')
  const german = await addTranslation(publication, original, 'de')
  await addTranslation(publication, original, 'fr')
  await publication.service
    .rpc('report_translation', { p_translation_id: german, p_quote: 'Ein Satz.' })
    .throwOnError()
  await open(page, 'Translations')
  await page.getByRole('link', { name: 'To review (1)' }).click()
  await expect(page).toHaveURL('/admin/translations/to-review')
  const row = page.getByRole('row', { name: /Ports audit their algorithms \(de\)/ })
  await expect(row.getByText('1 report')).toBeVisible()
  await expect(row.getByRole('link')).toHaveAttribute('href', `/admin/translations/${original.id}/de`)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByLabel('Language').selectOption('fr')
  await expect(page.getByText('Nothing waits in this language.')).toBeVisible()
})

test('everything in a language is renewed after a dry run, and its end is told', async ({
  page,
  publication,
  model,
}) => {
  for (const title of ['Bakers forecast their bread', 'Ports audit their algorithms'])
    await addTranslation(publication, await addOriginal(publication, title), 'de')
  await open(page, 'Settings')
  await page.getByRole('button', { name: 'Retranslate articles…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retranslate articles' })
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByText('No Languages Selected').first()).toBeVisible()
  await expect(page.getByText('Please select at least one language to retranslate').first()).toBeVisible()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()

  expect(await findAccessibilityProblems(page), 'before the dry run').toEqual([])
  await dialog.getByRole('checkbox', { name: 'German' }).check()
  const size = dialog.getByLabel('Batch size')
  for (const wrong of ['0', '21', 'five']) {
    await size.fill(wrong)
    await dialog.getByRole('button', { name: 'Dry run' }).click()
    await expect(size).toHaveAccessibleDescription(/The batch size is a whole number from 1 to 20\./)
    await expect(size).toBeFocused()
  }
  await size.fill('')
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  await expect(dialog.getByText('2 translations found')).toBeVisible()
  await expect(dialog.getByText('Ports audit their algorithms (de)')).toBeVisible()
  await expect(dialog.getByText('unknown, because the model has no price')).toBeVisible()
  expect(model.calls).toEqual([])
  // On a phone it is longer than the screen, where axe cannot see what is behind its heading.
  expect(await findAccessibilityProblems(page, [WIDE]), 'with the result').toEqual([])
  await dialog.getByRole('button', { name: 'Retranslate all 2' }).click()
  await expect(page.getByText('Retranslation Complete').first()).toBeVisible()
  await expect(page.getByText('2 translations are up to date.').first()).toBeVisible()
})

test('policy and style notes are saved, and shown again', async ({ page, publication }) => {
  await open(page, 'Settings')
  const card = page.getByRole('form', { name: 'Translation Management' })
  await card.getByRole('checkbox', { name: 'German' }).check()
  await expect(card.getByRole('checkbox', { name: 'German' })).toHaveAccessibleName(/only after a review/)
  await card.locator('summary', { hasText: 'German' }).click()
  const note = card.getByLabel('Style note for German')
  await note.fill('x'.repeat(2001))
  await expect(note).toHaveAccessibleDescription('2,001 of 2,000 characters')
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expect(note).toHaveAccessibleDescription(/at most 2000 characters/)
  await expect(note).toBeFocused()
  await note.fill('Wir duzen nicht.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await page.reload()
  await expect(card.getByRole('checkbox', { name: 'German' })).toBeChecked()
  await expect(card.getByRole('checkbox', { name: 'French' })).not.toBeChecked()
  await card.locator('summary', { hasText: 'German' }).click()
  await expect(note).toHaveValue('Wir duzen nicht.')
  const { data } = await publication.service.from('settings').select('key, value').throwOnError()
  expect(new Map(data.map(({ key, value }) => [key, value]))).toEqual(
    new Map<string, unknown>([
      ['translation_review', ['de']],
      ['translation_style', { de: 'Wir duzen nicht.' }],
    ]),
  )
})

test.describe('without a model', () => {
  test.use({ environment: {} })

  test('it is said what to set', async ({ page, publication }) => {
    await addOriginal(publication, 'Ports audit their algorithms')
    await open(page, 'Settings')
    await expect(page.getByText('No language model is set up').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retranslate articles…' })).toBeDisabled()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Translations' }).click()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Translate selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Translate 1 article' })
    await expect(dialog.getByText('No language model is set up')).toBeVisible()
  })
})

import { addCorrection } from '#core/data/article-corrections.ts'
import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'
import type { ModelInput, ModelServer } from '../support/model-server.ts'
import { expectForm, openTab, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import type { Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CONTENT = 'The harbour opened in 1921.\n\nShips come and go.\n'
const NOTE = 'An earlier version named the wrong year. It was 1912, not 1921.'
/** The note for readers of German until the correction is translated. */
const CORRECTED = /Das englische Original wurde am .* korrigiert/

const addHarbour = (service: Client) =>
  storeArticle(service, { slug: 'the-harbour', title: 'The harbour', content: CONTENT })

async function translate(
  publication: Publication,
  articleId: string,
  targetLanguages: readonly TranslatedLanguage[],
): Promise<void> {
  const client = await signInElsewhere(publication)
  const { data, error } = await client.functions.invoke('translate-article', {
    body: { articleId, targetLanguages },
  })
  expect([error, data?.results.failed]).toEqual([null, []])
}

async function readVersion(
  { service }: Publication,
  originalId: string,
  language: TranslatedLanguage,
): Promise<Article> {
  const { data } = await service
    .from('articles')
    .select('*')
    .match({ original_article_id: originalId, language })
    .single()
    .throwOnError()
  return data
}

/** Lets the model answer only after the returned function was called. */
function holdAnswers(model: ModelServer): () => void {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  model.answerWith((input) => gate.then(() => answerTo(input)))
  return open
}

const answerTo = ({ target, segments }: ModelInput) => ({
  segments: segments.map(({ id, text }: { id: string; text: string }) => ({
    id,
    text: `${target}: ${text}`,
  })),
})

const askedTexts = ({ calls }: ModelServer) =>
  calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => `${input.target} ${text}`))

/** Loads the page until a reader finds the text on it, or none. */
async function expectToRead(reader: Page, address: string, text: string | RegExp, count = 1): Promise<void> {
  await expect(async () => {
    await reader.goto(address)
    await expect(reader.getByText(text)).toHaveCount(count, { timeout: 500 })
  }).toPass()
}

test('a correction is told to the readers of each translation until it has come there by itself', async ({
  page,
  publication,
  model,
  browser,
}) => {
  test.slow()
  const original = await addHarbour(publication.service)
  await translate(publication, original.id, TRANSLATED_LANGUAGES)
  const german = await readVersion(publication, original.id, 'de')
  const reader = await browser.newPage({ baseURL: publication.url, reducedMotion: 'reduce' })
  await reader.goto(articlePath(german))
  await expect(reader.getByText('de: The harbour opened in 1921.')).toBeVisible()
  model.calls.length = 0
  const open = holdAnswers(model)

  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${original.slug}`)
  await expectForm(page)
  await openTab(page, 'History')
  const corrections = page.getByRole('region', { name: 'Corrections' })
  // A list that is still being read would be shown without the correction.
  await expect(corrections.getByText('Nothing was corrected so far.')).toBeVisible()
  await corrections.getByRole('textbox', { name: 'What was wrong?' }).fill(NOTE)
  await corrections.getByRole('button', { name: 'Add the correction' }).click()
  await expect(corrections.getByRole('listitem').filter({ hasText: NOTE })).toBeVisible()
  await expectToRead(reader, articlePath(german), CORRECTED)
  await expect(reader.getByRole('link', { name: 'Zur Korrektur (auf Englisch)' })).toHaveAttribute(
    'href',
    `${articlePath(original)}#corrections`,
  )
  expect(await findAccessibilityProblems(reader), 'a translation without the correction').toEqual([])
  for (const language of TRANSLATED_LANGUAGES) {
    const version = await readVersion(publication, original.id, language)
    await reader.goto(articlePath(version))
    await expect(reader.locator('article aside a[href$="#corrections"]')).toBeVisible()
  }
  await openTab(page, 'Translations')
  const card = page.getByRole('region', { name: 'Translations' })
  await expect(card.getByRole('progressbar')).not.toHaveCount(0)

  // A correction that is saved soon after its note belongs to it.
  await publication.service
    .from('articles')
    .update({ content: CONTENT.replace('1921', '1912') })
    .eq('id', original.id)
    .throwOnError()
  open()
  await expectToRead(reader, articlePath(german), `de: ${NOTE}`)
  await expectToRead(reader, articlePath(german), 'de: The harbour opened in 1912.')
  await expectToRead(reader, articlePath(german), CORRECTED, 0)
  await expect(card.getByText('Live, unread', { exact: true })).toHaveCount(TRANSLATED_LANGUAGES.length)
  for (const language of TRANSLATED_LANGUAGES) {
    const version = await readVersion(publication, original.id, language)
    await expectToRead(reader, articlePath(version), `${language}: ${NOTE}`)
    await expect(reader.locator('article aside a[href$="#corrections"]')).toHaveCount(0)
  }
  expect(askedTexts(model).toSorted()).toEqual(
    TRANSLATED_LANGUAGES.flatMap((language) => [
      `${language} ${NOTE}`,
      `${language} The harbour opened in 1912.`,
    ]).toSorted(),
  )
  await reader.close()
})

test('where a review is asked, readers get a new translation and a corrected one only after it', async ({
  page,
  publication,
  browser,
}) => {
  test.slow()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/translation-management')
  const policy = page.getByRole('form', { name: 'Translation Management' })
  await policy.getByRole('checkbox', { name: 'German' }).check()
  await policy.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  const original = await addHarbour(publication.service)
  await page.goto(`/admin/articles/edit/${original.slug}`)
  await expectForm(page)
  await openTab(page, 'Translations')
  const card = page.getByRole('region', { name: 'Translations' })
  await card.getByRole('button', { name: 'Translate all missing' }).click()
  await expectToast(page, 'Translation Complete!')
  const german = await readVersion(publication, original.id, 'de')
  const french = await readVersion(publication, original.id, 'fr')
  expect([german.published, french.published]).toEqual([false, true])

  const reader = await browser.newPage({ baseURL: publication.url, reducedMotion: 'reduce' })
  expect((await reader.goto(articlePath(german)))?.status()).toBe(404)
  await approveFromList(page, 'New; not published yet')
  await expectToRead(reader, articlePath(german), 'de: The harbour opened in 1921.')
  await expect(reader.getByText(/Am .* von der Redaktion geprüft\./)).toBeVisible()

  await publication.service
    .from('articles')
    .update({ content: CONTENT.replace('1921', '1912') })
    .eq('id', original.id)
    .throwOnError()
  await addCorrection(await signInElsewhere(publication), { articleId: original.id, text: NOTE })
  await expectToRead(reader, articlePath(french), `fr: ${NOTE}`)
  await expect(reader.getByText('fr: The harbour opened in 1912.')).toBeVisible()
  await expectToRead(reader, articlePath(german), CORRECTED)
  await expect(reader.getByText('de: The harbour opened in 1921.')).toBeVisible()
  await approveFromList(page, 'Renewed; readers still have the text before')
  await expectToRead(reader, articlePath(german), `de: ${NOTE}`)
  await expect(reader.getByText('de: The harbour opened in 1912.')).toBeVisible()
  await expect(reader.getByText(CORRECTED)).toHaveCount(0)
  await page.goto('/admin/translations/to-review')
  await expect(page.getByRole('row', { name: /Live, unread/ })).toHaveCount(TRANSLATED_LANGUAGES.length - 1)
  await expect(page.getByRole('row', { name: /de: The harbour/ })).toHaveCount(0)
  await reader.close()
})

/** Approves all of the German translation that waits for that reason. */
async function approveFromList(page: Page, reason: string): Promise<void> {
  await page.goto('/admin/translations')
  await page.getByRole('link', { name: /^To review/ }).click()
  const row = page.getByRole('row', { name: /de: The harbour/ })
  await expect(row).toContainText(reason)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'German translation' })).toBeVisible()
  await page.getByRole('button', { name: /^Approve all/ }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/Readers have this text now/).first()).toBeVisible()
}

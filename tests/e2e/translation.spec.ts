import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'
import { type ModelInput, type ModelServer, startModelServer } from '../support/model-server.ts'
import { expectForm, openTab, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base, type Publication } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const test = base.extend<{ model: ModelServer }>({
  model: async ({ publication }, use) => {
    const server = await startModelServer()
    await setUpModel(publication, server)
    await use(server)
    await server.stop()
  },
})
// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CONTENT =
  'The plant opened on **Monday**.\n\nIt runs `make chips` all night.\n\nNobody saw it coming.\n'

async function setUpModel(publication: Publication, { baseUrl }: ModelServer): Promise<void> {
  const client = await signInElsewhere(publication)
  const connection = { provider: 'openai-compatible', model: 'harbour-7b', base_url: baseUrl }
  const costs = { concurrency: 4, currency: 'USD', prices: [], monthly_budget: null }
  const { error } = await client.functions.invoke('save-ai-model', {
    body: { version: 0, connection, ...costs },
  })
  expect(error).toBeNull()
}

async function openArticle(page: Page, { slug, language }: Pick<Article, 'slug' | 'language'>) {
  await page.goto(`/admin/articles/edit/${slug}${language === 'en' ? '' : `?lang=${language}`}`)
  await expectForm(page)
  await openTab(page, 'Translations')
}

const card = (page: Page) => page.getByRole('region', { name: 'Translations' })
const row = (page: Page, language: string) => card(page).getByRole('listitem', { name: language })
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

/** What the model was asked for, each as its language and its text. */
const askedTexts = ({ calls }: ModelServer) =>
  calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => `${input.target} ${text}`))

const answerOf = ({ target, segments }: ModelInput, change: (text: string) => string = (text) => text) => ({
  segments: segments.map(({ id, text }: { id: string; text: string }) => ({
    id,
    text: `${target}: ${change(text)}`,
  })),
})

async function listVersions(service: Client, originalId: string) {
  const { data } = await service
    .from('articles')
    .select('slug, language, title, published')
    .eq('original_article_id', originalId)
    .throwOnError()
  return data
}

test('an article is translated into all languages, and after a change only what has changed is sent', async ({
  page,
  publication,
  model,
  browser,
}) => {
  test.slow()
  const article = await storeArticle(publication.service, { content: CONTENT })
  await signIn(page, DESK_ADMIN)
  await openArticle(page, article)
  await expect(card(page).getByText('Missing', { exact: true })).toHaveCount(5)
  await button(page, 'Update Translations').click()
  await expectToast(page, 'No Translations')

  await button(page, 'Translate all missing').click()
  await expectToast(page, 'Translation Complete!')
  await expect(card(page).getByText('Up to date')).toHaveCount(5)
  await expect(button(page, 'Translate all missing')).toHaveCount(0)
  const versions = await listVersions(publication.service, article.id)
  expect(versions.map(({ language }) => language).toSorted()).toEqual([...TRANSLATED_LANGUAGES].toSorted())

  const reader = await browser.newPage({ baseURL: publication.url })
  for (const version of versions) {
    await reader.goto(articlePath(version))
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(
      `${version.language}: ${article.title}`,
    )
    await expect(
      reader
        .locator('article, main')
        .getByText(/\b(AI|IA|KI)\b/)
        .first(),
    ).toBeVisible()
  }
  await reader.close()

  await openTab(page, 'Details')
  await page.getByLabel('Excerpt').fill('A factory that everybody expected.')
  await openTab(page, 'Translations')
  model.calls.length = 0
  await row(page, 'German').getByRole('link', { name: 'Review the German translation' }).focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(card(page).getByText('1 block changed')).toHaveCount(5)
  await button(page, 'Update Translations').click()
  const dialog = page.getByRole('dialog', { name: 'Update Translations' })
  await expect(dialog).toContainText('Spanish, French, German, Italian, and Portuguese')
  await dialog.getByRole('button', { name: 'Update Translations' }).click()
  await expect(card(page).getByText('Up to date')).toHaveCount(5)
  await expectToast(page, 'Translation Complete!')
  expect(askedTexts(model).toSorted()).toEqual(
    [...TRANSLATED_LANGUAGES].toSorted().map((language) => `${language} A factory that everybody expected.`),
  )

  model.calls.length = 0
  await button(page, 'Update Translations').click()
  await dialog.getByLabel('Renew every block').check()
  await expect(dialog).toContainText('What people have written is replaced too.')
  await dialog.getByRole('button', { name: 'Update Translations' }).click()
  await expect.poll(() => new Set(askedTexts(model)).size).toBe(5 * 5)
  await expect(card(page).getByText('Up to date')).toHaveCount(5)
})

test('a language that fails says which part and why, and is cured by another try', async ({
  page,
  publication,
  model,
}) => {
  test.slow()
  const article = await storeArticle(publication.service, { content: CONTENT })
  model.answerWith((input) =>
    answerOf(input, (text) => (input.target === 'de' ? text.replace('<c1/>', 'Chips machen') : text)),
  )
  await signIn(page, DESK_ADMIN)
  await openArticle(page, article)
  await button(page, 'Translate all missing').click()
  await expectToast(page, /Partial Success.*4 of 5 translations completed\. 1 failed: German\./s)
  await expect(row(page, 'German').getByText('Failed', { exact: true })).toBeVisible()
  await expect(row(page, 'German')).toContainText('One part could not be translated.')
  expect(await listVersions(publication.service, article.id)).toHaveLength(4)
  expect(await findAccessibilityProblems(page), 'the card').toEqual([])

  await row(page, 'German').getByRole('link', { name: 'What failed in German' }).click()
  const refused = page.getByRole('listitem', { name: 'Block 4: Paragraph' })
  await expect(refused).toBeFocused()
  await expect(refused.getByRole('textbox', { name: /^Translation of/ })).toHaveValue(
    'de: It runs Chips machen all night.',
  )
  await expect(refused).toContainText('The original has the code <c1/>, and the translation does not.')
  await openArticle(page, article)

  model.answerWith((input) => answerOf(input))
  model.calls.length = 0
  await button(page, 'Retry failed').focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Translation Complete!')
  await expect(button(page, 'Update Translations')).toBeFocused()
  await expect(card(page).getByText('Up to date')).toHaveCount(5)
  expect(new Set(askedTexts(model))).toEqual(new Set(['de It runs <c1/> all night.']))
})

test('a translation is cancelled, and goes on while its tab is loaded anew', async ({
  page,
  publication,
  model,
}) => {
  test.slow()
  const article = await storeArticle(publication.service, { content: CONTENT })
  let open = () => {}
  const closeGate = () => {
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    model.answerWith((input) => gate.then(() => answerOf(input)))
  }
  closeGate()
  await signIn(page, DESK_ADMIN)
  await openArticle(page, article)
  await button(page, 'Translate into German').focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'German').getByRole('progressbar')).toBeVisible()
  await expect(row(page, 'German')).toContainText('of 5 blocks')
  await expect(button(page, 'Cancel the translation into German')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'German').getByText('Missing', { exact: true })).toBeVisible()
  await expect(button(page, 'Translate into German')).toBeFocused()
  open()

  closeGate()
  await button(page, 'Translate into French').click()
  await expect(row(page, 'French').getByRole('progressbar')).toBeVisible()
  await page.reload()
  await expect(row(page, 'French').getByRole('progressbar')).toBeVisible()
  open()
  await expect(row(page, 'French').getByText('Up to date')).toBeVisible()
  await expectToast(page, 'Translation Complete!')
  await page.reload()
  await expect(row(page, 'French').getByText('Up to date')).toBeVisible()
  await expect(page.getByText('Translation Complete!')).toHaveCount(0)
  expect(await listVersions(publication.service, article.id)).toHaveLength(1)
})

test('what is not saved is never translated unnoticed', async ({ page, publication, model }) => {
  const article = await storeArticle(publication.service, { content: CONTENT })
  await signIn(page, DESK_ADMIN)
  await openArticle(page, article)
  await page.getByLabel('Title', { exact: true }).fill('Chips from Graz')
  await button(page, 'Translate into German').click()
  const dialog = page.getByRole('dialog', { name: 'Save before translating?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Chips from Graz')
  expect(model.calls).toEqual([])

  await button(page, 'Translate into German').click()
  await dialog.getByRole('button', { name: 'Translate what is saved' }).click()
  await expect(row(page, 'German').getByText('Up to date')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Chips from Graz')
  await button(page, 'Translate into French').click()
  await dialog.getByRole('button', { name: 'Save and translate' }).click()
  await expect(row(page, 'German').getByText('1 block changed')).toBeVisible()
  await expect(row(page, 'French').getByText('Up to date')).toBeVisible()
  const versions = await listVersions(publication.service, article.id)
  expect(new Map(versions.map(({ language, title }) => [language, title]))).toEqual(
    new Map([
      ['de', 'de: Chips from Vienna'],
      ['fr', 'fr: Chips from Graz'],
    ]),
  )
})

test('without a model people translate by hand, and a translation leads to its original', async ({
  page,
  publication,
}) => {
  const article = await storeArticle(publication.service, { content: CONTENT })
  const german = await storeArticle(publication.service, {
    slug: 'chips-aus-wien',
    title: 'Chips aus Wien',
    language: 'de',
    original_article_id: article.id,
  })
  await signIn(page, DESK_ADMIN)
  await openArticle(page, article)
  await expect(card(page).getByText('No language model is set up')).toBeVisible()
  await expect(card(page).getByRole('button')).toHaveCount(0)
  await expect(card(page).getByRole('link', { name: 'Set up the language model' })).toHaveAttribute(
    'href',
    '/admin/settings/language-model',
  )
  await expect(
    row(page, 'French').getByRole('link', { name: 'Translate it yourself, into French' }),
  ).toHaveAttribute('href', `/admin/translations/${article.id}/fr?byHand`)
  await expect(row(page, 'German')).toContainText('Written by a person')

  await openArticle(page, german)
  const original = page.getByRole('region', { name: 'Original' })
  await expect(original.getByRole('link', { name: 'Review this translation' })).toHaveAttribute(
    'href',
    `/admin/translations/${article.id}/de`,
  )
  await original.getByRole('button', { name: 'Update Translations' }).click()
  await expectToast(page, 'This feature is only available for original articles')
  expect(await findAccessibilityProblems(page), 'the page of a translation').toEqual([])
  await original.getByRole('link', { name: article.title }).click()
  await expect(page).toHaveURL(`/admin/articles/edit/${article.slug}`)
})

import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
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
// Reduced motion, because axe would measure colours in the middle of a transition.
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

/** The texts that the model was asked for, each as its language and its text. */
const askedTexts = ({ calls }: ModelServer) =>
  calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => `${input.target} ${text}`))

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

  await button(page, 'Translate all missing').click()
  await expectToast(page, 'Translation Complete!')
  await expect(card(page).getByText('Live, unread', { exact: true })).toHaveCount(5)
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
  expect(await findAccessibilityProblems(reader), 'a translated page').toEqual([])
  await reader.close()

  await openTab(page, 'Details')
  await page.getByLabel('Excerpt').fill('A factory that everybody expected.')
  await openTab(page, 'Translations')
  model.calls.length = 0
  await row(page, 'German').getByRole('link', { name: 'Review the German translation' }).focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(card(page).getByText('1 block changed')).toHaveCount(5)
  await page.getByRole('button', { name: 'Update Translations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Translations' })
  await expect(dialog).toContainText('Spanish, French, German, Italian, and Portuguese')
  await dialog.getByRole('button', { name: 'Update Translations' }).click()
  await expect(card(page).getByText('Live, unread', { exact: true })).toHaveCount(5)
  await expectToast(page, 'Translation Complete!')
  expect(askedTexts(model).toSorted()).toEqual(
    [...TRANSLATED_LANGUAGES].toSorted().map((language) => `${language} A factory that everybody expected.`),
  )
})

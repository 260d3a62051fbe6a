import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationRequest, TranslationRun } from '#core/domain/translation-run.ts'
import { A_MODEL, NO_MODEL } from './support/ai-model.ts'
import { anArticleRow, aTranslationRow, openForm, openTab, titleField } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import type { Tables } from './support/network.ts'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const ARTICLE = anArticleRow()

const card = page.getByRole('region', { name: 'Translations' })
const row = (language: string) => card.getByRole('listitem', { name: language, exact: true })
const button = (name: string) => card.getByRole('button', { name, exact: true })
const translations = (language: TranslatedLanguage) => aTranslationRow(ARTICLE, language)
const made = (article: Article, more: object = {}) => ({
  translation_id: article.id,
  original_id: ARTICLE.id,
  language: article.language as TranslatedLanguage,
  origin: 'machine' as const,
  model: 'harbour-7b',
  translated_at: article.updated_at,
  reviewed_at: null,
  stale_since: null,
  changed_segments: null,
  corrected_at: null,
  ...more,
})

/** The translations of an article, where runs of a translation end when the test says so. */
async function openCard({
  versions = [],
  tables = {},
  model = A_MODEL,
  of = ARTICLE,
}: {
  versions?: Article[]
  tables?: Tables
  model?: typeof A_MODEL
  of?: Article
} = {}) {
  const rows = [ARTICLE, ...versions]
  const screen = await openForm(rows, {
    path: `/admin/articles/edit/${of.slug}${of === ARTICLE ? '' : `?lang=${of.language}`}`,
    tables: { articles: rows, ...tables },
    calls: {
      list_story_versions: (_, { articles = [] }) =>
        articles.map((article) => ({
          ...article,
          is_original: article.original_article_id === null,
          missing: [],
          unfinished: null,
          waits_for_review: false,
        })) as never,
      cancel_translation: ({ p_run_id }, { translation_runs = [] }) => {
        const run = translation_runs.find(({ id }) => id === p_run_id)
        Object.assign(run ?? {}, { status: 'cancelled', ended_at: new Date().toISOString() })
        return { status: 'cancelled' } as never
      },
    },
    functions: {
      'read-ai-model': model,
      'translate-article': async ({ targetLanguages }: TranslationRequest) => {
        for (const language of targetLanguages)
          screen.tables.translation_runs?.push({ ...aRun(language, { status: 'running', segments_done: 2 }) })
        await announceChange('translation_runs')
        const running = targetLanguages.map((language) => ({ language, languageName: language }))
        const results = { successful: [], failed: [], running, total: running.length }
        return { success: true, results, summary: { message: '' } }
      },
    },
  })
  await openTab('Translations')
  return Object.assign(screen, {
    /** Has the run of a language end, as a worker does. */
    async end(language: TranslatedLanguage, status: 'succeeded' | 'failed', reason: string | null = null) {
      const run = screen.tables.translation_runs?.findLast((one) => one.language === language)
      Object.assign(run ?? {}, { status, reason, ended_at: new Date().toISOString(), attempt: 2 })
      if (status === 'succeeded') {
        const version = translations(language)
        screen.tables.articles?.push({ ...version })
        screen.tables.article_translations?.push(made(version))
      }
      for (const table of ['translation_runs', 'articles', 'article_translations'])
        await announceChange(table)
    },
    asked: () => screen.sentTo('translate-article') as TranslationRequest[],
  })
}

function aRun(language: TranslatedLanguage, more: Partial<TranslationRun> = {}): TranslationRun {
  return {
    id: crypto.randomUUID(),
    article_id: ARTICLE.id,
    language,
    status: 'queued',
    renews_all: false,
    attempt: 1,
    requested_at: new Date().toISOString(),
    requested_by: null,
    started_at: new Date().toISOString(),
    ended_at: null,
    segments: 5,
    segments_done: 0,
    segments_reused: 0,
    input_tokens: 0,
    output_tokens: 0,
    model: 'harbour-7b',
    reason: null,
    failures: [],
    ...more,
  }
}

const focus = (locator: ReturnType<typeof button>) => (locator.element() as HTMLElement).focus()

test('an article is translated into all languages, and its end is told', async () => {
  const screen = await openCard()
  await expect.element(card.getByText('Missing', { exact: true })).toHaveLength(5)
  await page.getByRole('button', { name: 'Update Translations' }).click()
  await expectToast('No Translations')
  await button('Translate all missing').click()
  await expect.element(card.getByRole('progressbar')).toHaveLength(5)
  expect(screen.asked()).toMatchObject([{ articleId: ARTICLE.id, retryFailed: false, renewAll: false }])
  expect(screen.asked()[0]?.targetLanguages.toSorted()).toEqual([...TRANSLATED_LANGUAGES].toSorted())
  for (const language of TRANSLATED_LANGUAGES) screen.end(language, 'succeeded')
  await expectToast('Translation Complete!')
  await expect.element(card.getByText('Up to date')).toHaveLength(5)
  await expect.element(button('Translate all missing')).not.toBeInTheDocument()
})

test('what has changed since is told by language, and every block is renewed only when that is asked for', async () => {
  const versions = TRANSLATED_LANGUAGES.map(translations)
  const screen = await openCard({
    versions,
    tables: {
      article_translations: versions.map((version) =>
        made(version, { stale_since: '2026-11-28T09:00:00Z', changed_segments: 1 }),
      ),
    },
  })
  await expect.element(card.getByText('1 block changed')).toHaveLength(5)
  // Whichever tab is open.
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect.element(page.getByText('5 translations · Update Translations')).toBeVisible()
  await page.getByRole('button', { name: 'Update Translations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Translations' })
  await expect.element(dialog).toMatchTextContent(/Spanish, French, German, Italian, and Portuguese/)
  await dialog.getByLabelText(/^Renew every block/).click()
  await expect.element(dialog).toMatchTextContent(/What people have written is replaced too\./)
  await dialog.getByRole('button', { name: 'Update Translations' }).click()
  await page.getByRole('tab', { name: 'Translations' }).click()
  await expect.element(card.getByRole('progressbar')).toHaveLength(5)
  expect(screen.asked()).toMatchObject([{ renewAll: true }])
})

test('a language that fails says why, leads to what failed, and is tried again', async () => {
  const screen = await openCard()
  await button('Translate all missing').click()
  await expect.element(card.getByRole('progressbar')).toHaveLength(5)
  for (const language of TRANSLATED_LANGUAGES) if (language !== 'de') screen.end(language, 'succeeded')
  await screen.end('de', 'failed', 'One part could not be translated.')
  await expectToast(/Partial Success.*4 of 5 translations completed\. 1 failed: German\./s)
  await expect.element(row('German').getByText('Failed', { exact: true })).toBeVisible()
  await expect.element(row('German')).toMatchTextContent(/One part could not be translated\./)
  await expect
    .element(row('German').getByRole('link', { name: 'What failed in German' }))
    .toHaveAttribute('href', `/admin/translations/${ARTICLE.id}/de?byHand&refused`)
  expect(await findProblems(), 'the card').toEqual([])

  focus(button('Retry failed'))
  await userEvent.keyboard('{Enter}')
  await expect.element(row('German').getByRole('progressbar')).toBeVisible()
  await screen.end('de', 'succeeded')
  await expectToast('Translation Complete!')
  await expect.element(card.getByRole('list')).toHaveFocus()
  expect(screen.asked()[1]).toMatchObject({ targetLanguages: ['de'], retryFailed: true })
})

test('a translation is cancelled by keyboard, and another one is followed after the page is loaded anew', async () => {
  const screen = await openCard()
  focus(button('Translate into German'))
  await userEvent.keyboard('{Enter}')
  await expect.element(row('German').getByRole('progressbar')).toBeVisible()
  await expect.element(row('German')).toMatchTextContent(/2 of 5 blocks/)
  await expect.element(button('Cancel the translation into German')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('German').getByText('Missing', { exact: true })).toBeVisible()
  await expect.element(button('Translate into German')).toHaveFocus()

  await button('Translate into French').click()
  await expect.element(row('French').getByRole('progressbar')).toBeVisible()
  const own = screen.tables.translation_runs?.at(-1)
  Object.assign(own ?? {}, { requested_by: '00000000-0000-4000-8000-000000000001' })
  await screen.reload()
  await expect.element(row('French').getByRole('progressbar')).toBeVisible()
  await screen.end('fr', 'succeeded')
  await expect.element(row('French').getByText('Up to date')).toBeVisible()
  await expectToast('Translation Complete!')
})

test('what is not saved is never translated unnoticed', async () => {
  const screen = await openCard()
  await titleField.fill('Chips from Graz')
  await button('Translate into German').click()
  const dialog = page.getByRole('dialog', { name: 'Save before translating?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(titleField).toHaveValue('Chips from Graz')
  expect(screen.asked()).toEqual([])

  await button('Translate into German').click()
  await dialog.getByRole('button', { name: 'Translate what is saved' }).click()
  await expect.element(row('German').getByRole('progressbar')).toBeVisible()
  await expect.element(titleField).toHaveValue('Chips from Graz')
  expect(screen.tables.articles?.[0]).toMatchObject({ title: 'Chips from Vienna' })
  await button('Translate into French').click()
  await dialog.getByRole('button', { name: 'Save and translate' }).click()
  await page
    .getByRole('dialog', { name: 'Tell readers?' })
    .getByRole('button', { name: 'Just a typo' })
    .click()
  await expect.element(row('French').getByRole('progressbar')).toBeVisible()
  expect(screen.tables.articles?.[0]).toMatchObject({ title: 'Chips from Graz' })
})

test('without a model people translate by hand', async () => {
  await openCard({
    versions: [translations('de')],
    model: NO_MODEL,
  })
  await expect.element(card.getByText('No language model is set up')).toBeVisible()
  await page.getByRole('button', { name: 'Update Translations' }).click()
  await expectToast('Translation Failed')
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  await expect
    .element(card.getByRole('link', { name: 'Set up the language model' }))
    .toHaveAttribute('href', '/admin/settings/language-model')
  await expect
    .element(row('French').getByRole('link', { name: 'Translate it yourself, into French' }))
    .toHaveAttribute('href', `/admin/translations/${ARTICLE.id}/fr?byHand`)
  await expect.element(row('German')).toMatchTextContent(/Written by a person/)
})

test('a translation leads to its original, where it is translated', async () => {
  const german = translations('de')
  await openCard({ versions: [german], of: german })
  const original = page.getByRole('region', { name: 'Original' })
  await expect
    .element(original.getByRole('link', { name: 'Review this translation' }))
    .toHaveAttribute('href', `/admin/translations/${ARTICLE.id}/de`)
  await original.getByRole('button', { name: 'Update Translations' }).click()
  await expectToast('This feature is only available for original articles')
  expect(await findProblems(), 'the page of a translation').toEqual([])
  await original.getByRole('link', { name: ARTICLE.title }).click()
  await expect.poll(() => window.location.pathname).toBe(`/admin/articles/edit/${ARTICLE.slug}`)
})

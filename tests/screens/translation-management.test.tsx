import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { CoverageCell, CoveredArticle } from '#core/domain/translation-coverage.ts'
import { A_MODEL } from './support/ai-model.ts'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const WITH_MODEL = { 'read-ai-model': A_MODEL }
const DAY_MS = 86_400_000
const A_TRANSLATOR = { user_id: crypto.randomUUID(), name: 'Ilaria', role: 'translator', languages: ['it'] }

const aCell = (cell: Partial<CoverageCell>): CoverageCell => ({
  language: 'de',
  state: 'missing',
  translation_id: null,
  published: false,
  changed_segments: null,
  reviewed_at: null,
  waits: false,
  conflicts: 0,
  refused: 0,
  reports: 0,
  run_status: null,
  reason: null,
  segments: null,
  segments_done: null,
  ...cell,
})

const anOriginal = (title: string, more: Partial<CoveredArticle> = {}): CoveredArticle => ({
  id: crypto.randomUUID(),
  slug: title.toLowerCase().replaceAll(' ', '-'),
  title,
  category: 'tech',
  published: true,
  publish_date: new Date().toISOString(),
  cells: TRANSLATED_LANGUAGES.map((language) => aCell({ language })),
  ...more,
})

/** Answers with a page of the originals that match, as the database does for these filters. */
const covers = (articles: CoveredArticle[]): CallAnswers => ({
  count_article_views: [],
  list_translation_coverage({ p_states, p_language, p_since, p_offset, p_limit }) {
    const matching = articles.filter(
      ({ cells, publish_date }) =>
        (!p_since || publish_date >= p_since) &&
        (!p_states ||
          cells.some(
            (cell) => p_states.includes(cell.state) && (!p_language || cell.language === p_language),
          )),
    )
    return {
      rows: matching.slice(p_offset ?? 0, (p_offset ?? 0) + (p_limit ?? 25)),
      total: matching.length,
    } as never
  },
})

const cell = (language: string, title: string) =>
  page.getByRole('link', { name: new RegExp(`^${language}: .*${title}$`) })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const address = () => window.location.pathname + window.location.search

test('what is missing in German is found by a link, and queued until its cells say so', async () => {
  const articles = [
    anOriginal('Bakers forecast their bread'),
    anOriginal('Ports audit their algorithms'),
    anOriginal('An old one', { publish_date: new Date(Date.now() - 90 * DAY_MS).toISOString() }),
  ]
  const screen = await openScreen('/admin/translations', {
    calls: covers(articles),
    functions: {
      ...WITH_MODEL,
      'queue-translations': ({
        translations,
      }: {
        translations: { articleId: string; language: string }[]
      }) => {
        for (const { articleId, language } of translations)
          for (const one of articles.find(({ id }) => id === articleId)?.cells ?? [])
            if (one.language === language) one.state = 'up-to-date'
        return { queued: translations.length }
      },
    },
  })
  await expect.element(cell('German', 'An old one')).toMatchTextContent(/Missing/)
  await page.getByRole('link', { name: 'German missing, last 30 days' }).click()
  await expect.poll(address).toBe('/admin/translations?state=missing&language=de&age=30')
  await expect.element(page.getByText('1–2 of 2')).toBeVisible()
  await expect.element(page.getByText('An old one')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  expect(await findProblems(), 'with a selection').toEqual([])

  await page.getByRole('button', { name: 'Translate selected' }).click()
  const queue = dialog('Translate 2 articles')
  await expect.element(queue.getByRole('checkbox', { name: 'German 2 missing' })).toBeChecked()
  expect(await findProblems(), 'with the dialog').toEqual([])
  await queue.getByRole('button', { name: 'Queue 2 translations' }).click()
  await expectToast('2 translations are queued.')
  expect(screen.sentTo('queue-translations')).toEqual([
    { translations: articles.slice(0, 2).map(({ id }) => ({ articleId: id, language: 'de' })) },
  ])
  await page.getByLabelText('State').selectOptions('')
  for (const title of ['Bakers forecast their bread', 'Ports audit their algorithms'])
    await expect.element(cell('German', title)).toMatchTextContent(/Up to date/)
  await page.getByLabelText('Language').selectOptions('')
  await expect.element(cell('French', 'Bakers forecast their bread')).toMatchTextContent(/Missing/)
})

test('everything that matches is selected, also on other pages', async () => {
  await openScreen('/admin/translations', {
    calls: covers(Array.from({ length: 27 }, (_, index) => anOriginal(`Port number ${index}`))),
    functions: WITH_MODEL,
  })
  const selected = (text: string) => page.getByRole('status').filter({ hasText: text })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect.element(selected('25 articles selected')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Select all 27 that match' }).click()
  await expect.element(selected('27 articles selected')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Translate selected' }).click()
  await expect
    .element(dialog('Translate 27 articles').getByRole('button', { name: 'Queue 135 translations' }))
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page
    .getByRole('checkbox', { name: /^Select Port/ })
    .first()
    .click()
  await expect.element(selected('24 articles selected')).toBeInTheDocument()
})

test('what waits for a person is listed, and leads to its review', async () => {
  const waiting = {
    translation_id: '22222222-2222-4222-8222-222222222222',
    original_id: '11111111-1111-4111-8111-111111111111',
    language: 'de',
    title: 'Ports audit their algorithms (de)',
    original_title: 'Ports audit their algorithms',
    is_renewed: false,
    is_unpublished: false,
    is_finished: false,
    is_unread: false,
    conflicts: 0,
    reports: 1,
    since: '2026-11-20T09:00:00Z',
    person: null,
    person_name: null,
  }
  await openScreen('/admin/translations', {
    calls: {
      list_translations_to_review: ({ p_language }) =>
        (p_language && p_language !== 'de' ? { rows: [], total: 0 } : { rows: [waiting], total: 1 }) as never,
    },
  })
  await page.getByRole('link', { name: 'To review (1)' }).click()
  const row = page.getByRole('row', { name: /Ports audit their algorithms \(de\)/ })
  await expect.element(row.getByText('1 report')).toBeVisible()
  await expect
    .element(row.getByRole('link'))
    .toHaveAttribute('href', `/admin/translations/${waiting.original_id}/de`)
  expect(await findProblems()).toEqual([])
})

test('everything in a language is renewed after a dry run, and its end is told', async () => {
  const titles = ['Bakers forecast their bread (de)', 'Ports audit their algorithms (de)']
  const plan = {
    success: true,
    found: 2,
    translations: titles.map((title, index) => ({ id: String(index), language: 'de', title })),
    processed: 0,
    successful: 0,
    results: [],
  }
  const estimate = {
    segments: 8,
    tokens: { input: 900, output: 300 },
    cost: null,
    currency: 'USD',
    sampled: null,
  }
  const screen = await openScreen('/admin/settings/translation-management', {
    functions: {
      ...WITH_MODEL,
      'retranslate-articles': ({ dryRun }: { dryRun: boolean }) => {
        if (dryRun) return { ...plan, dryRun, estimate }
        const requested_at = '2026-11-28T09:00:00Z'
        for (const { id } of plan.translations)
          screen.tables.translation_runs?.push({ id, requested_at, status: 'succeeded', reason: null })
        return { ...plan, dryRun, running: 0 }
      },
    },
  })
  await page.getByRole('button', { name: 'Retranslate articles…' }).click()
  const asked = dialog('Retranslate articles')
  const dryRun = asked.getByRole('button', { name: 'Dry run' })
  await dryRun.click()
  await expectToast(/No Languages Selected.*Please select at least one language to retranslate/s)
  await expect.element(asked.getByRole('checkbox').first()).toHaveFocus()
  expect(await findProblems(), 'before the dry run').toEqual([])
  await asked.getByRole('checkbox', { name: 'German' }).click()
  const size = asked.getByLabelText('Batch size')
  for (const wrong of ['0', '21', 'five']) {
    await size.fill(wrong)
    await dryRun.click()
    await expect.element(size).toHaveAccessibleDescription(/The batch size is a whole number from 1 to 20\./)
    await expect.element(size).toHaveFocus()
  }
  expect(screen.sentTo('retranslate-articles')).toEqual([])
  await size.fill('')
  await dryRun.click()
  await expect.element(asked.getByText('2 translations found')).toBeVisible()
  await expect.element(asked.getByText('Ports audit their algorithms (de)')).toBeVisible()
  await expect.element(asked.getByText(/unknown, because the model has no price/)).toBeVisible()
  await asked.getByRole('button', { name: 'Retranslate all 2' }).click()
  await expectToast(/Retranslation Complete.*2 translations are up to date\./s)
  await expect.element(page.getByText('2 translations are up to date.').first()).toBeVisible()
  expect(screen.sentTo('retranslate-articles')).toMatchObject([
    { languages: ['de'], batchSize: 5, dryRun: true },
    { languages: ['de'], batchSize: 5, dryRun: false },
  ])
})

test('policy and style notes are saved, and shown again', async () => {
  const screen = await openScreen('/admin/settings/translation-management', {
    calls: { ...SAVES_SETTINGS, list_colleagues: [A_TRANSLATOR] as never },
    functions: WITH_MODEL,
  })
  const card = page.getByRole('form', { name: 'Translation Management' })
  const german = card.getByRole('checkbox', { name: /^German/ })
  await german.click()
  await expect.element(german).toHaveAccessibleName(/only after a review/)
  const italian = card.getByRole('checkbox', { name: /^Italian/ })
  // Somebody translates into it.
  await expect.element(italian).toBeChecked()
  const french = card.getByRole('checkbox', { name: /^French/ })
  await expect.element(french).toHaveAccessibleName(/published at once, until somebody translates into it/)
  // Choices that are taken back before they are saved change nothing.
  for (const box of [french, french, italian]) await box.click()
  await expect.element(italian).toHaveAccessibleName(/published at once$/)
  const unfold = async () => {
    await expect.element(card).toBeVisible()
    const found = [...document.querySelectorAll('summary')].find(({ textContent }) =>
      textContent.includes('German'),
    )
    await userEvent.click(found as HTMLElement)
  }
  await unfold()
  const note = card.getByLabelText('Style note for German')
  await note.fill('x'.repeat(2001))
  await expect.element(note).toHaveAccessibleDescription('2,001 of 2,000 characters')
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(note).toHaveAccessibleDescription(/at most 2000 characters/)
  await expect.element(note).toHaveFocus()
  await note.fill('Wir duzen nicht.')
  expect(await findProblems()).toEqual([])
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Settings saved successfully!')
  expect(storedSettings(screen)).toEqual({
    translation_review: { de: true, it: false },
    translation_style: { de: 'Wir duzen nicht.' },
  })

  await screen.reload()
  await expect.element(german).toBeChecked()
  for (const box of [french, italian]) await expect.element(box).not.toBeChecked()
  await unfold()
  await expect.element(note).toHaveValue('Wir duzen nicht.')
})

test('without a model it is said what to set', async () => {
  const screen = await openScreen('/admin/settings/translation-management', {
    calls: covers([anOriginal('Ports audit their algorithms')]),
  })
  await expect.element(page.getByText('No language model is set up').first()).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Retranslate articles…' }))
    .toHaveAttribute('aria-disabled', 'true')
  await screen.go('/admin/translations')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Translate selected' }).click()
  await expect.element(dialog('Translate 1 article').getByText('No language model is set up')).toBeVisible()
})

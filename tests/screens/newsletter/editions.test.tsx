import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TranslateIssueAnswer, TranslateIssueRequest } from '#core/domain/newsletter-composing.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import { EMPTY_DESK } from '../support/empty-desk.ts'
import { findProblems } from '../support/find-problems.ts'
import {
  anEdition,
  anIssue,
  button,
  deskWith,
  ISSUE_ID,
  ISSUE_PATH,
  openStep,
  readers,
  stepHeader,
  subject,
  TITLES,
} from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'
import { expectToast } from '../support/toasts.ts'

const TRANSLATED = { origin: 'model', model: 'harbour-7b', source_hash: 'hash' } as const
const MODEL = {
  ...EMPTY_DESK.functions['read-ai-model'],
  connection: { provider: 'openai-compatible', model: 'harbour-7b', base_url: 'http://127.0.0.1:1' },
}

/** A publication with a model and an issue, whose translations a test answers. */
async function openIssue(
  translate: (request: TranslateIssueRequest) => TranslateIssueAnswer['editions'],
  editions: Partial<NewsletterEdition>[] = [{ ...TRANSLATED, source_hash: null }],
  path = ISSUE_PATH,
) {
  const screen = await openScreen(path, {
    tables: anIssue({}, editions),
    calls: { count_subscribers: readers({ de: 2, en: 1, es: 1, fr: 1, it: 1, pt: 1 }) },
    functions: {
      ...deskWith(),
      'read-ai-model': MODEL,
      'check-newsletter': { findings: [] },
      'generate-newsletter': {
        success: true,
        newsletter: { subject: 'Ships and chips', content: '', articleCount: 5 },
        issueId: ISSUE_ID,
        composedBy: 'model',
        reason: null,
        dropped: [],
      },
      'translate-newsletter': (request: TranslateIssueRequest) => {
        const made = translate(request)
        for (const { language, status } of made)
          if (status !== 'kept')
            store(
              anEdition({
                language,
                subject: `${language}: Ships and chips`,
                ...(status === 'translated' && TRANSLATED),
              }),
            )
        return { success: true, editions: made }
      },
      'redo-newsletter-item': ({ itemId }: { itemId: string }) => {
        const summary = screen.tables.newsletter_summaries?.find(({ item_id }) => item_id === itemId)
        Object.assign(summary ?? {}, { summary: 'Written once more.' })
        return {
          success: true,
          summary: 'Written once more.',
          composedBy: 'model',
          reason: null,
          dropped: [],
        }
      },
      'review-newsletter-edition': ({ language }: { language: string }) => {
        Object.assign(editionOf(language) ?? {}, { reviewed_at: '2026-11-20T10:00:00Z' })
        return { success: true }
      },
    },
  })
  const editionOf = (language: string) =>
    screen.tables.newsletter_editions?.find((edition) => edition.language === language)
  function store(edition: NewsletterEdition) {
    const rows = screen.tables.newsletter_editions ?? []
    const before = editionOf(edition.language)
    if (before) rows.splice(rows.indexOf(before), 1)
    rows.push({ ...edition })
  }
  return screen
}

const all =
  (status: 'translated' | 'kept') =>
  ({ languages }: TranslateIssueRequest) =>
    languages.map((language) => ({ language, status, reason: null, dropped: [] }))

test('with a model an issue is composed in every language that is read', async () => {
  const { sentTo } = await openIssue(
    all('translated'),
    [{ ...TRANSLATED, source_hash: null }],
    '/admin/newsletter',
  )
  await page.getByText('Generate it again, or begin another issue').click()
  await button('Generate Newsletter').click()
  await expectToast('The editions are translated')
  expect(sentTo('generate-newsletter')).toEqual([{ daysBack: 7, issueId: ISSUE_ID }])
  expect(sentTo('translate-newsletter')).toEqual([
    { issueId: ISSUE_ID, languages: ['es', 'fr', 'de', 'it', 'pt'] },
  ])
  await expect.element(stepHeader('Editions')).toMatchTextContent(/6 of 6, 5 with articles in English/)
  await openStep('Editions')
  for (const language of ['Spanish', 'French', 'German', 'Italian', 'Portuguese'])
    await expect
      .element(page.getByRole('tab', { name: `${language} Translated 5 of 5 in English` }))
      .toBeVisible()
  await expect.element(page.getByText('All 7 subscribers get an edition in their language.')).toBeVisible()
  await expect
    .element(
      page
        .getByText(/^Articles without a translation are in English: Spanish 5 of 5, French 5 of 5, /)
        .first(),
    )
    .toBeVisible()
})

test('a language that the model refuses loses no other, and is named', async () => {
  await openIssue(({ languages }) =>
    languages
      .filter((language) => language === 'fr' || language === 'de')
      .map((language) =>
        language === 'fr'
          ? { language, status: 'rules', reason: 'The answer cannot be used.', dropped: [] }
          : { language, status: 'translated', reason: null, dropped: [] },
      ),
  )
  await openStep('Editions')
  await expect.element(page.getByRole('tab', { name: /^German Missing/ })).toBeVisible()
  await press(button('Make the 5 missing editions'))
  await expectToast(/Translated: German\..*without the model: French\..*The answer cannot be used\./s)
  await expect.element(page.getByRole('tab', { name: /^German Translated/ })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /^French By rules/ })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /^Italian Missing/ })).toBeVisible()
})

test('the model writes one summary again', async () => {
  const { sentTo } = await openIssue(all('translated'))
  await expect.element(page.getByText('Written by harbour-7b.')).toBeVisible()
  await press(button(`Write the summary of “${TITLES[1]}” again`))
  await expectToast('The summary was written again')
  await expect
    .element(page.getByRole('textbox', { name: `Summary of “${TITLES[1]}”` }))
    .toHaveValue('Written once more.')
  expect(sentTo('redo-newsletter-item')).toMatchObject([{ language: 'en' }])
})

test('a translation is reviewed, and what is older than the English edition is translated again, after a question where a person wrote it', async () => {
  const german = { language: 'de', subject: 'de: Ships', ...TRANSLATED } as const
  let status: 'translated' | 'kept' = 'translated'
  const screen = await openIssue(
    (request) => all(status)(request),
    [{}, german],
    `${ISSUE_PATH}?step=editions`,
  )
  await page.getByRole('tab', { name: /^French/ }).click()
  await page.getByRole('tab', { name: /^German/ }).click()
  await expect.poll(() => window.location.search).toMatch(/edition=de/)
  await expect.element(subject()).toHaveValue('de: Ships')
  expect(await findProblems()).toEqual([])
  await press(button('Mark as reviewed'))
  await expect.element(page.getByText(/Reviewed .*\d.*\./)).toBeVisible()
  expect(screen.sentTo('review-newsletter-edition')).toMatchObject([{ language: 'de' }])

  screen.answers.functions['check-newsletter'] = {
    findings: [{ code: 'stale_edition', blocks: false, language: 'de', detail: null }],
  }
  await openStep('Check')
  await press(button('Run the checklist'))
  const finding = page
    .getByRole('listitem')
    .filter({ hasText: 'The edition in German is older than the English one.' })
  await press(finding.getByRole('link', { name: 'Show it' }))
  await expect.element(page.getByRole('tab', { name: /^German Out of date/, selected: true })).toBeVisible()
  await expect.element(page.getByText('This edition is older than the English one')).toBeVisible()
  await press(button('Translate again'))
  await expect.element(subject()).toHaveValue('de: Ships and chips')

  // A person's own text is replaced only after a question.
  await subject().fill('Schiffe und Chips')
  await expect.element(page.getByText(/^Saved at /)).toBeVisible()
  status = 'kept'
  await press(button('Translate again'))
  const question = page.getByRole('dialog', { name: 'Replace what a person wrote?' })
  await press(question.getByRole('button', { name: 'Cancel' }))
  await expect.element(subject()).toHaveValue('Schiffe und Chips')
  await expect.element(button('Translate again')).toHaveFocus()
  await press(button('Translate again'))
  await expect.element(question).toBeVisible()
  status = 'translated'
  await press(question.getByRole('button', { name: /^Replace/ }))
  await expect
    .poll(() => screen.sentTo('translate-newsletter').at(-1))
    .toEqual({ issueId: ISSUE_ID, languages: ['de'], replaceTexts: true })
})

test('no step of an issue is a long page', async () => {
  const { go } = await openIssue(
    all('translated'),
    [{}, ...(['de', 'es', 'fr', 'it', 'pt'] as const).map((language) => ({ language, ...TRANSLATED }))],
    '/admin/newsletter',
  )
  await expect.element(stepHeader('Editions')).toMatchTextContent(/6 of 6/)
  for (const [step, shown] of [
    ['write', 'Edit the content yourself'],
    ['editions', 'Edit the content yourself'],
    ['check', 'Send Test'],
    ['send', 'Approve and schedule'],
  ] as const) {
    await go(`/admin/newsletter?step=${step}`)
    await expect.element(button(shown)).toBeVisible()
    await expect.element(page.getByText(/^Loading/)).not.toBeInTheDocument()
    expect(document.documentElement.scrollHeight, step).toBeLessThan(2_600)
  }
})

import type { ModelInput } from '../support/model-server.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import {
  addNews,
  addReaders,
  openIssue,
  openNewsletter,
  openStep,
  stepHeader,
  subject,
} from './support/newsletter-desk.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A model that composes, and writes the language before what it translates. */
function answer({ task, articles = [], segments = [], target }: ModelInput): unknown {
  if (task === 'translate')
    return {
      segments: segments.map(({ id, text }: { id: string; text: string }) => ({
        id,
        text: `${target}: ${text}`,
      })),
    }
  const items = articles.map(({ id }: { id: string }) => ({
    article_id: id,
    section: 'top',
    summary: articles.length === 1 ? 'Written once more.' : 'Written by the model.',
  }))
  return { subject: 'Ships and chips', preheader: 'Bread, too', introduction: 'Good morning.', items }
}

test('an issue is translated into every language, reviewed, and brought up to date', async ({
  page,
  publication,
  model,
}) => {
  test.slow()
  model.answerWith(answer)
  await addNews(publication)
  await addReaders(publication, { en: 1, es: 1, fr: 1, de: 2, it: 1, pt: 1 })
  await openNewsletter(page)
  await page.getByRole('button', { name: 'Generate Newsletter' }).click()
  await expect(subject(page)).toHaveValue('Ships and chips')
  await expectToast(page, 'The editions are translated')
  await expect(stepHeader(page, 'Editions')).toContainText('6 of 6')
  await openStep(page, 'Editions')
  for (const language of ['Spanish', 'French', 'German', 'Italian', 'Portuguese'])
    await expect(page.getByRole('tab', { name: `${language} Translated` })).toBeVisible()
  await openIssue(page)
  await openStep(page, 'Subject and text')
  await expect(page.getByText('Written by harbour-7b.')).toBeVisible()
  await page.getByRole('button', { name: /^Write the summary of “A bakery/ }).press('Enter')
  await expectToast(page, 'The summary was written again')
  await expect(page.getByRole('textbox', { name: /^Summary of “A bakery/ })).toHaveValue('Written once more.')

  await openStep(page, 'Editions')
  await expect(page.getByText('All 7 subscribers get an edition in their language.')).toBeVisible()
  await expect(
    page.getByText(/^Articles without a translation are in English: Spanish 5 of 5, French 5 of 5, /),
  ).toBeVisible()
  await expect(stepHeader(page, 'Editions')).toContainText('6 of 6, 5 with articles in English')
  await expect(page.getByRole('tab', { name: 'Spanish Translated 5 of 5 in English' })).toBeVisible()
  await page.getByRole('tab', { name: /^German/ }).click()
  await expect(page).toHaveURL(/edition=de/)
  await expect(subject(page)).toHaveValue('de: Ships and chips')
  expect(await findAccessibilityProblems(page), 'a translation').toEqual([])
  await page.getByRole('button', { name: 'Mark as reviewed' }).press('Enter')
  await expect(page.getByText(/Reviewed .*\d.*\./)).toBeVisible()

  // A later change of the English edition is found by the checklist.
  await openStep(page, 'Subject and text')
  await subject(page).fill('Ships, chips and tips')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await openStep(page, 'Check')
  await page.getByRole('button', { name: 'Run the checklist' }).press('Enter')
  const finding = page
    .getByRole('listitem')
    .filter({ hasText: 'The edition in German is older than the English one.' })
  await finding.getByRole('link', { name: 'Show it' }).press('Enter')
  await expect(page.getByRole('tab', { name: 'German Out of date', selected: true })).toBeVisible()
  await expect(page.getByText('This edition is older than the English one')).toBeVisible()
  await page.getByRole('button', { name: 'Translate again' }).press('Enter')
  await expect(subject(page)).toHaveValue('de: Ships, chips and tips')

  // What a person wrote is replaced only after a question.
  await subject(page).fill('Schiffe und Chips')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await page.getByRole('button', { name: 'Translate again' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Replace what a person wrote?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(subject(page)).toHaveValue('Schiffe und Chips')
  await expect(page.getByRole('button', { name: 'Translate again' })).toBeFocused()
})

test('a language that the model refuses loses no other, and is named', async ({
  page,
  publication,
  model,
}) => {
  model.answerWith((input) =>
    input.task === 'translate' && input.target === 'fr' ? { segments: 'none' } : answer(input),
  )
  await addNews(publication)
  await addReaders(publication, { en: 1, fr: 1, de: 2 })
  await openNewsletter(page)
  await page.getByRole('button', { name: 'Generate Newsletter' }).click()
  await expectToast(page, /Translated: German\..*without the model: French\./s)
  await openStep(page, 'Editions')
  await expect(page.getByRole('tab', { name: 'German Translated' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'French By rules' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Italian Missing' })).toBeVisible()
})

test('the link of a mail leads to the issue, after a sign-in', async ({ page, publication }) => {
  await addNews(publication)
  const { data: issue } = await publication.service
    .from('newsletter_issues')
    .insert({ origin: 'clock' })
    .select('id')
    .single()
    .throwOnError()
  await publication.service
    .from('newsletter_editions')
    .insert({ issue_id: issue.id, language: 'en', subject: 'Ships and chips', origin: 'rules' })
    .throwOnError()
  await page.goto(`/admin/newsletter/${issue.id}`)
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`/admin/newsletter/${issue.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ships and chips' })).toBeVisible()
  await expect(stepHeader(page, 'Send')).toBeVisible()
})

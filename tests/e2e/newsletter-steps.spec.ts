import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import {
  addNews,
  addReaders,
  generate,
  openNewsletter,
  openStep,
  stepHeader,
  subject,
} from './support/newsletter-desk.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// The clocks of this browser are others than those of the newsletter, which goes out in Zurich.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  timezoneId: 'America/New_York',
  viewport: { width: 1280, height: 800 },
})

const READERS = { en: 1, de: 2, fr: 1 }
const ENGLISH = /^3 of 4 get English: there is no edition in German \(2\) and French \(1\)\.$/
const MOST_PIXELS = 2_600

test('without a model it is said who gets English, before the question, and when by which clocks; that nobody gets it is not contradicted', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await addReaders(publication, READERS)
  await publication.service
    .from('settings')
    .insert({ key: 'newsletter_zone', value: 'Europe/Zurich' })
    .throwOnError()
  await openNewsletter(page)
  await generate(page)
  await expect(stepHeader(page, 'Editions')).toContainText('1 of 3')
  await openStep(page, 'Editions')
  await expect(page.getByText(ENGLISH)).toBeVisible()
  await expect(page.getByText('No language model is set up', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up the language model' })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the editions').toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await openStep(page, 'Check')
  await expect(
    page.getByText('3 subscribers get English: there is no edition in German (2) and French (1).'),
  ).toHaveCount(1)
  await expect(stepHeader(page, 'Check')).toContainText('1 thing blocks')

  await expect(stepHeader(page, 'Send')).toContainText(/Sunday, .* at 9:00 AM \(Europe\/Zurich\)/)
  await openStep(page, 'Send')
  const sunday = page.getByRole('radio', { name: /^Sunday/ })
  await expect(sunday).toBeChecked()
  await expect(sunday).toHaveAccessibleName(
    /9:00 AM \(Europe\/Zurich\), here Sunday, .* at \d:00 AM \(America\/New_York\)$/,
  )
  await expect(page.getByRole('region', { name: 'Send', exact: true }).getByText(ENGLISH)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the time').toEqual([])
  await page.getByRole('button', { name: 'Approve and schedule' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('none of your 4 active subscribers gets anything')
  await expect(dialog.getByText(ENGLISH)).toHaveCount(0)
  await expect(dialog).toContainText(
    /Sunday, .* at 9:00 AM \(Europe\/Zurich\), here Sunday, .* \(America\/New_York\)/,
  )
  await dialog.getByLabel('Send into the outbox, I am trying it out').check()
  await dialog.getByRole('button', { name: 'Approve for the outbox' }).click()
  await expectToast(page, 'The issue is approved and scheduled')

  const { data: issue } = await publication.service
    .from('newsletter_issues')
    .select('scheduled_for')
    .single()
    .throwOnError()
  const stored = new Date(issue.scheduled_for ?? '')
  const clock = (timeZone: string) =>
    stored.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  expect(clock('Europe/Zurich')).toBe('9:00 AM')
  const shown = new RegExp(`9:00 AM \\(Europe/Zurich\\), here Sunday, .* at ${clock('America/New_York')}`)
  await expect(page.getByText(/^It goes into the outbox /)).toContainText(shown)
  await expect(page.getByRole('region', { name: 'All issues' })).toContainText(shown)
})

test('a step is in the address, keeps what was typed when it is closed, and findings lead into it', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await addReaders(publication, READERS)
  await openNewsletter(page)
  await generate(page)
  await subject(page).fill('Ships and chips')
  await expect(stepHeader(page, 'Subject and text')).toContainText(/saved \d\d:\d\d/)
  await openStep(page, 'Check')
  await expect(page).toHaveURL(/step=check/)
  await expect(subject(page)).toHaveCount(0)
  await page.getByLabel('Test email address').fill('ada@example.org')
  await openStep(page, 'Send')
  await page.getByRole('radio', { name: 'At another time' }).check()
  await page.getByLabel('Date').fill('2031-03-02')
  await expect(stepHeader(page, 'Send')).toContainText('March 2, 2031 at 9:00 AM')

  await page.goBack()
  await expect(page.getByLabel('Test email address')).toHaveValue('ada@example.org')
  await page.goBack()
  await expect(subject(page)).toHaveValue('Ships and chips')
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Date')).toHaveValue('2031-03-02')
  await stepHeader(page, 'Send').press('Enter')
  await expect(stepHeader(page, 'Send')).toHaveAttribute('aria-expanded', 'false')
  expect(await findAccessibilityProblems(page), 'no step open').toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await openStep(page, 'Subject and text')
  await page.getByRole('textbox', { name: 'Preheader' }).fill('')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await openStep(page, 'Check')
  await page.getByRole('button', { name: 'Run the checklist' }).press('Enter')
  const finding = page.getByRole('listitem').filter({ hasText: 'The edition in English has no preheader.' })
  await finding.getByRole('link', { name: 'Show it' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Preheader' })).toBeFocused()
  const address = page.url()
  await page.goto('/admin/dashboard')
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Preheader' })).toBeFocused()
})

/** How long the page is once nothing is loading any more. */
async function expectShort(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(MOST_PIXELS)
}

test('no page of the newsletter is long, and the subscribers are there once', async ({
  page,
  publication,
}) => {
  await addNews(publication)
  await addReaders(publication, { en: 40, de: 120, fr: 80, es: 60, it: 40, pt: 20 })
  await openNewsletter(page)
  await generate(page)
  await openStep(page, 'Editions')
  await page.getByRole('button', { name: 'Make the 5 missing editions of the articles' }).click()
  await expect(stepHeader(page, 'Editions')).toContainText('6 of 6')
  await expectShort(page, '/admin/newsletter?step=write', 'Edit the content yourself')
  await expect(page.getByRole('table')).toHaveCount(1)
  await expectShort(page, '/admin/newsletter?step=editions', 'Edit the content yourself')
  await expectShort(page, '/admin/newsletter?step=check', 'Send a test')
  await expectShort(page, '/admin/newsletter?step=send', 'Approve and schedule')
  await expect(page.getByRole('region', { name: 'Newest subscribers' })).toContainText(
    '360 joined and 0 left',
  )
  await expectShort(page, '/admin/outbox', 'No mail yet')
  await page.goto('/admin/newsletter')
  await page.getByRole('link', { name: 'All subscribers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await expectShort(page, '/admin/newsletter/subscribers', '1–25 of 360')
})

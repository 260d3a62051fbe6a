import type { MailSink } from '../mocks/mail-sink.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import type { Publication } from './support/new-publication.ts'
import {
  addNews,
  addSubscribers,
  chooseNow,
  generate,
  openIssue,
  openNewsletter,
  openStep,
  toast,
} from './support/newsletter-desk.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-mail-sink.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Everything by keyboard: the button is found as Tab would find it, and pressed. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
}

async function confirm(page: Page, title: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: action })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Who has got a newsletter, in order. Administrators are mailed about it, at any time. */
const recipients = (sink: MailSink) =>
  sink.receipts.map(({ to }) => to).filter((to) => to !== DESK_ADMIN.email)

const progress = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

async function pauseAfterTheFirst(page: Page, publication: Publication): Promise<void> {
  await addNews(publication)
  await addSubscribers(
    publication,
    Array.from({ length: 53 }, (_, index) => `reader${index}@example.org`),
  )
  await publication.service
    .from('newsletter_subscribers')
    .update({ language: 'de' })
    .eq('email', 'reader0@example.org')
    .throwOnError()
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  await chooseNow(page)
  await page.getByLabel('Send the first 50, then pause').check()
  await press(page, 'Send to all')
  await expect(page.getByRole('dialog')).toContainText(
    '1 of 53 gets English: there is no edition in German (1).',
  )
  await confirm(page, 'Send to all?', 'Send all the same')
  await expect(progress(page, 'Paused')).toContainText('50 of 53 messages sent')
}

test('what was refused is told on another page, tried again alone, and reported', async ({
  page,
  publication,
  sink,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/Messages of the newsletter that failed/)
  sink.behave(({ to }) => {
    if (to.startsWith('full')) return { kind: 'refuse', at: 'rcpt', code: 550 }
    return to.startsWith('odd') ? { kind: 'drop', at: 'end' } : { kind: 'accept', afterMs: 500 }
  })
  await addNews(publication)
  await addSubscribers(
    publication,
    ['ada', 'grace', 'emmy', 'full', 'odd'].map((name) => `${name}@example.org`),
  )
  await openNewsletter(page)
  await generate(page)
  await openIssue(page)
  const address = page.url()
  await chooseNow(page)
  await press(page, 'Send to all')
  await confirm(page, 'Send to all?', 'Send all the same')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  await expectToast(
    page,
    /1 emails failed to send\. Check console for details\..*Newsletter sent successfully to 3 out of 5 subscribers/s,
  )
  await expect(page).toHaveURL('/admin/drafts')

  await page.goto(address)
  await expect(progress(page, 'Sent')).toContainText('3 of 5 messages sent')
  await page.getByText('1 message may or may not have been sent').click()
  await expect(progress(page, 'Sent')).toContainText('odd@example.org')
  await page.getByText('1 message failed', { exact: true }).click()
  await expect(progress(page, 'Sent')).toContainText('full@example.org')
  await expect(page.getByText('Clicks are not counted for this issue.')).toBeVisible()
  await expect(page.getByText('Mail stays in the outbox')).toHaveCount(0)
  expect(await findAccessibilityProblems(page), 'a sent issue').toEqual([])
  // It was told once.
  await expect(toast(page).getByText('Newsletter sent', { exact: false })).toHaveCount(0)

  const before = recipients(sink).length
  sink.behave({ kind: 'accept' })
  await press(page, 'Retry 1 failed message')
  await expectToast(page, 'Newsletter sent successfully to 4 out of 5 subscribers')
  await expect(progress(page, 'Sent')).toContainText('4 of 5 messages sent')
  expect(recipients(sink).slice(before)).toEqual(['full@example.org'])

  await page.getByLabel('Select odd@example.org').check()
  await press(page, 'Send 1 selected message again')
  const question = page.getByRole('dialog', { name: 'Send again to people who may have it already?' })
  await expect(question).toContainText('its recipient gets the newsletter twice')
  expect(await findAccessibilityProblems(page), 'the question before a resend').toEqual([])
  await confirm(page, 'Send again to people who may have it already?', 'Send again')
  await expect(progress(page, 'Sent')).toContainText('5 of 5 messages sent')
  expect(recipients(sink).slice(before)).toEqual(['full@example.org', 'odd@example.org'])
  await expect(page.getByRole('region', { name: 'History of this issue' })).toContainText(
    'Possibly sent messages queued again',
  )
  await page.getByRole('link', { name: 'All issues' }).click()
  await expect(page.getByRole('region', { name: 'All issues' }).getByRole('listitem')).toContainText([
    /5 of 5 sent/,
  ])
})

test('a pause that is held for a change is approved again, then resumed or cancelled', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  // What is refused is said on the page.
  expectConsoleError(/status of 409/)
  await pauseAfterTheFirst(page, publication)
  await publication.service
    .from('articles')
    .update({ title: 'A bakery forecasts its cakes' })
    .eq('slug', 'a-bakery-forecasts-its-bread')
    .throwOnError()
  await press(page, 'Resume')
  await expect(page.getByText(/^Changed since it was approved: .*bakery/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await openStep(page, 'Send')
  await press(page, 'Approve again')
  await confirm(page, 'Approve this issue?', 'Approve all the same')
  await expectToast(page, 'The issue is approved')
  await expect(page.getByRole('button', { name: 'Approve again' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await press(page, 'Cancel the rest')
  await confirm(page, 'Cancel the rest of the sending?', 'Cancel the rest')
  await expect(progress(page, 'Cancelled')).toContainText('50 of 53 messages sent')
  const skipped = progress(page, 'Cancelled').getByText('Skipped', { exact: true }).locator('..')
  await expect(skipped).toContainText('3')
})

test('a pause because no mail can leave is resumed without another approval', async ({
  page,
  publication,
  sink,
}) => {
  test.slow()
  await pauseAfterTheFirst(page, publication)
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  sink.cut()
  await press(page, 'Resume')
  await expect(page.getByText(/^No newsletter can leave right now/).first()).toBeVisible()
  await expect(page.getByText('refuses our login', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings of mail' })).toHaveAttribute(
    'href',
    '/admin/settings/mail',
  )
  await expect(page.getByRole('button', { name: 'Approve again' })).toHaveCount(0)
  sink.behave({ kind: 'accept' })
  await press(page, 'Resume')
  await expectToast(page, 'Newsletter sent successfully to 53 out of 53 subscribers')
  expect(new Set(recipients(sink)).size).toBe(53)
})

test('a sender that the mail server refuses pauses the issue, and nothing says that it was sent', async ({
  page,
  publication,
  sink,
}) => {
  test.slow()
  sink.behave({ kind: 'refuse', at: 'mail', code: 550 })
  await addNews(publication)
  await addSubscribers(
    publication,
    Array.from({ length: 40 }, (_, index) => `reader${index}@example.org`),
  )
  await openNewsletter(page)
  await generate(page)
  await chooseNow(page)
  await press(page, 'Send to all')
  await confirm(page, 'Send to all?', 'Send all the same')
  await expect(
    page.getByText(/^No newsletter can leave right now: The mail server takes no mail/),
  ).toBeVisible()
  await expect(page.getByText('Correct what the mail server objects to', { exact: false })).toBeVisible()
  await expect(progress(page, 'Paused')).toContainText('0 of 40 messages sent')
  await expect(page.getByText('The mail server has taken none of the messages')).toBeVisible()
  await expect(page.getByText(/successfully/)).toHaveCount(0)
  expect(recipients(sink)).toEqual([])
})

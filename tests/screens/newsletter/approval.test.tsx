import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Approval } from '#core/data/newsletter-approval.ts'
import type { ChecklistCode, ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterEdition, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { BesideRefusal, IssueBeside, TestRequest } from '#core/domain/newsletter-sending.ts'
import { findProblems } from '../support/find-problems.ts'
import { type FunctionAnswers, json } from '../support/network.ts'
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
} from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'
import { announceChange } from '../support/realtime.ts'
import { ADMIN, aMember } from '../support/sessions.ts'
import { expectToast } from '../support/toasts.ts'

const finding = (code: ChecklistCode, part: Partial<ChecklistFinding> = {}): ChecklistFinding => ({
  code,
  blocks: false,
  language: null,
  detail: null,
  ...part,
})
/** The finding of the checklist on a site without a mail server. */
const NO_TRANSPORT = finding('no_transport', { blocks: true })

interface Opened {
  path?: string
  issue?: Partial<NewsletterIssue>
  editions?: Partial<NewsletterEdition>[]
  counts?: Parameters<typeof readers>[0]
  findings?: ChecklistFinding[]
  functions?: FunctionAnswers
  account?: typeof ADMIN
}

async function openIssue({
  path = ISSUE_PATH,
  issue = {},
  editions = [{}],
  counts = { en: 53 },
  findings = [],
  functions = {},
  account = ADMIN,
}: Opened = {}) {
  const screen = await openScreen(path, {
    account,
    tables: {
      ...anIssue(issue, editions),
      // Clocks there are others than those of this browser.
      settings: [{ key: 'newsletter_zone', value: 'Asia/Tokyo' }],
    },
    calls: { count_subscribers: readers(counts) },
    functions: {
      ...deskWith(),
      'check-newsletter': () => ({ findings }),
      'approve-newsletter': ({ sendAt, intoOutbox = false }: Approval) => {
        const status = sendAt ? 'scheduled' : 'approved'
        const scheduledFor = sendAt ? '2030-11-24T00:00:00Z' : null
        change({ status, scheduled_for: scheduledFor, into_outbox: intoOutbox })
        return { slug: '2030-11-24', status, scheduledFor }
      },
      'reopen-newsletter': () => change({ status: 'draft', scheduled_for: null }),
      'cancel-newsletter': () => change({ status: 'cancelled', ended_at: '2026-11-21T09:00:00Z' }),
      ...functions,
    },
  })
  function change(part: Partial<NewsletterIssue>) {
    Object.assign(screen.tables.newsletter_issues?.[0] ?? {}, part)
    return { success: true }
  }
  return Object.assign(screen, { change })
}

const dialog = () => page.getByRole('dialog')

test('what is missing is said before anything is sent', async () => {
  const screen = await openIssue({ counts: {}, editions: [{ subject: '' }] })
  await openStep('Check')
  await button('Send Test').click()
  await expectToast('Please enter a test email address')
  await page.getByLabelText('Test email address').fill('ada@example.org')
  await button('Send Test').click()
  await expectToast('Please fill in both subject and content')
  await openStep('Send')
  await page.getByRole('radio', { name: 'Now' }).click()
  await button('Send to all').click()
  await expectToast('Please fill in both subject and content')

  await openStep('Subject and text')
  await subject().fill('🙂'.repeat(200))
  await expect.element(page.getByText('200/200')).toBeVisible()
  await expect.element(page.getByText(/^Saved at /)).toBeVisible()
  await subject().fill('🙂'.repeat(201))
  await expect.element(page.getByText('201/200')).toBeVisible()
  await openStep('Send')
  await button('Send to all').click()
  await expectToast('Subject must be 200 characters or less')
  expect(Array.from(screen.tables.newsletter_editions?.[0]?.subject as string)).toHaveLength(200)

  await openStep('Subject and text')
  await subject().fill('Ships and chips')
  await openStep('Send')
  await button('Send to all').click()
  await expectToast('There are no active subscribers to send the newsletter to')
  expect(screen.sentTo('send-newsletter')).toEqual([])
})

test('an issue without items says so', async () => {
  await openScreen('/admin/newsletter', {
    functions: {
      ...deskWith(),
      'create-newsletter': { issueId: ISSUE_ID },
      'check-newsletter': { findings: [] },
    },
    tables: { ...anIssue(), newsletter_items: [] },
  })
  await expect.element(page.getByText(/^This issue has no items\./)).toBeVisible()
})

test('an issue is tested, run for trial and checked, and findings lead to where they are resolved', async () => {
  const untested = finding('no_test')
  const screen = await openIssue({
    findings: [untested, NO_TRANSPORT, finding('no_preheader', { language: 'en' })],
    functions: {
      'send-newsletter': (request: TestRequest) => {
        screen.change({ tested_revision: 1 })
        screen.answers.functions['check-newsletter'] = {
          findings: [NO_TRANSPORT, finding('no_preheader', { language: 'en' })],
        }
        return {
          success: true,
          totalSent: 1,
          totalSubscribers: 1,
          errors: [],
          issueId: request.issueId,
          inOutbox: true,
          running: false,
        }
      },
      'rehearse-newsletter': {
        revision: 1,
        audience: 53,
        empty: 0,
        editions: [{ language: 'en', recipients: 53, fallbacks: 0, bytes: 20_480 }],
        deadLinks: [],
        findings: [finding('no_reply_address')],
        milliseconds: 120,
      },
    },
  })
  await openStep('Check')
  await expect.poll(() => window.location.search).toMatch(/step=check/)
  await expect.element(subject()).not.toBeInTheDocument()
  const told = page.getByText(/^No test has been sent since the last change\./)
  await expect.element(told).toBeVisible()
  await page.getByLabelText('Test email address').fill('ada@example.org')
  await button('Send Test').click()
  await expectToast(/The test is in the outbox.*ada@example\.org gets none/s)
  expect(screen.sentTo('send-newsletter')).toEqual([
    { testEmail: 'ada@example.org', issueId: ISSUE_ID, language: 'en' },
  ])
  await expect.element(page.getByText('The present texts have been tested.')).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
  await button('Start a trial run').click()
  await expect.element(page.getByText('53 messages composed in 0.1 s. Nothing was sent.')).toBeVisible()
  await expect
    .element(page.getByText(/^Nobody reads the replies: there is no reply address\./).first())
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await expect.element(stepHeader('Check')).toMatchTextContent(/1 thing blocks/)

  await press(button('Run the checklist'))
  const preheader = page.getByRole('textbox', { name: /^Preheader/ })
  const missing = page.getByRole('listitem').filter({ hasText: 'The edition in English has no preheader.' })
  await press(missing.getByRole('link', { name: 'Show it' }))
  await expect.element(preheader).toHaveFocus()
  await screen.reload()
  await expect.element(preheader).toHaveFocus()
})

test('a step keeps what was typed when it is closed, and is one to go back to', async () => {
  await openIssue()
  await subject().fill('Chips again')
  await expect.element(stepHeader('Subject and text')).toMatchTextContent(/saved \d\d:\d\d/)
  await openStep('Check')
  await page.getByLabelText('Test email address').fill('ada@example.org')
  await openStep('Send')
  await page.getByRole('radio', { name: 'At another time' }).click()
  await page.getByLabelText('Date').fill('2031-03-02')
  await expect.element(stepHeader('Send')).toMatchTextContent(/March 2, 2031 at 9:00 AM/)

  const expectOpen = (title: string) =>
    expect.element(stepHeader(title)).toHaveAttribute('aria-expanded', 'true')
  window.history.back()
  await expectOpen('Check')
  await expect.element(page.getByLabelText('Test email address')).toHaveValue('ada@example.org')
  window.history.back()
  await expectOpen('Subject and text')
  await expect.element(subject()).toHaveValue('Chips again')
  window.history.go(2)
  await expectOpen('Send')
  await expect.element(page.getByLabelText('Date')).toHaveValue('2031-03-02')
  await press(stepHeader('Send'))
  await expect.element(stepHeader('Send')).toHaveAttribute('aria-expanded', 'false')
  expect(await findProblems()).toEqual([])
})

test('without a model it is said who gets English, and when an issue goes out by which clocks', async () => {
  const english = /^3 of 4 get English: there is no edition in German \(2\) and French \(1\)\.$/
  const screen = await openIssue({
    counts: { en: 1, de: 2, fr: 1 },
    findings: [
      NO_TRANSPORT,
      finding('no_edition', { language: 'de', detail: '2' }),
      finding('no_edition', { language: 'fr', detail: '1' }),
    ],
  })
  await expect.element(stepHeader('Editions')).toMatchTextContent(/1 of 3/)
  await openStep('Editions')
  await expect.element(page.getByText(english)).toBeVisible()
  await expect.element(page.getByText('No language model is set up')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Set up the language model' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Portuguese Missing' })).toBeVisible()
  expect(await findProblems()).toEqual([])
  await openStep('Check')
  await expect
    .element(
      page.getByText(/^3 subscribers get English: there is no edition in German \(2\) and French \(1\)\./),
    )
    .toHaveLength(1)

  await expect.element(stepHeader('Send')).toMatchTextContent(/Sunday, .* at 9:00 AM \(Asia\/Tokyo\)/)
  await openStep('Send')
  const sunday = page.getByRole('radio', { name: /^Sunday/ })
  await expect.element(sunday).toBeChecked()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const both = new RegExp(`9:00 AM \\(Asia/Tokyo\\), here \\w+day, .* at [\\d:]+ [AP]M \\(${timeZone}\\)`)
  await expect.element(sunday).toHaveAccessibleName(both)
  await expect.element(page.getByRole('region', { name: /^Send/ }).getByText(english)).toBeVisible()
  expect(await findProblems()).toEqual([])

  await button('Approve and schedule').click()
  await expect.element(dialog()).toMatchTextContent(/none of your 4 active subscribers gets anything/)
  await expect.element(dialog().getByText(english)).not.toBeInTheDocument()
  await expect.element(dialog()).toMatchTextContent(both)
  expect(await findProblems()).toEqual([])
  await dialog().getByRole('button', { name: 'Approve for the outbox' }).click()
  const choice = dialog().getByLabelText('Send into the outbox, I am trying it out')
  await expect.element(choice).toHaveFocus()
  await expect.element(choice).toHaveAccessibleDescription('Please confirm that it is to go into the outbox.')
  expect(screen.sentTo('approve-newsletter')).toEqual([])
  await choice.click()
  await dialog().getByRole('button', { name: 'Approve for the outbox' }).click()
  await expectToast('The issue is approved and scheduled')
  expect(screen.sentTo('approve-newsletter')).toEqual([
    { issueId: ISSUE_ID, revision: 1, accepted: [], sendAt: 'sunday', intoOutbox: true },
  ])
  const shown = /9:00 AM \(Asia\/Tokyo\), here/
  await expect.element(page.getByText(/^It goes into the outbox /).first()).toMatchTextContent(shown)
  await screen.go('/admin/newsletter')
  await expect.element(page.getByRole('region', { name: 'All issues' })).toMatchTextContent(shown)
})

test('an approved issue is read-only until it is reopened, and is cancelled after a question', async () => {
  const screen = await openIssue({
    path: '/admin/newsletter',
    issue: { status: 'scheduled', scheduled_for: '2030-11-24T00:00:00Z' },
  })
  await expect.element(stepHeader('Check')).toMatchTextContent(/checked when it was approved/)
  // One that goes out by itself needs nobody to send it.
  const lookOf = async (name: string) => {
    await expect.element(button(name)).toBeVisible()
    return button(name).element().getAttribute('class')
  }
  expect(await lookOf('Send to all now')).toBe(await lookOf('Generate another issue'))
  await openStep('Subject and text')
  await expect.element(subject()).toHaveAttribute('readonly')
  await expect.element(page.getByRole('button', { name: /^Move / })).not.toBeInTheDocument()

  await page.getByRole('link', { name: 'Open on its own page' }).click()
  await expect.element(page.getByRole('link', { name: 'All issues', exact: true })).toBeVisible()
  expect(await findProblems()).toEqual([])
  await button('Reopen').click()
  // A draft opens with its texts, which a press would close.
  await expect.element(button('Reopen')).not.toBeInTheDocument()
  await openStep('Subject and text')
  await expect.element(subject()).not.toHaveAttribute('readonly')
  await button('Cancel the issue').click()
  await dialog().getByRole('button', { name: 'Cancel the issue' }).click()
  await expect.element(page.getByText('Cancelled').first()).toBeVisible()
  expect(screen.sentTo('reopen-newsletter')).toEqual([{ issueId: ISSUE_ID }])
  expect(screen.sentTo('cancel-newsletter')).toEqual([{ issueId: ISSUE_ID }])
})

const SENT = {
  success: true,
  totalSent: 53,
  totalSubscribers: 53,
  errors: [],
  issueId: ISSUE_ID,
  running: false,
}

test('findings that ask are accepted with the approval, and the question says who gets what', async () => {
  const screen = await openIssue({
    counts: { en: 52, de: 1 },
    findings: [finding('no_test')],
    functions: {
      'send-newsletter': SENT,
    },
  })
  await openStep('Send')
  await page.getByRole('radio', { name: 'Now' }).click()
  await page.getByLabelText('Send the first 50, then pause').click()
  await press(button('Send to all'))
  await expect
    .element(dialog())
    .toMatchTextContent(/1 of 53 gets English: there is no edition in German \(1\)\./)
  await expect.element(dialog()).toMatchTextContent(/It pauses after the first 50\./)
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog().getByRole('button', { name: 'Send all the same' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.sentTo('send-newsletter')).toEqual([{ issueId: ISSUE_ID }])
  expect(screen.sentTo('approve-newsletter')).toEqual([
    { issueId: ISSUE_ID, revision: 1, accepted: ['no_test'], pauseAfter: 50 },
  ])
})

test('a second newsletter for the same people within a day is named, and needs a second click', async () => {
  const other = {
    id: '0ther000-0000-4000-8000-000000000000',
    subject: 'Bread and boats',
    status: 'scheduled',
    at: '2030-11-24T00:00:00Z',
  } as const
  const beside = (others: IssueBeside[], { alongside = [] }: { alongside?: readonly string[] }) =>
    others.every(({ id }) => alongside.includes(id))
      ? null
      : json({ error: 'Others.', code: 'beside', issueId: ISSUE_ID, others } satisfies BesideRefusal, 409)
  const screen = await openIssue({
    functions: {
      'approve-newsletter': (approval: Approval) =>
        beside([other], approval) ?? screen.change({ status: 'approved' }),
      'send-newsletter': (request: { alongside?: string[] }) =>
        beside([other, { ...other, id: 'later', subject: 'Late', status: 'sent' }], request) ?? SENT,
    },
  })
  await openStep('Send')
  await page.getByRole('radio', { name: 'Now' }).click()
  await button('Send to all').click()
  await dialog().getByRole('button', { name: 'Send to all' }).dblClick()
  const second = page.getByRole('dialog', { name: 'Send two newsletters within 24 hours?' })
  await expect
    .element(second)
    .toMatchTextContent(
      /Some of the same people get:.*“Bread and boats”, scheduled for Nov 24, 2030, 9:00 AM \(Asia\/Tokyo\)/,
    )
  expect(await findProblems()).toEqual([])
  expect(screen.sentTo('approve-newsletter')).toHaveLength(1)
  await second.getByRole('button', { name: 'Send both' }).click()
  // Another one came to it in the meantime.
  await expect.element(second).toMatchTextContent(/“Late”, sent Nov 24, 2030/)
  expect(screen.sentTo('approve-newsletter')).toMatchObject([{}, { alongside: [other.id] }])
  await second.getByRole('button', { name: 'Send both' }).click()
  await expect
    .poll(() => screen.sentTo('send-newsletter'))
    .toEqual([
      { issueId: ISSUE_ID, alongside: [other.id] },
      { issueId: ISSUE_ID, alongside: [other.id, 'later'] },
    ])
  expect(screen.sentTo('approve-newsletter')).toHaveLength(2)
})

test('the checklist is made again when the issue, its test or the languages of its readers change', async () => {
  const english = finding('no_edition', { language: 'de', detail: '2' })
  const screen = await openIssue({ counts: { en: 1, de: 2 }, findings: [english] })
  await openStep('Check')
  const told = page.getByText(/^2 subscribers get English: there is no edition in German \(2\)\./)
  await expect.element(told).toBeVisible()
  expect(screen.sentTo('check-newsletter')).toHaveLength(1)

  screen.answers.functions['check-newsletter'] = { findings: [] }
  screen.tables.newsletter_editions?.push({ ...anEdition({ language: 'de' }) })
  screen.change({ revision: 2 })
  await announceChange('newsletter_issues')
  await expect.element(told).not.toBeInTheDocument()
  await expect.element(page.getByText('Nothing speaks against sending it.')).toBeVisible()
  expect(screen.sentTo('check-newsletter')).toHaveLength(2)

  screen.answers.functions['check-newsletter'] = { findings: [finding('no_reply_address')] }
  screen.change({ tested_revision: 2 })
  await announceChange('newsletter_issues')
  await expect.element(page.getByText(/^Nobody reads the replies/)).toBeVisible()
  expect(screen.sentTo('check-newsletter')).toHaveLength(3)

  screen.answers.functions['check-newsletter'] = {
    findings: [finding('no_edition', { language: 'fr', detail: '1' })],
  }
  screen.answers.calls.count_subscribers = readers({ en: 1, de: 2, fr: 1 })
  await screen.go('/admin/drafts')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible()
  await screen.go(`${ISSUE_PATH}?step=check`)
  await expect
    .element(page.getByText(/^1 subscriber gets English: there is no edition in French \(1\)\./))
    .toBeVisible()
})

test('who may not send makes the newsletter, and finds no way to approve it', async () => {
  await openIssue({ account: aMember({ role: 'newsletter', name: 'Nils' }), path: `${ISSUE_PATH}?step=send` })
  await expect.element(page.getByText(/^It is approved and sent by an administrator/)).toBeVisible()
  await expect.element(button('Approve and schedule')).not.toBeInTheDocument()
  await openStep('Check')
  await expect.element(page.getByLabelText('Test email address')).toHaveAttribute('readonly')
})

test('an issue that does not exist is not found', async () => {
  await openScreen('/admin/newsletter/00000000-0000-4000-8000-000000000000')
  await expect.element(page.getByRole('heading', { name: 'Issue not found' })).toBeVisible()
})

test('the health check says by which way newsletters leave, or that they do not, here and with the delivery', async () => {
  const transport = { kind: 'outbox', description: 'the outbox', ok: true, problem: null }
  const screen = await openScreen('/admin/newsletter', {
    functions: { 'send-newsletter': { status: 'ok', hasResendKey: false, transport } },
  })
  const check = async () => {
    await button('Run the health check').click()
    await expect.element(page.getByText('Newsletters stay in the outbox')).toBeVisible()
    await expect.element(page.getByText('Not set')).toBeVisible()
  }
  await expect.element(page.getByText('Mail stays in the outbox')).toBeVisible()
  await check()
  await page.getByRole('link', { name: 'Delivery and outbox' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  await check()
  await expect.element(page.getByRole('heading', { name: 'Sender’s Domain' })).toBeVisible()
  expect(await findProblems()).toEqual([])

  screen.answers.functions['read-mail-transport'] = { leaves: true }
  screen.answers.functions['send-newsletter'] = {
    status: 'ok',
    hasResendKey: false,
    transport: { kind: 'smtp', description: 'smtp.example.org', ok: true, problem: null },
  }
  await screen.reload()
  await button('Run the health check').click()
  await expect.element(page.getByText('smtp · smtp.example.org')).toBeVisible()
  await expect.element(page.getByText('Mail stays in the outbox')).not.toBeInTheDocument()
})

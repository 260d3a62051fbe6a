import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SendingControl } from '#core/data/newsletter-sending.ts'
import type { NewsletterDelivery, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { NewsletterReport, SendingProgress } from '#core/domain/newsletter-sending.ts'
import { expectConsoleError } from '../support/console-errors.ts'
import { findProblems } from '../support/find-problems.ts'
import { type Answers, type FunctionAnswers, json, type Network } from '../support/network.ts'
import {
  anIssue,
  button,
  ISSUE_ID,
  ISSUE_PATH,
  openStep,
  progressOf,
  REPORT,
  readers,
  subject,
} from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'
import { announceChange } from '../support/realtime.ts'
import { expectToast } from '../support/toasts.ts'

const PAUSED = {
  status: 'paused',
  audience: 53,
  approved_at: '2026-11-22T07:00:00Z',
  started_at: '2026-11-22T08:00:00Z',
} as const
const SENT = { ...PAUSED, status: 'sent', ended_at: '2026-11-22T08:10:00Z' } as const

interface Sending {
  issue: Partial<NewsletterIssue>
  counts: Partial<SendingProgress['counts']>
  reasons?: SendingProgress['reasons']
  events?: { event: 'paused' | 'held' | 'resent'; reason: string | null }[]
  deliveries?: Partial<NewsletterDelivery>[]
  report?: Partial<NewsletterReport>
  control?: (request: SendingControl) => SendingProgress['counts'] | Response
  functions?: FunctionAnswers
  path?: string
  respond?: Answers['respond']
}

async function openSending({
  issue,
  counts,
  reasons = [],
  events = [],
  deliveries = [],
  report = {},
  control,
  functions = {},
  path = ISSUE_PATH,
  respond,
}: Sending) {
  let now = counts
  const screen = await openScreen(path, {
    respond,
    tables: {
      ...anIssue(issue),
      newsletter_issue_events: events.map((event, id) => ({
        ...event,
        id,
        issue_id: ISSUE_ID,
        actor: null,
        happened_at: '2026-11-22T08:05:00Z',
      })),
      newsletter_deliveries: deliveries.map((delivery) => ({ ...delivery, issue_id: ISSUE_ID })),
    },
    calls: {
      count_subscribers: readers({ en: 53 }),
      read_newsletter_report: { ...REPORT, ...report },
      read_issue_recordings: { has_model: false, rows: [] },
      count_newsletter_messages: [],
    },
    functions: {
      'check-newsletter': { findings: [] },
      'read-newsletter-progress': (_, tables) => progress(tables),
      'control-newsletter': (request: SendingControl, tables) => {
        const made = control?.(request)
        if (made instanceof Response) return made
        now = made ?? now
        return progress(tables)
      },
      ...functions,
    },
  })
  return Object.assign(screen, {
    change: (part: Partial<NewsletterIssue>) => void Object.assign(issueIn(screen.tables), part),
  })

  function progress(tables: Network['tables']) {
    return progressOf(issueIn(tables), now, reasons)
  }
}

const issueIn = (tables: Network['tables']) => tables.newsletter_issues?.[0] as unknown as NewsletterIssue

const region = (name: string) => page.getByRole('region', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const NOTHING = { pending: 0, sending: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0, empty: 0 }

test('what is sent into the outbox is nowhere called sent, and its texts are locked', async () => {
  const screen = await openSending({
    issue: { ...PAUSED, into_outbox: true },
    counts: { sent: 50, pending: 3 },
    events: [{ event: 'paused', reason: null }],
    control: () => {
      screen.change({ status: 'sent', ended_at: new Date().toISOString() })
      screen.tables.newsletter_issue_events?.push({
        id: 9,
        issue_id: ISSUE_ID,
        actor: null,
        event: 'sent',
        happened_at: '2026-11-22T08:10:00Z',
        reason: null,
      })
      return { ...NOTHING, sent: 53 }
    },
  })
  const paused = region('Paused')
  await expect.element(paused).toMatchTextContent(/50 of 53 messages in the outbox/)
  await openStep('Subject and text')
  await expect.element(subject()).toHaveAttribute('readonly')
  expect(await findProblems()).toEqual([])

  await paused.getByRole('button', { name: 'Resume' }).click()
  await expect.element(region('In the outbox')).toMatchTextContent(/53 of 53 messages in the outbox/)
  await expectToast('The newsletter is in the outbox: 53 of 53 messages')
  expect(screen.sentTo('control-newsletter')).toEqual([{ issueId: ISSUE_ID, action: 'resume' }])
  const history = region('History of this issue')
  for (const event of ['Paused', 'In the outbox'])
    await expect.element(history.getByText(event).first()).toBeVisible()
  await expect.element(page.getByText(/\bsent successfully\b/)).not.toBeInTheDocument()
})

test('a paused issue is resumed beside another one only after a question with its time', async () => {
  const others = [
    {
      id: 'b0000000-0000-4000-8000-000000000002',
      subject: 'Extra',
      status: 'scheduled',
      at: '2126-11-24T08:00:00Z',
    },
  ]
  const screen = await openSending({
    issue: PAUSED,
    counts: { sent: 20, pending: 33 },
    control: ({ alongside }) => {
      if (!alongside) return json({ error: 'Two.', code: 'beside', issueId: ISSUE_ID, others }, 409)
      screen.change({ status: 'sending' })
      return { ...NOTHING, sent: 53 }
    },
  })
  const question = dialog('Send two newsletters within 24 hours?')
  await press(button('Resume'))
  await expect.element(question).toMatchTextContent(/“Extra”, scheduled for .*9:00 AM/)
  expect(await findProblems()).toEqual([])
  await press(question.getByRole('button', { name: 'Cancel', exact: true }))
  await expect.element(question).not.toBeInTheDocument()
  await press(button('Resume'))
  await press(question.getByRole('button', { name: 'Send both' }))
  await expect.element(region('Sending')).toBeVisible()
  const resume = { issueId: ISSUE_ID, action: 'resume' }
  expect(screen.sentTo('control-newsletter')).toEqual([
    resume,
    resume,
    { ...resume, alongside: [others[0]?.id] },
  ])
})

test('the start of a sending leads to its progress, which is followed to its end', async () => {
  const screen = await openSending({
    issue: { status: 'approved', slug: '2026-11-22' },
    counts: { sent: 1, pending: 52 },
    functions: {
      'read-mail-transport': { leaves: true },
      'send-newsletter': () => {
        screen.change({ ...PAUSED, status: 'sending' })
        return {
          success: true,
          totalSent: 0,
          totalSubscribers: 53,
          errors: [],
          issueId: ISSUE_ID,
          running: true,
        }
      },
    },
  })
  await button('Send to all').click()
  await dialog('Send to all?').getByRole('button', { name: 'Send to all' }).click()
  const sending = region('Sending')
  await expect.element(sending).toMatchTextContent(/1 of 53 messages sent/)
  await expect.element(sending.getByRole('heading', { name: 'Sending' })).toHaveFocus()
  await expect.element(sending).toBeInViewport()
  screen.answers.functions['read-newsletter-progress'] = progressOf(
    { status: 'sent', into_outbox: false },
    { sent: 53 },
  )
  screen.change(SENT)
  await expect.element(region('Sent')).toMatchTextContent(/53 of 53 messages sent/)
})

test('the end of a sending is told on every page, once', async () => {
  expectConsoleError(/Messages of the newsletter that failed/)
  const asked = vi.fn()
  const screen = await openSending({
    path: '/admin/drafts',
    respond: ({ url }) => void (url.includes('status=eq.sent') && asked()),
    issue: { ...PAUSED, status: 'sending', audience: 5 },
    counts: { sent: 3, failed: 1, uncertain: 1 },
    reasons: [{ status: 'failed', reason: '550 No such user', count: 1 }],
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible()
  // An issue that had ended before is not announced.
  await expect.poll(() => asked).toHaveBeenCalled()
  screen.change({ ...SENT, ended_at: new Date().toISOString() })
  await announceChange('newsletter_issues')
  await expectToast(
    /1 emails failed to send\. Check console for details\..*Newsletter sent successfully to 3 out of 5 subscribers/s,
  )
  await screen.go(ISSUE_PATH)
  await expect.element(region('Sent')).toMatchTextContent(/3 of 5 messages sent/)
})

test('what failed is tried again alone, and what is uncertain after a question', async () => {
  const screen = await openSending({
    issue: { ...SENT, audience: 5 },
    counts: { sent: 3, failed: 1, uncertain: 1 },
    reasons: [{ status: 'failed', reason: '550 No such user', count: 1 }],
    deliveries: [
      {
        id: 1,
        email: 'full@example.org',
        language: 'en',
        status: 'failed',
        settled_at: null,
        reason: '550 No such user',
      },
      {
        id: 2,
        email: 'odd@example.org',
        language: 'en',
        status: 'uncertain',
        settled_at: null,
        reason: null,
      },
    ],
    control: ({ action }) =>
      action === 'retry-failed' ? { ...NOTHING, sent: 4, uncertain: 1 } : { ...NOTHING, sent: 5 },
    functions: { 'read-mail-transport': { leaves: true } },
  })
  const sent = region('Sent')
  await expect.element(sent).toMatchTextContent(/3 of 5 messages sent/)
  await page.getByText('1 message may or may not have been sent').click()
  await expect.element(sent).toMatchTextContent(/odd@example\.org/)
  await page.getByText('1 message failed', { exact: true }).click()
  await expect.element(sent).toMatchTextContent(/full@example\.org/)
  await expect.element(page.getByText('Clicks are not counted for this issue.')).toBeVisible()
  await expect.element(page.getByText('Mail stays in the outbox')).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])

  await press(button('Retry 1 failed message'))
  await expect.element(sent).toMatchTextContent(/4 of 5 messages sent/)
  await page.getByLabelText('Select odd@example.org').click()
  await press(button('Send 1 selected message again'))
  const question = dialog('Send again to people who may have it already?')
  await expect.element(question).toMatchTextContent(/its recipient gets the newsletter twice/)
  expect(await findProblems()).toEqual([])
  await press(question.getByRole('button', { name: 'Send again' }))
  await expect.element(sent).toMatchTextContent(/5 of 5 messages sent/)
  expect(screen.sentTo('control-newsletter')).toEqual([
    { issueId: ISSUE_ID, action: 'retry-failed' },
    { issueId: ISSUE_ID, action: 'resend-uncertain', deliveryIds: [2] },
  ])
})

test('a pause that is held for a change is approved again, and its rest cancelled after a question', async () => {
  const reason = 'Changed since it was approved: A bakery forecasts its bread.'
  const screen = await openSending({
    issue: { ...PAUSED, held_reason: reason },
    counts: { sent: 50, pending: 3 },
    events: [
      { event: 'paused', reason: null },
      { event: 'held', reason },
    ],
    functions: {
      'approve-newsletter': () => {
        screen.change({ held_reason: null })
        return { slug: '2026-11-22', status: 'paused', scheduledFor: null }
      },
    },
    control: () => {
      screen.change({ status: 'cancelled', ended_at: '2026-11-22T09:00:00Z' })
      return { ...NOTHING, sent: 50, skipped: 3 }
    },
  })
  await expect.element(page.getByText(reason).first()).toBeVisible()
  await expect.element(page.getByText(/^Look at what has changed, and approve it again\./)).toBeVisible()
  await expect.element(button('Resume')).not.toBeInTheDocument()
  await openStep('Send')
  await press(button('Approve again'))
  await press(dialog('Approve this issue?').getByRole('button', { name: 'Approve', exact: true }))
  await expectToast('The issue is approved')
  expect(screen.sentTo('approve-newsletter')).toEqual([{ issueId: ISSUE_ID, revision: 1, accepted: [] }])
  await expect.element(button('Approve again')).not.toBeInTheDocument()
  await expect.element(button('Resume')).toBeVisible()

  await press(button('Cancel the rest'))
  const question = dialog('Cancel the rest of the sending?')
  await expect.element(question).toMatchTextContent(/\b3 messages that have not been sent/)
  await press(question.getByRole('button', { name: 'Cancel the rest' }))
  const cancelled = region('Cancelled')
  await expect.element(cancelled).toMatchTextContent(/50 of 53 messages sent/)
  await expect.element(cancelled).toMatchTextContent(/Skipped3/)
})

test('a pause because no mail can leave says why, and is resumed without another approval', async () => {
  const reason = 'No newsletter can leave right now: The mail server refuses our login.'
  const screen = await openSending({
    issue: { ...PAUSED, held_reason: reason },
    counts: { pending: 40 },
    reasons: [{ status: 'pending', reason: 'The mail server takes no mail from us', count: 40 }],
    events: [{ event: 'paused', reason }],
    control: () => json({ error: reason }, 409),
  })
  await expect.element(page.getByText(reason).first()).toBeVisible()
  await expect.element(page.getByText(/^Correct what the mail server objects to/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Settings of mail' }).first())
    .toHaveAttribute('href', '/admin/settings/mail')
  await expect.element(region('Paused')).toMatchTextContent(/0 of 40 messages sent/)
  await expect.element(page.getByText('The mail server has taken none of the messages')).toBeVisible()
  await expect.element(page.getByText(/successfully/)).not.toBeInTheDocument()
  await expect.element(button('Approve again')).not.toBeInTheDocument()
  await press(button('Resume'))
  await expectToast(/That was not possible.*refuses our login/s)
  expect(screen.sentTo('control-newsletter')).toEqual([{ issueId: ISSUE_ID, action: 'resume' }])
})

test('an issue that waits for the mail server says since when and why, and that it goes on by itself', async () => {
  const waiting = { since: '2026-11-22T08:04:00Z', reason: 'The mail server cannot be reached: ECONNREFUSED' }
  await openSending({
    issue: { ...PAUSED, status: 'sending' },
    counts: { pending: 40, sent: 13 },
    functions: {
      'read-newsletter-progress': (_, tables) => ({
        ...progressOf(issueIn(tables), { pending: 40, sent: 13 }),
        waiting,
      }),
    },
  })
  const progress = region('Waiting for the mail server')
  await expect.element(progress.getByText(waiting.reason)).toBeVisible()
  await expect
    .element(progress.getByText(/^The mail server accepts no messages now. The site tries again/))
    .toBeVisible()
  await expect.element(progress.getByText(/^Since /)).toBeVisible()
  await expect.element(button('Pause')).toBeVisible()
  await expect.element(button('Resume')).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
  // It has what it was given, and thinks.
  Object.assign(waiting, { reason: null })
  await announceChange('newsletter_issues')
  await expect.element(progress.getByText(/^The mail server has not answered yet/)).toBeVisible()
})

test('an issue of the demo is marked, with figures of nobody and no way to send it', async () => {
  await openSending({
    path: '/admin/newsletter',
    issue: { ...SENT, origin: 'demo', audience: 1_004, counts_clicks: true },
    counts: { sent: 1_000, failed: 4 },
    report: {
      counts_clicks: true,
      clicks: [{ link: 1, target: '/tech', people: 5, scanners: 1 }],
      refusals: [
        { domain: 'mail.example', fault: 'full', mails: 3 },
        { domain: '', fault: 'policy', mails: 1 },
      ],
    },
  })
  const marked = region('All issues').getByRole('listitem').filter({ hasText: 'Demo: invented figures' })
  await marked.getByRole('link').click()
  await expect.element(page.getByText(/^It was sent to nobody, its figures are invented/)).toBeVisible()
  await expect.element(region('Sent')).toMatchTextContent(/1,000 of 1,004 messages/)
  await expect.element(page.getByRole('heading', { name: 'Clicks' })).toBeVisible()
  const refusals = page.getByRole('table', { name: 'Emails that came back, by provider and reason' })
  await expect.element(refusals.getByRole('row').nth(1)).toHaveTextContent('mail.exampleThe mailbox is full3')
  await expect
    .element(refusals.getByRole('row').nth(2))
    .toHaveTextContent('Other providersThe sender or its server was rejected1')
  await expect.element(page.getByRole('button', { name: /send|resume|cancel/i })).not.toBeInTheDocument()
})

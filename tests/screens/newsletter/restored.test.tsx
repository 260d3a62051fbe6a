import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Restoration } from '#core/domain/backup.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { findProblems } from '../support/find-problems.ts'
import type { Network } from '../support/network.ts'
import { anIssue, button, ISSUE_ID, ISSUE_PATH, progressOf, REPORT, readers } from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'
import { expectToast } from '../support/toasts.ts'

const DUE = {
  status: 'scheduled',
  slug: '2026-11-22',
  approved_at: '2026-11-22T07:00:00Z',
  scheduled_for: '2026-11-22T08:00:00Z',
  held_reason: 'It may have been sent after the backup was made from which this site was restored.',
  may_have_left: true,
} as const
const PAUSED = {
  ...DUE,
  status: 'paused',
  scheduled_for: null,
  audience: 53,
  started_at: '2026-11-22T08:00:00Z',
} as const

const issueIn = (tables: Network['tables']) => tables.newsletter_issues?.[0] as unknown as NewsletterIssue

async function openRestored(
  issue: Partial<NewsletterIssue>,
  {
    status = 'answered',
    path = ISSUE_PATH,
    restoration = null,
  }: { status?: 'answered' | 'not_asked'; path?: string; restoration?: Restoration | null } = {},
) {
  const screen = await openScreen(path, {
    tables: anIssue(issue),
    calls: {
      find_restoration: restoration,
      count_subscribers: readers({ en: 53 }),
      count_newsletter_messages: [],
      read_newsletter_report: REPORT,
      read_issue_recordings: { has_model: false, rows: [] },
      answer_restored_issue: ({ p_was_sent: wasSent }: { p_was_sent: boolean }) => {
        if (status === 'answered')
          change(wasSent ? { status: 'sent', may_have_left: false } : { may_have_left: false })
        return { status }
      },
    },
    functions: {
      'check-newsletter': { findings: [] },
      'read-mail-transport': { leaves: true },
      'read-newsletter-progress': (_, tables) => progressOf(issueIn(tables), { sent: 20, pending: 33 }, []),
      'send-newsletter': () => {
        change({ ...PAUSED, status: 'sending', may_have_left: false })
        return {
          success: true,
          totalSent: 0,
          totalSubscribers: 53,
          errors: [],
          issueId: ISSUE_ID,
          running: true,
        }
      },
      'control-newsletter': () => {
        change({ status: 'sending' })
        return progressOf(issueIn(screen.tables), { sent: 20, pending: 33 }, [])
      },
    },
  })
  const change = (part: Partial<NewsletterIssue>) => void Object.assign(issueIn(screen.tables), part)
  if (issue.may_have_left) await expect.element(question()).toBeVisible()
  return screen
}

const question = () => page.getByText('Has this issue been sent?')

test('an issue that was due after the backup is asked for, and recorded as sent', async () => {
  const screen = await openRestored(DUE)
  await expect.element(page.getByText(/^It was due on .*9:00 AM.*, after the backup/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await press(button('Sent'))
  await expect.element(question()).not.toBeInTheDocument()
  expect(screen.sentTo('answer_restored_issue')).toEqual([{ p_issue_id: ISSUE_ID, p_was_sent: true }])
  expect(screen.sentTo('send-newsletter')).toEqual([])
})

const RESTORATION = { made_at: '2026-11-22T07:00:00Z', restored_at: '2026-11-22T09:00:00Z' }

test.each([
  [
    'a draft of which nobody has said whether it was sent',
    { may_have_left: true },
    null,
    /^Say first whether/,
  ],
  ['a draft of a site that is held', {}, RESTORATION, /is on hold, so no issue can be approved or sent\./],
  ['a scheduled issue of one', { ...DUE, may_have_left: false }, RESTORATION, /is on hold, so no issue/],
])('of %s nothing is offered that would be refused, and it says why', async (_, issue, restoration, said) => {
  await openRestored(issue, { path: `${ISSUE_PATH}?step=send`, restoration })
  await expect.element(page.getByText(said)).toBeVisible()
  const refused = page.getByRole('button', { name: /^(Approve|Resume|Retry|Send to all now)/ })
  await expect.element(refused).not.toBeInTheDocument()
})

test('it is approved for another day, and nothing is sent before', async () => {
  const screen = await openRestored(DUE)
  await press(button('Another day'))
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'At another time' })).toBeVisible()
  expect(screen.sentTo('answer_restored_issue')).toEqual([{ p_issue_id: ISSUE_ID, p_was_sent: false }])
  expect(screen.sentTo('send-newsletter')).toEqual([])
})

test('it is sent now after another question, which may be left', async () => {
  const other = await openRestored(DUE)
  await press(button('Send now'))
  const dialog = page.getByRole('dialog', { name: 'Send to all?' })
  await expect.element(dialog).toBeVisible()
  expect(other.sentTo('answer_restored_issue')).toEqual([])
  await press(dialog.getByRole('button', { name: 'Send to all' }))
  await expect.poll(() => other.sentTo('send-newsletter')).toEqual([{ issueId: ISSUE_ID }])
  expect(other.sentTo('answer_restored_issue')).toEqual([{ p_issue_id: ISSUE_ID, p_was_sent: false }])
})

test('one that somebody else has answered is not sent', async () => {
  const screen = await openRestored(PAUSED, { status: 'not_asked' })
  await press(button('Send now'))
  await expectToast('Somebody has answered this already. Nothing was sent.')
  expect(screen.sentTo('control-newsletter')).toEqual([])
})

test('the rest of one that was being sent goes on with the answer', async () => {
  const screen = await openRestored(PAUSED)
  await expect.element(button('Another day')).not.toBeInTheDocument()
  await press(button('Send now'))
  await expect
    .poll(() => screen.sentTo('control-newsletter'))
    .toEqual([{ issueId: ISSUE_ID, action: 'resume' }])
})

test('one whose time is still to come is asked for, too, and otherwise goes out then', async () => {
  const screen = await openRestored({ ...DUE, scheduled_for: '2126-11-22T08:00:00Z' })
  await expect
    .element(page.getByText(/^It was scheduled for .*If not, it is sent at that time\.$/))
    .toBeVisible()
  await expect.element(button('Another day')).not.toBeInTheDocument()
  await press(button('Not sent'))
  await expect.element(question()).not.toBeInTheDocument()
  expect(screen.sentTo('answer_restored_issue')).toEqual([{ p_issue_id: ISSUE_ID, p_was_sent: false }])
  expect(screen.sentTo('send-newsletter')).toEqual([])
})

test('a draft that was not sent is a draft again', async () => {
  const draft = await openRestored({ may_have_left: true })
  await expect.element(button('Send now')).not.toBeInTheDocument()
  await press(button('Not sent'))
  await expect.element(question()).not.toBeInTheDocument()
  expect(draft.sentTo('answer_restored_issue')).toEqual([{ p_issue_id: ISSUE_ID, p_was_sent: false }])
})

test('until the site is let go, its newsletters say that nothing is sent', async () => {
  const screen = await openRestored(DUE)
  const held = page.getByText(/^No newsletter is sent, even if it is scheduled/)
  await expect.element(held).not.toBeInTheDocument()
  screen.answers.calls.find_restoration = {
    made_at: '2026-11-22T07:00:00Z',
    restored_at: '2026-11-22T07:30:00Z',
  }
  await screen.go('/admin/newsletter')
  await expect.element(held).toBeVisible()
  await screen.go(ISSUE_PATH)
  await expect.element(held).toBeVisible()
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await expect.element(page.getByText('An administrator can let it go on.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Let it go on' })).toBeVisible()
})

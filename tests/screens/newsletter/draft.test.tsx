import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Waiting } from '#core/domain/dashboard.ts'
import type { GenerateRequest } from '#core/domain/newsletter-composing.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import { PASSWORD } from '../support/auth.ts'
import { expectConsoleError } from '../support/console-errors.ts'
import { findProblems } from '../support/find-problems.ts'
import {
  anIssue,
  button,
  deskWith,
  ISSUE_ID,
  ISSUE_PATH,
  progressOf,
  stepHeader,
  subject,
  TITLES,
} from '../support/newsletter.ts'
import { openScreen } from '../support/open-screen.tsx'
import { press } from '../support/press.ts'
import { expectToast } from '../support/toasts.ts'

const [HARBOUR = '', BAKERY = '', PLANNING = ''] = TITLES

const top = () => page.getByRole('region', { name: 'Top stories' }).getByRole('article')
const names = () =>
  top()
    .elements()
    .map((element) => element.getAttribute('aria-label'))
const saved = () => expect.element(page.getByText(/^Saved at /)).toBeVisible()

test('without an issue the page says so, and generates one', async () => {
  const screen = await openScreen('/admin/newsletter', {
    calls: { search_desk: { total: 0, ids: [] } },
    functions: {
      ...deskWith(),
      'generate-newsletter': () => {
        for (const [name, rows] of Object.entries(anIssue())) screen.tables[name]?.push(...(rows as never[]))
        return {
          success: true,
          newsletter: { subject: '', content: '', articleCount: 5 },
          issueId: ISSUE_ID,
          composedBy: 'rules',
          reason: 'No language model is set up.',
          dropped: [],
        }
      },
      'check-newsletter': { findings: [] },
    },
  })
  await expect.element(page.getByText('There are no issues yet.')).toBeVisible()
  const sunday = page.getByRole('region', { name: 'This Sunday' })
  await expect.element(sunday).toMatchTextContent(/No issue is being worked on\./)
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('briefing')
  await expect.element(page.getByRole('option', { name: 'Newsletter', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  await button('Generate Newsletter').click()
  await expectToast('Created with 5 recent articles')
  await expect.element(page.getByText('Composed by rules, without a language model').first()).toBeVisible()
  await expect.element(subject()).toHaveValue('Ships and chips')
  expect(screen.sentTo('generate-newsletter')).toEqual([{ daysBack: 7 }])
  expect(screen.sentTo('translate-newsletter')).toEqual([])
  await expect.element(sunday).toMatchTextContent(/It is a draft, and is sent once it is approved\./)

  // The most wanted parts are found without knowing the steps.
  await expect.element(sunday.getByText('15/200')).toBeVisible()
  await sunday.getByRole('link', { name: 'Send a test' }).click()
  await expect.element(page.getByLabelText('Test email address')).toBeVisible()
  await sunday.getByRole('link', { name: 'Health check' }).click()
  await expect.element(page.getByRole('heading', { name: 'Delivery' })).toHaveFocus()
})

const LAST = { id: ISSUE_ID, subject: 'Ships', started_at: '2026-11-22T08:00:00Z' }
const SUNDAY = {
  at: '2026-11-29T08:00:00Z',
  zone: 'Europe/Zurich',
  is_automatic: false,
  has_subscribers: true,
}
const NINE = 'Nov 29, 2026, 9:00 AM \\(Europe/Zurich\\)'
const lastSent = /The last one was sent Nov 22, 2026, 9:00 AM \(Europe\/Zurich\)/

test.each<[string, Partial<NewsletterIssue> | null, Partial<Waiting['sunday']>, RegExp[]]>([
  [
    'none yet',
    null,
    { makes_draft: true },
    [RegExp(`${NINE}.*A draft is made automatically the day before`), lastSent],
  ],
  ['none any more', null, {}, [RegExp(`${NINE}.*Nothing is sent unless you write it`), lastSent]],
  ['a draft', {}, {}, [RegExp(`${NINE}.*It is a draft, and is sent once it is approved`)]],
  ['a draft of itself', {}, { is_automatic: true }, [/is sent even if nobody approves it/]],
  [
    'a draft of somebody who may not send',
    { needs_approval: true },
    { is_automatic: true },
    [/It is a draft, and is sent once it is approved/],
  ],
  ['an approval', { status: 'approved' }, {}, [/It is approved, but not scheduled/]],
  [
    'a schedule',
    { status: 'scheduled', scheduled_for: '2026-11-29T09:30:00Z' },
    {},
    [/Nov 29, 2026, 10:30 AM \(Europe\/Zurich\).*It is approved and scheduled/],
  ],
  [
    'what was sent',
    {
      status: 'sent',
      scheduled_for: '2026-11-29T08:00:00Z',
      started_at: '2026-11-28T17:21:00Z',
      ended_at: '2026-11-28T19:00:00Z',
    },
    {},
    [/It was sent Nov 28, 2026, 6:21 PM \(Europe\/Zurich\)/],
  ],
])('this Sunday is said in the same words here and on the dashboard: %s', async (_, issue, sunday, says) => {
  const screen = await openScreen('/admin/newsletter', {
    tables: issue ? anIssue(issue) : {},
    functions: {
      ...deskWith({ lastIssue: LAST, sunday: { ...SUNDAY, makes_draft: false, ...sunday } }),
      'check-newsletter': { findings: [] },
      'read-newsletter-progress': progressOf({ status: 'sent', into_outbox: false }, { sent: 3 }),
    },
  })
  const told = page.getByRole('region', { name: 'This Sunday' })
  const badge = page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Newsletter Issues' })
  const waits = !['scheduled', 'sent'].includes(issue?.status ?? '') && !sunday.makes_draft
  for (const words of says) await expect.element(told).toMatchTextContent(words)
  await expect.element(told).not.toMatchTextContent(/unless somebody approves/)
  if (issue?.status === 'sent') {
    await expect.element(button('Generate Newsletter')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'All issues' }))
      .toMatchTextContent(/Sent .*Nov(ember)? 28/)
  }
  await expect.element(badge).toHaveAccessibleDescription(waits ? '1 waiting' : '')
  await screen.go('/admin/dashboard')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  for (const words of says) await expect.element(waiting).toMatchTextContent(words)
})

test('an issue that somebody else has begun is opened, and another one is begun under its own words', async () => {
  const screen = await openScreen('/admin/newsletter', {
    functions: {
      ...deskWith(),
      'generate-newsletter': ({ another }: GenerateRequest) => {
        if (!another)
          for (const [name, rows] of Object.entries(anIssue()))
            screen.tables[name]?.push(...(rows as never[]))
        return {
          success: true,
          newsletter: { subject: '', content: '', articleCount: 5 },
          issueId: ISSUE_ID,
          composedBy: another ? 'rules' : null,
          reason: null,
          dropped: [],
        }
      },
      'create-newsletter': { issueId: ISSUE_ID },
      'check-newsletter': { findings: [] },
    },
  })
  await button('Generate Newsletter').click()
  await expectToast(/This Sunday’s issue is open.*Nothing was changed\./s)
  await expect.element(subject()).toHaveValue('Ships and chips')
  await page.getByText('Generate it again, or begin another issue').click()
  await button('Another empty issue').click()
  await expect.poll(() => screen.sentTo('create-newsletter')).toEqual([{ another: true }])

  Object.assign(screen.tables.newsletter_issues?.[0] ?? {}, {
    status: 'scheduled',
    scheduled_for: '2030-11-24T08:00:00Z',
  })
  await screen.reload()
  await button('Generate another issue').click()
  await expect
    .poll(() => screen.sentTo('generate-newsletter'))
    .toEqual([{ daysBack: 7 }, { daysBack: 7, another: true }])
})

test('items are arranged by keyboard and pointer, left out with a reason, and put back', async () => {
  const screen = await openScreen(ISSUE_PATH, {
    tables: anIssue(),
    functions: { 'check-newsletter': { findings: [] } },
  })
  const down = button(`Move “${HARBOUR}” down`)
  await press(down)
  await expect.poll(() => names().slice(0, 2)).toEqual([BAKERY, HARBOUR])
  await expect.element(down).toHaveFocus()
  await expect
    .element(page.getByText(`“${HARBOUR}” is now number 2 of`, { exact: false }))
    .toBeInTheDocument()
  await userEvent.dragAndDrop(
    document.querySelectorAll('[draggable=true]')[1] as Element,
    top().first().element(),
  )
  await expect.poll(() => names().slice(0, 2)).toEqual([HARBOUR, BAKERY])

  await button(`Leave out “${BAKERY}”`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('Told last week')
  await dialog.getByRole('button', { name: 'Leave out' }).click()
  await expect.poll(names).not.toContain(BAKERY)
  const reasons = () => screen.tables.newsletter_items?.map(({ left_out }) => left_out)
  await expect.poll(reasons).toContain('Told last week')
  await page.getByText(/^Left out \(/).click()
  await expect.element(page.getByText('Told last week')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await button(`Put back “${BAKERY}”`).click()
  await expect.poll(() => names().at(-1)).toBe(BAKERY)
  await expect.poll(reasons).not.toContain('Told last week')
  expect(names()).toContain(PLANNING)
})

test('what is typed is stored by itself, and an edition is marked as reviewed', async () => {
  const screen = await openScreen(ISSUE_PATH, {
    tables: anIssue(),
    functions: {
      'check-newsletter': { findings: [] },
      'review-newsletter-edition': () => {
        Object.assign(screen.tables.newsletter_editions?.[0] ?? {}, { reviewed_at: '2026-11-20T10:00:00Z' })
        return { success: true }
      },
    },
  })
  await expect.element(page.getByText(/Composed by rules/)).toBeVisible()
  await subject().fill('Chips and ships')
  await page.getByRole('textbox', { name: `Summary of “${BAKERY}”` }).fill('Bread, forecast.')
  await saved()
  await expect
    .poll(() => screen.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body))
    .toEqual([{ subject: 'Chips and ships' }, { summary: 'Bread, forecast.' }])
  await expect.element(stepHeader('Subject and text')).toMatchTextContent(/saved \d\d:\d\d/)
  const version = screen.tables.newsletter_editions?.[0]?.updated_at
  await button('Mark as reviewed').click()
  await expect.element(page.getByText(/Reviewed .*\d.*\./)).toBeVisible()
  expect(screen.sentTo('review-newsletter-edition')).toEqual([
    { issueId: ISSUE_ID, language: 'en', updatedAt: version },
  ])
})

test('two people write the same subject, and neither is overwritten unseen', async () => {
  /** Stored just before the page stores its own, after everything that it has fetched. */
  let theirs: string | null = 'Theirs'
  const screen = await openScreen(ISSUE_PATH, {
    tables: anIssue(),
    functions: { 'check-newsletter': { findings: [] } },
    respond: ({ method }) => {
      if (method !== 'PATCH' || theirs === null) return undefined
      Object.assign(edition(), { subject: theirs, updated_at: new Date().toISOString() })
      theirs = null
      return undefined
    },
  })
  const edition = () => screen.tables.newsletter_editions?.[0] ?? {}
  await subject().fill('Mine')
  await expect.element(page.getByText(/^Somebody else has changed this text/)).toBeVisible()
  await expect.element(page.getByText('Theirs', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/decide which one stays\. This browser keeps it\./).first())
    .toBeVisible()
  expect(edition().subject).toBe('Theirs')
  expect(await findProblems()).toEqual([])

  await button('Keep mine').click()
  await expect.poll(() => edition().subject).toBe('Mine')
  theirs = 'Theirs again'
  await subject().fill('Mine again')
  await button('Take theirs').click()
  await expect.element(subject()).toHaveValue('Theirs again')
})

test('what could not be stored is here again after the page was closed', async () => {
  let isOffline = true
  expectConsoleError(/Failed to fetch/)
  const screen = await openScreen('/admin/newsletter', {
    tables: anIssue(),
    functions: { ...deskWith(), 'check-newsletter': { findings: [] } },
    respond: ({ method }) => {
      if (method === 'PATCH' && isOffline) throw new TypeError('Failed to fetch')
      return undefined
    },
  })
  await subject().fill('Typed without a connection')
  await expect.element(page.getByText(/No connection\. This browser keeps it\./).first()).toBeVisible()
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave with unsaved changes?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => window.location.pathname).toBe('/admin/drafts')
  expect(screen.tables.newsletter_editions?.[0]?.subject).toBe('Ships and chips')

  isOffline = false
  await page.getByRole('link', { name: 'Newsletter Issues' }).click()
  await expect.element(subject()).toHaveValue('Typed without a connection')
  await expect.poll(() => screen.tables.newsletter_editions?.[0]?.subject).toBe('Typed without a connection')
})

test('the link of a mail leads to the issue, after a sign-in', async () => {
  const { reload } = await openScreen(ISSUE_PATH, {
    tables: anIssue(),
    functions: { 'check-newsletter': { findings: [] } },
  })
  localStorage.clear()
  await reload()
  await page.getByLabelText('Email').fill('admin@example.com')
  await page.getByLabelText('Password').fill(PASSWORD)
  await button('Login').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ships and chips' })).toBeVisible()
  expect(window.location.pathname).toBe(ISSUE_PATH)
})

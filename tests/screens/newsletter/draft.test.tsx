import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PASSWORD } from '../support/auth.ts'
import { expectConsoleError } from '../support/console-errors.ts'
import { findProblems } from '../support/find-problems.ts'
import { anIssue, button, ISSUE_ID, ISSUE_PATH, stepHeader, subject, TITLES } from '../support/newsletter.ts'
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

test('without an issue the page says so and how Sundays go, and generates one', async () => {
  const screen = await openScreen('/admin/newsletter', {
    calls: { search_desk: { total: 0, ids: [] } },
    functions: {
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
  await expect.element(sunday).toMatchTextContent(/Nothing goes out on Sunday unless somebody approves it\./)
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
})

test('the page says when issues go out without an approval, because the settings say so', async () => {
  await openScreen('/admin/newsletter', {
    tables: { settings: [{ key: 'newsletter_automatic', value: true }] },
  })
  await expect
    .element(page.getByRole('region', { name: 'This Sunday' }))
    .toMatchTextContent(/On Sunday the generated issue goes out even if nobody approves it/)
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
    functions: { 'check-newsletter': { findings: [] } },
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

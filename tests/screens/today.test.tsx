import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dashboard, Waiting, WaitingIssue } from '#core/domain/dashboard.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { ADMIN, aMember } from './support/sessions.ts'
import { SAVES_SETTINGS } from './support/settings.ts'

const EMPTY = EMPTY_DESK.functions['read-desk'] as Dashboard
const ARTICLE = {
  id: 'a0000000-0000-4000-8000-000000000000',
  slug: 'the-chips',
  language: 'en',
  title: 'The chips',
  published: true,
} as const
const ISSUE_ID = '15500000-0000-4000-8000-000000000000'

/** The server's answer for a desk at which this is waiting. */
const desk = (waiting: Partial<Waiting>): Dashboard => ({
  ...EMPTY,
  counts: { ...EMPTY.counts, total: 9 },
  waiting: { ...EMPTY.waiting, setUp: [], ...waiting },
})

const waiting = () => page.getByRole('region', { name: 'Waiting for you' })
const menu = () => page.getByRole('navigation', { name: 'Admin' })
const line = (text: RegExp) => waiting().getByRole('link', { name: text })
const inMenu = (name: string) => menu().getByRole('link', { name })
/** The badge of a page in the menu, as screen readers say it; none is an empty description. */
const expectBadge = (name: string, says: string) =>
  expect.element(inMenu(name)).toHaveAccessibleDescription(says)

test('what waits is said on the dashboard and in the menu, and goes when it is done', async () => {
  const { answers } = await openScreen('/admin/dashboard', { functions: { 'read-desk': desk({}) } })
  await expect.element(waiting()).toMatchTextContent(/Nothing waits for you\./)
  await expectBadge('Translations', '')

  answers.functions['read-desk'] = desk({
    toReview: 1,
    toReviewIn: [{ language: 'fr', count: 1 }],
    unread: [],
    failed: { published: 1, drafts: 0 },
    unsaved: [
      {
        article_id: ARTICLE.id,
        copy_id: crypto.randomUUID(),
        title: 'Typed',
        updated_at: '2026-11-20T09:00:00Z',
        article: ARTICLE,
        conflict: { by: null },
      },
    ],
    issues: [
      {
        id: ISSUE_ID,
        status: 'draft',
        scheduled_for: null,
        started_at: null,
        held_reason: null,
        may_have_left: false,
        needs_approval: false,
        subject: 'Chips again',
        is_for_sunday: true,
      },
    ],
  })
  await announceChange('translation_runs')
  await expect.element(line(/^1 translation to review/)).toBeVisible()
  await expect
    .element(line(/^French 1$/))
    .toHaveAttribute('href', '/admin/translations/to-review?language=fr')
  await expect
    .element(line(/^1 translation failed/))
    .toHaveAttribute('href', '/admin/translations?state=failed')
  await expect
    .element(line(/^“The chips” was saved elsewhere while you were writing/))
    .toHaveAttribute('href', '/admin/articles/edit/the-chips')
  const sunday = line(/^Newsletter “Chips again”/)
  await expect
    .element(sunday)
    .toMatchTextContent(/9:00 AM \(.+\)\. It is a draft, and is sent once it is approved\./)
  await expect.element(sunday).toHaveAttribute('href', `/admin/newsletter/${ISSUE_ID}`)
  await expectBadge('Translations', '2 waiting')
  await expectBadge('Articles', '1 waiting')
  await expectBadge('Newsletter Issues', '1 waiting')
  expect(await findProblems()).toEqual([])

  // The menu says the same on the page of the thing.
  await line(/^French 1$/).click()
  await expect.poll(() => window.location.search).toBe('?language=fr')
  await expectBadge('Translations', '2 waiting')
  answers.functions['read-desk'] = desk({})
  await announceChange('translation_runs')
  await expectBadge('Translations', '')
  await inMenu('Dashboard').click()
  await expect.element(waiting()).toMatchTextContent(/Nothing waits for you\./)
})

test('what is not set up is in the list, also beside the first steps', async () => {
  await openScreen('/admin/dashboard', {
    calls: SAVES_SETTINGS,
    functions: {
      'read-desk': (_: unknown, { settings = [] }) => ({
        ...EMPTY,
        firstSteps: { ...EMPTY.firstSteps, isDismissed: settings.some(({ key }) => key === 'welcome') },
        waiting: { ...EMPTY.waiting, setUp: ['mail', 'model', 'password', 'second_factor'] },
      }),
    },
  })
  const steps = page.getByRole('region', { name: 'Begin your publication' })
  await expect.element(steps.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/admin/setup')
  await expect.element(line(/^There is no language model/)).toBeVisible()
  await expect
    .element(line(/^You still use the password that was printed/))
    .toHaveAttribute('href', '/admin/account#password')
  await expectBadge('Settings', '2 waiting')
  await steps.getByRole('button', { name: 'Hide this list' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  await expect.element(line(/^Mail does not leave this site/)).toHaveAttribute('href', '/admin/settings/mail')
  await line(/^Your account has no second factor/).click()
  await expect.element(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  expect(window.location.pathname + window.location.hash).toBe('/admin/account#second-factor')
})

test('a badge is never a wrong zero: it keeps the last number, or is not there', async () => {
  const { answers, reload } = await openScreen('/admin/dashboard', {
    functions: { 'read-desk': desk({ toReview: 1 }) },
  })
  await expectBadge('Translations', '1 waiting')
  let refused = 0
  answers.functions['read-desk'] = () => {
    refused += 1
    return json({ error: 'The database cannot be reached right now.' }, 503)
  }
  await inMenu('Trash').click()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expectBadge('Translations', '1 waiting')

  await reload()
  await expect.element(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const before = refused
  await expect.poll(() => refused).toBeGreaterThan(before)
  await expectBadge('Translations', '')
  await expect.element(menu()).not.toMatchTextContent(/0/)
})

test('the menu has groups, says where one is, and fits a laptop', async () => {
  const [ada] = EMPTY_DESK.calls.list_colleagues as object[]
  await openScreen('/admin/outbox', {
    // Keys of notes are for people who have colleagues.
    calls: { list_colleagues: [ada, { ...ada, user_id: crypto.randomUUID(), name: 'Ana' }] as never },
  })
  const newsletter = menu()
    .getByRole('listitem')
    .filter({ hasText: /^Newsletter/ })
    .getByRole('list')
  await expect
    .poll(() =>
      newsletter
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual(['Newsletter Issues', 'Subscribers', 'Delivery'])
  await newsletter.getByRole('link', { name: 'Subscribers' }).click()
  await expect.poll(() => window.location.pathname).toBe('/admin/newsletter/subscribers')
  const current = () =>
    [...document.querySelectorAll('nav [aria-current=page]')].map((link) => link.textContent)
  await expect.poll(current).toContain('Subscribers')
  await inMenu('System').click()
  const views = page.getByRole('navigation', { name: 'Views of the system' })
  for (const name of ['Backups', 'Audit log']) {
    await views.getByRole('link', { name }).click()
    await expect.element(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect.element(inMenu('System')).toHaveAttribute('aria-current', 'page')
  }
  // The whole menu fits a laptop, and the account menu below it a lower screen.
  await page.viewport(1280, 860)
  for (const link of menu().getByRole('link').all()) await expect.element(link).toBeInViewport({ ratio: 1 })
  await page.viewport(1280, 700)
  await page.getByTitle(ADMIN.email).click()
  const button = (name: string) => page.getByRole('button', { name })
  for (const name of ['Keyboard shortcuts', 'Logout'])
    await expect.element(button(name)).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByText(`Version ${EMPTY.version}`)).toBeInViewport({ ratio: 1 })
  await button('Dark display').click()
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  await button('Light display').click()
  expect(document.documentElement.classList.contains('dark')).toBe(false)
  await button('Keyboard shortcuts').click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(keys).toMatchTextContent(/Go to any page or article/)
  await expect.element(keys.getByText('Note on the selected words')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(keys).not.toBeInTheDocument()
  await expect.element(button('Keyboard shortcuts')).toHaveFocus()
})

test('the menu opens and closes on a phone, where one signs out as well', async () => {
  await page.viewport(375, 812)
  await openScreen('/admin/dashboard')
  const button = (name: string) => page.getByRole('button', { name })
  await button('Menu').click()
  expect(menu().element().querySelectorAll('ul ul')).toHaveLength(5)
  expect(await findProblems()).toEqual([])
  await page.viewport(375, 812)
  await inMenu('Newsletter Issues').click()
  await expect.poll(() => window.location.pathname).toBe('/admin/newsletter')
  await expect.element(menu()).not.toBeInTheDocument()
  await button('Menu').click()
  await button('Logout').click()
  await expect.poll(() => window.location.pathname).toBe('/admin')
  await expect.element(page.getByLabelText('Password')).toBeVisible()
  await page.viewport(1280, 800)
})

test('whether an issue has left is asked on top of the desk of an editor, and not among the rest', async () => {
  const issue: WaitingIssue = {
    ...{
      id: ISSUE_ID,
      status: 'scheduled' as const,
      scheduled_for: '2026-11-22T08:00:00Z',
      started_at: null,
    },
    ...{
      held_reason: null,
      may_have_left: true,
      needs_approval: false,
      subject: 'Chips',
      is_for_sunday: false,
    },
  } as const
  const later = { ...issue, id: ARTICLE.id, may_have_left: false, subject: 'Boats' }
  await openScreen('/admin/dashboard', {
    account: aMember({ role: 'editor', permissions: ['send'] }),
    functions: { 'read-desk': desk({ issues: [issue, later] }) },
  })
  const question = page.getByRole('link', { name: 'Newsletter “Chips”' })
  await expect.element(question).toHaveAttribute('href', `/admin/newsletter/${ISSUE_ID}`)
  await expect.element(page.getByText('Has this issue been sent?')).toBeVisible()
  const rest = page.getByRole('region', { name: 'What else there is' })
  await expect.element(rest).toMatchTextContent(/Boats/)
  await expect.element(rest.getByText(/Chips/)).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
})

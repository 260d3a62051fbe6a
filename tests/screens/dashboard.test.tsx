import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { anArticleRow, openWithArticles } from './support/articles.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'

const EMPTY = EMPTY_DESK.functions['read-desk'] as Dashboard

test('a new publication has nothing that waits, and leads to the first article', async () => {
  await openScreen('/admin/dashboard')
  await expect
    .element(page.getByRole('link', { name: 'Create your first article' }))
    .toHaveAttribute('href', '/admin/articles/new')
  await expect
    .element(page.getByRole('region', { name: 'Waiting for you' }))
    .toMatchTextContent(/Nothing waits for you/)
})

test('what needs the editor is said, and leads to the lists', async () => {
  const late = anArticleRow({ slug: 'too-late', title: 'Too late', published: false })
  const harbour = anArticleRow({ slug: 'harbour', title: 'The harbour', featured: true })
  const schedule = { publish_at: '2026-11-01T08:00:00Z', zone: 'UTC' }
  const dashboard: Dashboard = {
    ...EMPTY,
    waiting: {
      ...EMPTY.waiting,
      missed: [{ ...schedule, status: 'missed', reason: 'overdue', article: late }],
      changedSources: [
        { article: harbour, outlets: ['Lumen Daily'], is_withdrawn: true, since: '2026-11-20T09:00:00Z' },
      ],
      endings: [
        { article: harbour, unpublish_at: new Date(Date.now() + 2 * 864e5).toISOString(), zone: 'UTC' },
      ],
    },
    recent: [
      { ...late, scheduled: true },
      { ...harbour, scheduled: false },
      { ...late, id: 'draft', title: 'Half an idea', scheduled: false },
    ],
  }
  await openWithArticles('/admin/dashboard', [late, harbour], {
    functions: { 'read-desk': dashboard },
    calls: { search_desk: { total: 0, ids: [] } },
  })
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect
    .element(waiting)
    .toMatchTextContent('Missed: it was to be published on Nov 1, 2026, 8:00 AM (UTC).')
  await expect
    .element(waiting.getByRole('link', { name: /“Too late” is not published/ }))
    .toHaveAttribute('href', '/admin/articles/edit/too-late')
  await expect.element(page.getByRole('link', { name: /“The harbour” is taken away/ })).toBeVisible()
  await expect.element(waiting).toMatchTextContent(/Lumen Daily/)
  await expect
    .element(page.getByRole('link', { name: /A source of “The harbour” was withdrawn/ }))
    .toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Articles' }).getByRole('listitem')
  const linksOf = (place: number, name?: RegExp) =>
    recent
      .nth(place)
      .getByRole('link', name && { name })
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(recent.first()).toMatchTextContent(/Scheduled/)
  await expect.element(recent.last()).toMatchTextContent(/Draft/)
  expect(linksOf(0)).toEqual(['Too late', 'Edit'])
  await expect.element(recent.nth(1)).toMatchTextContent(/Featured/)
  expect(linksOf(1, /^(View|Edit): /)).toEqual(['View', 'Edit'])
  expect(await findProblems()).toEqual([])

  await page.getByRole('link', { name: 'View All' }).click()
  await expect.element(page.getByRole('heading', { name: 'Articles', level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('search in drafts{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  await expect.element(page.getByLabelText(/^Search/)).toHaveFocus()
  expect(window.location.hash).toBe('#search')
})

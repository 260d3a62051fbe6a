import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'

const DESK = EMPTY_DESK.functions['read-desk'] as Dashboard
const list = page.getByRole('region', { name: 'Begin your publication' })

test('a newcomer is led from an empty publication to its first readers', async () => {
  const desk = structuredClone(DESK)
  const screen = await openScreen('/admin/dashboard', { functions: { 'read-desk': () => desk } })
  await expect.element(list).toMatchTextContent(/0 of 3 steps done\./)
  await expect.element(list.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/admin/setup')

  screen.tables.settings?.push({ key: 'setup', value: 'finished' })
  desk.counts.total = 1
  await announceChange('articles')
  await announceChange('settings')
  await expect.element(list).toMatchTextContent(/2 of 3 steps done\./)
  await expect.element(list.getByRole('heading', { name: /\(done\)/ })).toHaveLength(2)
  expect(await findProblems()).toEqual([])
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await list.getByRole('button', { name: 'Copy' }).click()
  await expect.element(list).toMatchTextContent(/Copied\./)
  expect(copy).toHaveBeenCalledWith(`${window.location.origin}/newsletter`)
  await expect
    .element(list.getByRole('link', { name: 'Invite a colleague' }))
    .toHaveAttribute('href', '/admin/people#invite')
})

test('the list of first steps is hidden for good', async () => {
  const desk = structuredClone(DESK)
  const screen = await openScreen('/admin/dashboard', {
    functions: { 'read-desk': () => desk },
    calls: {
      save_settings: () => {
        desk.firstSteps.isDismissed = true
        return { conflicts: [] }
      },
    },
  })
  await list.getByRole('button', { name: 'Hide this list' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(page.getByText('Create your first article')).toBeVisible()
  expect(screen.sentTo('save_settings')).toEqual([
    { p_changes: [{ key: 'welcome', before: null, after: 'dismissed' }] },
  ])
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Dashboard } from '#core/domain/dashboard.ts'
import type { FailedJob, SystemProcess, SystemState } from '#core/domain/system.ts'
import { expectAddress } from './support/address.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { stopClock } from './support/stop-clock.ts'
import { expectToast } from './support/toasts.ts'
import { findKeyboardProblems } from './support/walk-by-keyboard.ts'

const STATE = EMPTY_DESK.functions['read-system'] as SystemState
const DESK = EMPTY_DESK.functions['read-desk'] as Dashboard

const aJob = (message: string): FailedJob => ({
  id: crypto.randomUUID(),
  name: 'purge',
  created_at: '2026-11-28T09:00:00Z',
  failed_at: '2026-11-28T09:00:00Z',
  tries: 4,
  message,
})
const aProcess = (process: Partial<SystemProcess>): SystemProcess => ({
  ...(STATE.processes[0] as SystemProcess),
  id: crypto.randomUUID(),
  host: 'web2',
  role: 'serving',
  version: '0.0.1',
  ...process,
})

const wrong = page.getByRole('list', { name: /^\d+ problems? found$/ })
const warnings = page.getByRole('list', { name: /^\d+ warnings?$/ })
const processes = page.getByRole('region', { name: 'Processes' }).getByRole('row')
const failed = page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')

test('a failed job is named on the dashboard and on System, and is tried again or dismissed', async () => {
  const state = {
    ...STATE,
    failed: [aJob('<b id="evil">this</b> [secret]'), aJob('no room')],
    failed_count: 2,
  }
  const take = ({ id }: { id: string }) => {
    state.failed = state.failed.filter((job) => job.id !== id)
    state.failed_count = state.failed.length
    return { status: 'done' }
  }
  const screen = await openScreen('/admin/dashboard', {
    functions: {
      'read-desk': () => ({
        ...DESK,
        waiting: { ...DESK.waiting, health: { ...DESK.waiting.health, failed_jobs: state.failed_count } },
      }),
      'read-system': () => state,
      'retry-job': take,
      'dismiss-job': take,
    },
  })
  const line = page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /^Something is wrong with what runs the site/ })
  await expect.element(line).toMatchTextContent(/2 failed jobs/)
  await line.click()
  await expectAddress('/admin/system')
  await expect.element(wrong).toMatchTextContent(/2 jobs failed/)
  await expect.element(page.getByText(/^Checked at/)).toBeVisible()
  expect(await findProblems()).toEqual([])
  await wrong.getByRole('link', { name: 'Look at them, and try again' }).click()
  await expectAddress('/admin/system/queue')
  await expect.element(failed.first()).toMatchTextContent(/<b id="evil">this<\/b> \[secret\]/)
  expect(document.querySelector('#evil')).toBeNull()
  expect(await findProblems()).toEqual([])

  page.getByRole('button', { name: 'Try again: Purge' }).first().element().focus()
  await userEvent.keyboard('{Enter}')
  await expectToast('The job is tried again')
  await expect.element(failed).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'Failed jobs' })).toHaveFocus()
  await page.getByRole('button', { name: 'Dismiss: Purge' }).click()
  await expectToast('The job is dismissed')
  await expect.element(page.getByText('No job has failed within a day.')).toBeVisible()
  expect(screen.sent.map(({ path }) => path.replace('functions/v1/', ''))).toEqual(
    expect.arrayContaining(['retry-job', 'dismiss-job']),
  )
  await screen.go('/admin/dashboard')
  await expect.element(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})

test('what the site cannot use is said first, with processes that are gone, and all of it by keyboard', async () => {
  const fault = {
    kind: 'mail',
    since: '2026-11-28T08:00:00Z',
    last_at: '2026-11-28T09:00:00Z',
    times: 14,
    message: 'the server did not answer',
    request_id: 'r-7',
    ended_at: null,
  }
  const state = {
    ...STATE,
    processes: [...STATE.processes, aProcess({ pid: 7001 }), aProcess({ pid: 7002, is_gone: true })],
    faults: [
      fault,
      { ...fault, kind: 'database', message: 'the connection was cut', ended_at: '2026-11-28T08:30:00Z' },
    ],
    slow: [
      {
        at: '2026-11-28T09:00:00Z',
        method: 'GET',
        route: '/search',
        status: 200,
        ms: 2_300,
        request_id: 'r-8',
      },
    ],
    errors: [
      {
        since: '2026-11-28T09:00:00Z',
        last_at: '2026-11-28T09:00:00Z',
        times: 1,
        message: 'GET /: TypeError: broken',
        request_id: 'r-9',
      },
    ],
    limits: [
      {
        limit: 'search',
        since: '2026-11-28T09:00:00Z',
        last_at: '2026-11-28T09:00:00Z',
        times: 1_240,
      },
    ],
  }
  await openScreen('/admin/system', { functions: { 'read-system': state } })
  // Below the heads of the columns.
  await expect.element(processes).toHaveLength(4)
  await expect.element(processes.nth(1)).toMatchTextContent(/Serves pages and works on jobs/)
  await expect.element(wrong).toMatchTextContent(/Mail: the server did not answer.*Since .*, \d+ times/)
  await expect.element(wrong).toMatchTextContent(/The process 7002 on web2 gives no sign of life/)
  await expect.element(warnings).toMatchTextContent(/Processes of several versions run: 0\.0\.1/)
  // The badge of the menu counts the same, and no warning.
  await expect.element(page.getByRole('heading', { name: '2 problems found' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '1 thing to decide' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'System' }).first()).toHaveAccessibleDescription(/^3\b/)
  await page.getByText(/\d+ faults? ha(s|ve) ended within a day/).click()
  await expect.element(page.getByText(/Database: the connection was cut/)).toBeVisible()
  await page.getByText('Show all 14 checks').click()
  await expect.element(page.getByRole('heading', { name: 'Clock' })).toBeVisible()
  expect(await findProblems()).toEqual([])
  await expect.element(page.getByText(/^Checked at/)).toBeVisible()
  for (const [width, height] of [
    [375, 667],
    [1280, 720],
  ] as const) {
    await page.viewport(width, height)
    expect(await findKeyboardProblems()).toEqual([])
  }
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect.element(row('GET /search')).toMatchTextContent(/Request r-8/)
  await expect.element(row('GET /: TypeError: broken')).toMatchTextContent(/r-9/)
  await expect.element(row('1,240 times')).toMatchTextContent(/Search/)
  expect(await findProblems()).toEqual([])
})

test('backups that nobody has decided on are something to decide, in the menu, too', async () => {
  const finding = { name: 'backups', state: 'warning', found: 'Automatic backups are not set up.' }
  await openScreen('/admin/dashboard', {
    functions: {
      'read-desk': { ...DESK, waiting: { ...DESK.waiting, setUp: ['backups'] } },
      'check-system': { at: '2026-11-28T09:00:00Z', findings: [finding] },
    },
  })
  const entry = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'System' })
  await expect.element(entry).toHaveAccessibleDescription(/^1\b/)
  await entry.click()
  await expect.element(page.getByText(/^Checked at/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No problems found' })).toBeVisible()
  const decisions = page.getByRole('list', { name: '1 thing to decide' })
  await expect.element(decisions).toMatchTextContent(/Automatic backups are not set up/)
  await expect.element(warnings).not.toBeInTheDocument()
  await expect.element(entry).toHaveAccessibleDescription(/^1\b/)
  expect(await findProblems()).toEqual([])
  await decisions.getByRole('link', { name: 'Look at the backups' }).click()
  await expectAddress('/admin/backups')
  await expect.element(entry).toHaveAccessibleDescription(/^1\b/)
})

test.each([768, 1280])('the version of a process is one line on a screen of %i pixels', async (width) => {
  await page.viewport(width, 800)
  const version = '1.0.0+bc9fa55'
  await openScreen('/admin/system', {
    functions: { 'read-system': { ...STATE, processes: [aProcess({ version })] } },
  })
  const cell = processes.nth(1).getByRole('cell').first()
  await expect.element(cell).toMatchTextContent(/1\.0\.0\+bc9fa55/)
  const text = document.createRange()
  text.selectNodeContents(cell.element())
  expect(new Set([...text.getClientRects()].map(({ top }) => top)).size).toBe(1)
  const next = cell.element().nextElementSibling?.getBoundingClientRect()
  expect(next?.left).toBeGreaterThan(text.getBoundingClientRect().right)
})

test('a process that joins is listed by itself, and one that leaves is not', async () => {
  const state = { ...STATE }
  const screen = await openScreen('/admin/dashboard', { functions: { 'read-system': () => state } })
  stopClock()
  await screen.go('/admin/system')
  await expect.element(processes).toHaveLength(2)
  state.processes = [...STATE.processes, aProcess({ pid: 7003, role: 'jobs' })]
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(processes.filter({ hasText: '7003 on web2' })).toMatchTextContent(/Works on jobs/)
  state.processes = STATE.processes
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(processes).toHaveLength(2)
})

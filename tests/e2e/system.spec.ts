import { randomUUID } from 'node:crypto'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { startHeartbeat } from '#server/platform/heartbeat/heartbeat.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base } from './support/new-publication.ts'
import { openDesk } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

const test = base.extend<{ sql: Sql }>({
  sql: async ({ publication }, use) => {
    const sql = connect(publication.databaseUrl, { max: 1 })
    await use(sql)
    await sql.end()
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SCREENS = [
  { width: 375, height: 667 },
  { width: 1280, height: 720 },
]
const HOSTILE = '550 <eva@example.org> refused <b id="evil">this</b> sb_secret_abcdefgh12345678'
const SHOWN = '550 <[address]> refused <b id="evil">this</b> [secret]'

const wrong = (page: Page) => page.getByRole('list', { name: /as (it|they) should be/ })
const failed = (page: Page) => page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')
const line = (page: Page) =>
  page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: 'Something is wrong with what runs the site' })

/** A job that has failed for good. */
const addFailed = (sql: Sql, message = HOSTILE) => sql`
  insert into pgboss.job (id, name, data, state, created_on, completed_on, retry_count, output, policy)
  values (${randomUUID()}, 'purge', '{}', 'failed', now(), now(), 3, ${JSON.stringify({ message })}::jsonb, 'exclusive')`

test('a failed job is named on the dashboard and on System, and is gone once it was tried again', async ({
  page,
  sql,
}) => {
  await addFailed(sql)
  await openDesk(page, DESK_ADMIN)
  await expect(line(page)).toContainText('1 failed job')
  await line(page).click()
  await expect(page).toHaveURL('/admin/system')
  await expect(wrong(page)).toContainText('1 job failed')
  await expect(page.getByText(/^Checked at/)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the overview').toEqual([])

  await wrong(page).getByRole('link', { name: 'Look at them, and try again' }).click()
  await expect(page).toHaveURL('/admin/system/queue')
  await expect(failed(page)).toHaveCount(1)
  await expect(failed(page)).toContainText(SHOWN)
  await expect(page.locator('#evil')).toHaveCount(0)
  expect(await findAccessibilityProblems(page), 'the queue').toEqual([])

  await page.getByRole('button', { name: 'Try again: Purge' }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'The job is tried again')
  await expect(page.getByText('No job has failed within a day.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
  await expect
    .poll(() => sql`select state::text from pgboss.job where name = 'purge'`)
    .toEqual([{ state: 'completed' }])

  // Another one appears by itself, and goes when nobody wants it.
  await sql`update pgboss.job set completed_on = now() - interval '1 hour' where state = 'completed'`
  await addFailed(sql, 'no room')
  await expect(failed(page)).toContainText('no room')
  await page.getByRole('button', { name: 'Dismiss: Purge' }).click()
  await expectToast(page, 'The job is dismissed')
  await expect(failed(page)).toHaveCount(0)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect(line(page)).toHaveCount(0)
})

test('a process is listed while it takes part, and what it cannot use is said first; one that was killed is named', async ({
  page,
  sql,
}) => {
  await openDesk(page, DESK_ADMIN)
  await page.goto('/admin/system')
  const processes = page.getByRole('region', { name: 'Processes' }).getByRole('row')
  // The site itself, below the heads of the columns.
  await expect(processes).toHaveCount(2)
  await expect(processes.last()).toContainText('Serves pages and works on jobs')

  const heartbeat = await startHeartbeat({ sql, dataDir: '/tmp', role: 'jobs' })
  const joined = processes.filter({ hasText: `${process.pid} on` })
  await expect(joined).toContainText('Works on jobs')
  await heartbeat.stop()
  await expect(joined).toHaveCount(0)

  const ago = (minutes: number) => new Date(Date.now() - 60_000 * minutes).toISOString()
  const fault = {
    kind: 'mail',
    since: ago(50),
    last_at: ago(1),
    times: 14,
    request_id: 'r-7',
    ended_at: null,
  }
  const ended = { ...fault, kind: 'database', since: ago(90), times: 2, ended_at: ago(80) }
  const report = {
    faults: [
      { ...fault, message: 'the server did not answer' },
      { ...ended, message: 'the connection was cut' },
    ],
    slow: [{ at: ago(2), method: 'GET', route: '/search', status: 200, ms: 2_300, request_id: 'r-8' }],
    errors: [
      { since: ago(3), last_at: ago(3), times: 1, message: 'GET /: TypeError: broken', request_id: 'r-9' },
    ],
    limits: [{ limit: 'search', since: ago(4), last_at: ago(3), times: 1_240 }],
  }
  const add = (pid: number, seconds: number, report: object) => sql`
    insert into private.processes (id, host, folder, pid, role, version, started_at, seen_at, memory_bytes, report)
    values (${randomUUID()}, 'web2', '/srv', ${pid}, 'serving', '0.0.1', now(), now() - make_interval(secs => ${seconds}), 1,
      ${JSON.stringify(report)}::jsonb)`
  await add(7001, -600, report)
  await add(7002, 60, {})
  await expect(wrong(page)).toContainText('Mail: the server did not answer')
  await expect(wrong(page)).toContainText(/Since .*, \d+ times/)
  await expect(wrong(page)).toContainText('The process 7002 on web2 gives no sign of life')
  await expect(wrong(page)).toContainText('Processes of several versions run: 0.0.1')
  await page.getByText(/\d+ faults? ha(s|ve) ended within a day/).click()
  await expect(page.getByText('Database: the connection was cut')).toBeVisible()
  await page.getByText('Show all 13 checks').click()
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'much is wrong').toEqual([])
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport)
    await page.reload()
    await expect(page.getByText(/^Checked at/)).toBeVisible()
    const { stops, reached, unseen } = await walkByKeyboard(page, 'Tab')
    expect(reached).toEqual(stops)
    expect(unseen).toEqual([])
  }

  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'GET /search' })).toContainText('Request r-8')
  await expect(page.getByRole('row').filter({ hasText: 'GET /: TypeError: broken' })).toContainText('r-9')
  await expect(page.getByRole('row').filter({ hasText: '1,240 times' })).toContainText('Search')
  expect(await findAccessibilityProblems(page), 'requests').toEqual([])

  await page.goto('/admin/dashboard')
  await expect(line(page)).toContainText('Mail · 1 process is gone')
})

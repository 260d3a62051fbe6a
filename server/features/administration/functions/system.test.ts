import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { loadDesk } from '#core/data/dashboard.ts'
import { checkSystem, dismissJob, readSystem, retryJob } from '#core/data/system.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { sentences } from '../../../../tests/support/audit.ts'
import { untilJobsAreDone } from '../../../../tests/support/jobs.ts'

const READER = { email: 'reader@example.org', password: 'a reader without a role' }
const HOSTILE =
  '550 <eva@example.org> <img src=x onerror=alert(1)>\u202e sb_secret_abcdefgh12345678\nsecond line'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  await createAdministrator(app.database.sql, READER.email, READER.password)
  await app.database.sql`
    delete from public.user_roles where user_id = (select id from auth.users where email = ${READER.email})`
})
afterAll(() => app.stop())
afterEach(() => app.database.sql`delete from pgboss.job where name = 'purge' or state = 'failed'`)

/** A job that has failed for good. */
async function addFailed({ name = 'purge', message = 'no room', minutes = 1 } = {}): Promise<string> {
  const id = randomUUID()
  await app.database.sql`
    insert into pgboss.job (id, name, data, state, created_on, completed_on, retry_count, output, policy)
    values (${id}, ${name}, '{}', 'failed', now() - interval '1 hour', now() - make_interval(mins => ${minutes}), 3,
      ${JSON.stringify({ message })}::jsonb, 'exclusive')`
  return id
}

const CALLS = [readSystem, checkSystem, (client: Client) => retryJob(client, randomUUID())] as const

test('strangers and users without a role see nothing of it', async () => {
  const reader = app.anonymous()
  await reader.auth.signInWithPassword(READER)
  for (const client of [app.anonymous(), reader]) {
    for (const call of CALLS) await expect(call(client)).rejects.toMatchObject({ name: 'FunctionsHttpError' })
    const { error } = await client.from('processes' as never).select()
    expect(error).not.toBeNull()
  }
})

test('an administrator sees versions, space, services and the queue', async () => {
  const state = await readSystem(admin)
  expect(state).toMatchObject({
    versions: {
      program: expect.stringMatching(/^\d+\.\d+\.\d+/),
      schema: expect.stringMatching(/^\d+\.\d+\.\d+ [0-9a-f]{7}$/),
      postgres: expect.stringMatching(/^\d+\./),
      node: process.versions.node,
    },
    update: { is_allowed: false },
    files: { count: 0, bytes: 0, where: expect.stringContaining('storage') },
    mail: { leaves: false, trouble: null },
    model: { name: null },
    failed: [],
    failed_count: 0,
  })
  expect(state.database_bytes).toBeGreaterThan(1_000_000)
})

test('a failed job is shown with its error, without addresses, keys and characters that nobody sees', async () => {
  const id = await addFailed({ message: HOSTILE })
  const { failed, failed_count, jobs } = await readSystem(admin)
  expect(failed).toEqual([
    {
      id,
      name: 'purge',
      created_at: expect.any(String),
      failed_at: expect.any(String),
      tries: 4,
      message: '550 <[address]> <img src=x onerror=alert(1)> [secret]',
    },
  ])
  expect(failed_count).toBe(1)
  expect(jobs).toContainEqual({ name: 'purge', waiting: 0, later: 0, running: 0, failed: 1, oldest: null })
  expect((await loadDesk(admin)).waiting.health).toEqual({ failed_jobs: 1, processes_gone: 0, faults: [] })
})

test('a failure of a scheduled job that has worked since is no failure any more', async () => {
  await addFailed({ minutes: 10 })
  await app.database.sql`
    insert into pgboss.job (name, data, state, completed_on) values ('purge', '{}', 'completed', now())`
  expect((await readSystem(admin)).failed).toEqual([])
  expect((await loadDesk(admin)).waiting.health.failed_jobs).toBe(0)
})

test('at most fifty failed jobs are listed, and all are counted', async () => {
  await app.database.sql`
    insert into pgboss.job (name, data, state, completed_on, output)
    select 'purge', '{"n": 1}', 'failed', now(), jsonb_build_object('message', repeat('x', 100000))
    from generate_series(1, 60)`
  const { failed, failed_count } = await readSystem(admin)
  expect([failed.length, failed_count]).toEqual([50, 60])
  expect(failed[0]?.message).toHaveLength(301)
})

test('a job is tried again once, and one that is gone is refused in words', async () => {
  const id = await addFailed()
  expect(await retryJob(admin, id)).toEqual({ status: 'answered', data: { status: 'retried' } })
  await untilJobsAreDone(app.database.sql)
  const [job] = await app.database.sql`select state::text from pgboss.job where id = ${id}`
  expect(job?.state).toBe('completed')
  const gone = { status: 'refused', message: 'This job does not exist any more, or has not failed.' }
  expect(await retryJob(admin, id)).toEqual(gone)
  expect(await retryJob(admin, randomUUID())).toEqual(gone)
  expect(await dismissJob(admin, id)).toEqual(gone)
  expect((await sentences(app.database.sql)).at(-1)).toBe(`${ADMIN.email} tried the failed job “purge” again`)
})

test('where only one may wait, a second one is refused', async () => {
  const id = await addFailed()
  await app.database.sql`
    insert into pgboss.job (name, data, state, start_after, policy)
    values ('purge', '{}', 'created', now() + interval '1 hour', 'exclusive')`
  expect(await retryJob(admin, id)).toEqual({
    status: 'refused',
    message: 'Another job like this one waits or runs already.',
  })
})

test('a job that has not failed cannot be dismissed, a failed one can', async () => {
  const { sql } = app.database
  const [waiting] = await sql<[{ id: string }]>`
    insert into pgboss.job (name, data, start_after) values ('purge', '{}', now() + interval '1 hour') returning id`
  expect(await dismissJob(admin, waiting.id)).toMatchObject({ status: 'refused' })
  const id = await addFailed()
  expect(await dismissJob(admin, id)).toEqual({ status: 'answered', data: { status: 'dismissed' } })
  expect((await readSystem(admin)).failed).toEqual([])
  expect(await sql`select from pgboss.job where id = ${waiting.id}`).toHaveLength(1)
  expect((await sentences(app.database.sql)).at(-1)).toBe(`${ADMIN.email} dismissed the failed job “purge”`)
})

test.each([{}, { id: 'x' }, { id: randomUUID(), name: 'purge' }, []])(
  'a body like %j names no job',
  async (body) => {
    const { error } = await admin.functions.invoke('retry-job', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(error?.context.status).toBe(400)
  },
)

test('the checks are those of the doctor', async () => {
  const { findings } = await checkSystem(admin)
  expect(findings.map(({ name }) => name)).toEqual([
    ...[
      'site',
      'address',
      'proxies',
      'database',
      'schema',
      'held',
      'worker',
      'mail',
      'model',
      'storage',
      'backups',
      'recordings',
    ],
    ...['disk', 'permissions', 'clock'],
  ])
  const of = (name: string) => findings.find((finding) => finding.name === name)
  expect(of('site')?.found).toMatch(/^The site is ready/)
  expect(of('model')).toEqual({ name: 'model', state: 'ok', found: 'No language model is set up.' })
  expect(of('database')?.found).toMatch(/^PostgreSQL 18\./)
  expect(of('held')?.state).toBe('ok')
  await app.database.sql`insert into private.restorations (made_at) values (now())`
  const { findings: held } = await checkSystem(admin)
  expect(held.find(({ name }) => name === 'held')).toMatchObject({
    state: 'warning',
    advice: 'An administrator can let it go on, on the dashboard.',
  })
  await app.database.sql`delete from private.restorations`
  expect(of('mail')).toMatchObject({ state: 'warning', found: 'Mail stays in the outbox of the admin.' })
})

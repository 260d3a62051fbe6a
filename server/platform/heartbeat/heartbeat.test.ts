import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { listProcesses, readHealth } from '#server/platform/heartbeat/read-health.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'

// A process that has seen nothing yet.
vi.resetModules()
const { endFault, reportFault } = await import('#server/platform/faults/faults.ts')
const { createLog } = await import('#server/platform/log.ts')
const { startHeartbeat } = await import('#server/platform/heartbeat/heartbeat.ts')
const { noteSlowRequest } = await import('#server/platform/report.ts')

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, { works: false })
afterEach(() => sql`delete from private.processes`)
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

const processes = async () => (await listProcesses(sql)).processes

/** A process of another machine, whose last sign of life was some seconds ago. */
async function addProcess(seconds: number, report: object = {}) {
  await sql`
    insert into private.processes (id, host, folder, pid, role, version, started_at, seen_at, memory_bytes, report)
    values (gen_random_uuid(), 'elsewhere', '/data', 7, 'jobs', '1.2.3', now() - interval '1 day',
      now() - make_interval(secs => ${seconds}), 1000, ${JSON.stringify(report)}::jsonb)`
}

test('a process is listed with what it uses while it runs, and not after its end', async () => {
  const heartbeat = await startHeartbeat({ sql, dataDir: '/', role: 'serving' })
  expect(await processes()).toEqual([
    {
      id: expect.any(String),
      host: expect.any(String),
      folder: '/',
      pid: process.pid,
      role: 'serving',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      started_at: expect.any(String),
      seen_at: expect.any(String),
      memory_bytes: expect.any(Number),
      disk_free_bytes: expect.any(Number),
      disk_bytes: expect.any(Number),
      is_gone: false,
    },
  ])
  await heartbeat.stop()
  expect(await processes()).toEqual([])
})

test('it gives signs of life, with what it has seen since, also when its row was lost', async () => {
  const heartbeat = await startHeartbeat({ sql, dataDir: '/', role: 'everything', beatMs: 20 })
  const [first] = await processes()
  const at = new Date().toISOString()
  noteSlowRequest({ at, method: 'GET', route: '/seen', status: 200, ms: 2_000, request_id: 'r' })
  createLog('silent').error('lone \ud800 and \u0000')
  await expect.poll(async () => (await listProcesses(sql)).slow).toMatchObject([{ route: '/seen' }])
  await sql`delete from private.processes`
  await expect.poll(async () => (await listProcesses(sql)).slow).toMatchObject([{ route: '/seen' }])
  const [later] = await processes()
  expect(later?.id).toBe(first?.id)
  expect(Date.parse(later?.started_at ?? '')).toBeGreaterThan(Date.parse(first?.started_at ?? '') - 1_000)
  await heartbeat.stop()
})

test('a process without a sign of life is gone, and leaves the list minutes later', async () => {
  const fault = { kind: 'mail', since: '2026-01-01T00:00:00Z', last_at: '2026-01-01T00:01:00Z', times: 3 }
  await addProcess(20, { faults: [{ ...fault, message: 'no', request_id: null, ended_at: null }] })
  await addProcess(60)
  await addProcess(400)
  expect(await readHealth(sql)).toEqual({ failed_jobs: 0, processes_gone: 2, faults: ['mail'] })
  const heartbeat = await startHeartbeat({ sql, dataDir: '/', role: 'serving' })
  expect((await processes()).map(({ is_gone }) => is_gone).toSorted()).toEqual([false, false, true])
  await heartbeat.stop()
})

test('a fault of a process is part of its sign of life, and of the health of the site until it ends', async () => {
  reportFault('mail', new Error('535 5.7.8 <eva@example.org>: authentication failed'))
  const heartbeat = await startHeartbeat({ sql, dataDir: '/', role: 'jobs', beatMs: 20 })
  const message = '535 5.7.8 <[address]>: authentication failed'
  expect((await listProcesses(sql)).faults).toMatchObject([
    { kind: 'mail', times: 1, message, ended_at: null },
  ])
  expect((await readHealth(sql)).faults).toEqual(['mail'])
  endFault('mail')
  await expect.poll(async () => (await readHealth(sql)).faults).toEqual([])
  expect((await listProcesses(sql)).faults).toMatchObject([{ kind: 'mail', ended_at: expect.any(String) }])
  await heartbeat.stop()
})

test('what several processes have seen is one: counts are added, a fault that lasts in one lasts', async () => {
  const fault = (minute: number, ended: number | null) => ({
    kind: 'database',
    since: `2026-01-01T00:0${minute}:00Z`,
    last_at: `2026-01-01T00:0${minute + 1}:00Z`,
    times: 2,
    message: `at ${minute}`,
    request_id: null,
    ended_at: ended === null ? null : `2026-01-01T00:0${ended}:00Z`,
  })
  const hit = { limit: 'search', times: 2, last_at: '2026-01-02T00:00:00Z' }
  await addProcess(0, {
    faults: [fault(1, 3), fault(5, 6)],
    limits: [{ ...hit, since: '2026-01-01T10:00:00Z' }],
  })
  await addProcess(0, {
    faults: [fault(2, 4), fault(5, null)],
    limits: [{ ...hit, since: '2026-01-01T09:00:00Z' }],
  })
  const { faults, limits } = await listProcesses(sql)
  expect(limits).toEqual([{ ...hit, since: '2026-01-01T09:00:00Z', times: 4 }])
  expect(faults).toMatchObject([
    { since: '2026-01-01T00:05:00Z', times: 4, ended_at: null },
    { since: '2026-01-01T00:01:00Z', times: 4, ended_at: '2026-01-01T00:04:00Z', message: 'at 2' },
  ])
})

test('while the database is silent, a stop waits for a second at most', async () => {
  const proxy = await startDatabaseProxy(database.address)
  const silent = connect(proxy.url, { max: 1 })
  const heartbeat = await startHeartbeat({ sql: silent, dataDir: '/', role: 'serving', beatMs: 10 })
  proxy.fallSilent()
  const started = performance.now()
  await heartbeat.stop()
  // Only after five seconds would the statement fail.
  expect(performance.now() - started).toBeLessThan(5_000)
  await proxy.close()
  await silent.end()
})

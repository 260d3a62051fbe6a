import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { startSending } from '#server/newsletter/send/start-sending.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestJobs } from '../support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../support/newsletter-issues.ts'
import { sharedResource } from '../support/shared-resources.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const READERS = 500
const KILLS = 5
const LANGUAGES = ['en', 'de', 'pt'] as const

let database: TestDatabase
let sink: MailSink
let dataDirs: ReturnType<typeof temporaryDataDir>[]
let running: MainProcess[]

beforeEach(async () => {
  database = await createTestDatabase()
  sink = await startMailSink({ keeps: 'receipts' })
  dataDirs = [temporaryDataDir(), temporaryDataDir()]
  running = []
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await sink.close()
  for (const dataDir of dataDirs) await dataDir.remove()
  await database.drop()
})

/** Starts a process that only works on jobs, with a data folder of its own. */
async function startWorker(index: number): Promise<MainProcess> {
  const { host, port, user } = await sharedResource('postgres')
  const { database: name } = database.address as { database: string }
  const main = runMain({
    DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: dataDirs[index]?.path ?? '',
    PORT: '0',
    DEMO: '0',
    WORKER: 'only',
    ADMIN_PASSWORD: 'a long password',
    JWT_SECRET: 'the same secret in all of the processes',
    SMTP_URL: sink.url,
  })
  running[index] = main
  await main.printed(/AI Watch {3}(http:\S+)/)
  return main
}

/** Looks at the ledger until it is told to stop, and counts how often its sum was wrong. */
function watchSum(issueId: string) {
  const stopping = new AbortController()
  let looks = 0
  let wrong = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { isComplete } = await countDeliveries(database.sql, issueId)
      looks += 1
      if (!isComplete) wrong += 1
      await delay(20)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
      return { looks, wrong }
    },
  }
}

test('with two processes that are killed five times, nobody gets two, and nobody is missing but those listed as uncertain', async () => {
  const { sql } = database
  await addReaders(sql, READERS, LANGUAGES)
  const { id } = await addApprovedIssue(sql, { languages: LANGUAGES })
  sink.behave({ kind: 'accept', afterMs: 100 })
  const workers = [await startWorker(0), await startWorker(1)]
  const desk = await startTestJobs(database, { works: false, log: createLog('silent') })
  expect(await startSending(desk.services, id, null)).toEqual({ status: 'begun', isFirst: true })
  const sum = watchSum(id)
  for (let kill = 1; kill <= KILLS; kill++) {
    // At any moment between two kills.
    const count = (kill - 1) * 70 + 10 + Math.floor(Math.random() * 60)
    await expect.poll(() => sink.receipts.length, { timeout: 100_000, interval: 5 }).toBeGreaterThan(count)
    const victim = Math.floor(Math.random() * workers.length)
    workers[victim]?.child.kill('SIGKILL')
    await workers[victim]?.ended
    workers[victim] = await startWorker(victim)
  }
  // What a dead process had claimed is settled once it has been silent for a minute.
  await expect
    .poll(async () => (await countDeliveries(sql, id)).status, { timeout: 300_000, interval: 500 })
    .toBe('sent')
  const { looks, wrong } = await sum.stop()
  await desk.stop()
  expect(looks).toBeGreaterThan(50)
  expect(wrong).toBe(0)

  const copies = Map.groupBy(sink.receipts, ({ to }) => to)
  expect([...copies].filter(([, list]) => list.length > 1)).toEqual([])
  const rows = await sql<{ email: string; status: string }[]>`
    select email, status from public.newsletter_deliveries where issue_id = ${id}`
  expect(new Set(rows.map(({ status }) => status)).difference(new Set(['sent', 'uncertain']))).toEqual(
    new Set(),
  )
  const missing = rows.filter(({ email }) => !copies.has(email))
  expect(missing.filter(({ status }) => status !== 'uncertain')).toEqual([])
  const uncertain = rows.filter(({ status }) => status === 'uncertain')
  expect(uncertain.length).toBeGreaterThan(0)
  // Each kill leaves no more behind than one process had claimed.
  expect(uncertain.length).toBeLessThan(READERS / 2)
}, 600_000)

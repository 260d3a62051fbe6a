import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onlyForSections } from '#server/features/newsletter/render/personalise-message.ts'
import { resendUncertain } from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import { createLog } from '#server/platform/log.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestJobs } from '../support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../support/newsletter-issues.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const READERS = 500
/** Readers who have only chosen sections that are not in the issue. */
const WITH_NOTHING = 40
const KILLS = 5
/** The connections of each process to the mail server, if SMTP_URL does not set them. */
const CONNECTIONS = 5
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
  for (const main of running) await main.stop()
  await sink.close()
  for (const dataDir of dataDirs) await dataDir.remove()
  await database.drop()
})

/** Starts a process that only works on jobs, with a data folder of its own. */
async function startWorker(index: number): Promise<MainProcess> {
  const main = runMain({
    DATABASE_URL: database.url,
    DATA_DIR: dataDirs[index]?.path ?? '',
    PORT: '0',
    DEMO: '0',
    WORKER: 'only',
    ADMIN_PASSWORD: 'a long password',
    JWT_SECRET: 'the same secret in all of the processes',
    SMTP_URL: sink.url,
  })
  running[index] = main
  await main.address()
  return main
}

/** Polls the deliveries until it is stopped, and counts how often their sum was wrong, and the most that one process was sending. */
function watchDeliveries(issueId: string) {
  const stopping = new AbortController()
  const seen = { looks: 0, wrong: 0, mostOfOneProcess: 0 }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { isComplete } = await countDeliveries(database.sql, issueId)
      seen.looks += 1
      if (!isComplete) seen.wrong += 1
      const perProcess = await database.sql<{ count: number }[]>`
        select count(*)::int as count from public.newsletter_deliveries where status = 'sending' group by batch_id`
      seen.mostOfOneProcess = Math.max(seen.mostOfOneProcess, ...perProcess.map(({ count }) => count))
      await delay(20)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await watching
      return seen
    },
  }
}

test('with two processes that are killed five times, each kill leaves at most as many uncertain as there are connections, and only a resend sends twice', async () => {
  const { sql } = database
  await addReaders(sql, READERS, LANGUAGES)
  await sql`update public.newsletter_subscribers set sections = '{tech}' where email like 'reader-%5@example.org'`
  await sql`
    insert into public.newsletter_subscribers (email, confirmed, sections)
    select 'idle-' || n || '@example.org', true, '{hack}' from generate_series(1, ${WITH_NOTHING}) as n`
  const html = `<p>Hello.</p>${onlyForSections(['tech'], '<p>About chips.</p>')}`
  const { id } = await addApprovedIssue(sql, { languages: LANGUAGES, html })
  sink.behave({ kind: 'accept', afterMs: 100 })
  const workers = [await startWorker(0), await startWorker(1)]
  const desk = await startTestJobs(database, {
    works: false,
    smtpUrl: 'smtp://smtp.example.org',
    log: createLog('silent'),
  })
  expect(await startSending(desk.services, id, null)).toEqual({ status: 'begun', isFirst: true })
  const deliveries = watchDeliveries(id)
  for (let kill = 1; kill <= KILLS; kill++) {
    // The kill comes at any moment between two others.
    const count = (kill - 1) * 70 + 10 + Math.floor(Math.random() * 60)
    await expect.poll(() => sink.receipts.length, { timeout: 100_000, interval: 5 }).toBeGreaterThan(count)
    const victim = Math.floor(Math.random() * workers.length)
    workers[victim]?.child.kill('SIGKILL')
    await workers[victim]?.ended
    // A minute later the mails of the dead process are settled, and those of the living one, too, as if it were dead.
    await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
    await resumeNewsletters(desk.services)
    workers[victim] = await startWorker(victim)
  }
  await expect.poll(() => statusOf(id), { timeout: 300_000, interval: 100 }).toBe('sent')
  const { looks, wrong, mostOfOneProcess } = await deliveries.stop()
  expect(looks).toBeGreaterThan(50)
  expect(wrong).toBe(0)
  expect(mostOfOneProcess).toBeLessThanOrEqual(CONNECTIONS)

  expect(sentTwice()).toEqual([])
  const rows = await sql<{ email: string; status: string }[]>`
    select email, status from public.newsletter_deliveries where issue_id = ${id}`
  expect(
    new Set(rows.map(({ status }) => status)).difference(new Set(['sent', 'uncertain', 'empty'])),
  ).toEqual(new Set())
  const reached = new Set(sink.receipts.map(({ to }) => to))
  const uncertain = rows.filter(({ status }) => status === 'uncertain').map(({ email }) => email)
  expect(rows.filter(({ email, status }) => status === 'sent' && !reached.has(email))).toEqual([])
  expect(uncertain.length).toBeLessThanOrEqual(KILLS * CONNECTIONS)

  if (uncertain.length > 0) {
    expect(await resendUncertain(desk.services, { issueId: id, actor: null })).toEqual({ status: 'done' })
    await expect.poll(() => statusOf(id), { timeout: 300_000, interval: 100 }).toBe('sent')
  }
  await desk.stop()
  expect(await countDeliveries(sql, id)).toMatchObject({
    counts: { sent: READERS, empty: WITH_NOTHING },
    isComplete: true,
  })
  expect(new Set(sink.receipts.map(({ to }) => to)).size).toBe(READERS)
  expect(sentTwice().filter((email) => !uncertain.includes(email))).toEqual([])
}, 600_000)

const statusOf = async (issueId: string) => (await countDeliveries(database.sql, issueId)).status

/** The addresses that got more than one copy. */
const sentTwice = () =>
  [...Map.groupBy(sink.receipts, ({ to }) => to)].flatMap(([to, copies]) => (copies.length > 1 ? [to] : []))

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { followNewsletterJob, resumeNewslettersJob } from '#server/features/newsletter/jobs.ts'
import {
  resendUncertain,
  resumeSending,
  retryFailed,
} from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import type { Services } from '#server/features/services.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import type { MailSink } from '../mocks/mail-sink.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { addIssue, insertArticle, readIssueRow, setSettings } from '../support/issues.ts'
import { hurryJobs, startTestJobs, untilJobsAreDone } from '../support/jobs.ts'
import { addReaders, countDeliveries } from '../support/newsletter-issues.ts'
import { addPerson, asPerson, type Person } from '../support/sessions-of-roles.ts'
import { startSmtpSenders } from '../support/smtp-senders.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'

const READERS = 6
const EVERYBODY = Array.from({ length: READERS }, (_, index) => `reader-${index + 1}@example.org`)
const REFUSED = 'reader-6@example.org'
const MOMENTS = [
  'before the draft',
  'draft',
  'approved',
  'scheduled',
  'due',
  'started',
  'some are sent',
  'paused',
  'sent but for one that failed',
  'sent',
] as const
type Moment = (typeof MOMENTS)[number]
const ASKED: readonly Moment[] = MOMENTS.slice(1, 8)

const folder = createTemporaryFolder('restored-newsletter', memoryFolder())
/** The place of each backup, to be copied, and the recipients who had the issue when the backup was made. */
const backups = new Map<Moment, { place: TestDatabase; had: string[] }>()
let nora: Person
let issueId = ''

const whoHas = ({ receipts }: Pick<MailSink, 'receipts'>) => receipts.map(({ to }) => to).toSorted()

/** Messages after the first one wait until they are let go. */
function createGate() {
  const opened = Promise.withResolvers<void>()
  let sent = 0
  let waiting = 0
  return {
    opened,
    waiting: () => waiting,
    wrap: (transport: MailTransport): MailTransport => ({
      ...transport,
      async send(...mail) {
        if (sent++ > 0) {
          waiting++
          await opened.promise
        }
        return transport.send(...mail)
      },
    }),
  }
}

const readStatus = async (sql: TestDatabase['sql']) =>
  (await sql<{ status: string }[]>`select status from public.newsletter_issues where id = ${issueId}`)[0]
    ?.status

async function approve(
  services: Services,
  { sendAt = null as Date | null, pauseAfter = null as number | null } = {},
) {
  const { revision } = await readIssueRow(services.sql, issueId)
  const approval = { issueId, revision, accepted: CHECKLIST_CODES, sendAt, pauseAfter, actor: nora.id }
  expect(await approveIssue(services, approval)).toMatchObject({ status: 'done' })
}

/** One site lives through an issue from before its draft to its end, and is backed up on the way. */
async function live(): Promise<void> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { sql } = database
  const jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  const { services } = jobs
  nora = await addPerson(sql, { name: 'nora', role: 'admin' })
  await addReaders(sql, READERS)
  await setSettings(services, { newsletter_reply_to: 'desk@example.org' })
  // On whatever day this runs, the clock makes no draft of its own.
  await sql`
    insert into private.newsletter_sundays (sunday, settled_at)
    select day, now() from generate_series(current_date - 1, current_date + 14, interval '1 day') as day
    where extract(isodow from day) = 7`
  const article = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  const site = openPlace(database, join(folder, 'site'))
  async function backUp(moment: Moment, had: string[] = []) {
    await site.backUp()
    const place = await createTestDatabase({ bare: true })
    onTestFinished(() => place.drop())
    await openPlace(place, join(folder, moment)).restore(site.file)
    // Only one to which nobody is connected can be copied.
    await place.cut()
    backups.set(moment, { place, had })
  }

  await backUp('before the draft')
  issueId = await addIssue(sql, { articles: [article] })
  await backUp('draft')
  await approve(services)
  await backUp('approved')
  await reopenIssue(sql, { issueId, actor: nora.id })
  const due = new Date(Date.now() + 5_000)
  await approve(services, { sendAt: due, pauseAfter: 3 })
  await backUp('scheduled')
  await vi.waitUntil(() => Date.now() > due.getTime(), { timeout: 20_000 })
  await backUp('due')
  await startSending(services, issueId, nora.id)
  await backUp('started')

  const gate = createGate()
  const { sink } = await startSmtpSenders(database, { wrap: gate.wrap })
  const counts = async () => (await countDeliveries(sql, issueId)).counts
  await vi.waitUntil(async () => (await counts()).sent === 1 && gate.waiting() > 0, { timeout: 20_000 })
  await backUp('some are sent', whoHas(sink))
  gate.opened.resolve()
  const becomes = (status: string) =>
    vi.waitUntil(async () => (await readStatus(sql)) === status, { timeout: 20_000 })
  await becomes('paused')
  await backUp('paused', whoHas(sink))
  sink.behave(({ to }) => (to === REFUSED ? { kind: 'refuse', at: 'data', code: 554 } : { kind: 'accept' }))
  await resumeSending(services, { issueId, actor: nora.id })
  await becomes('sent')
  await backUp('sent but for one that failed', whoHas(sink))
  sink.behave({ kind: 'accept' })
  await retryFailed(services, { issueId, actor: nora.id })
  await vi.waitUntil(async () => (await counts()).sent === READERS, { timeout: 20_000 })
  await becomes('sent')
  await backUp('sent', whoHas(sink))
  expect(whoHas(sink)).toEqual(EVERYBODY)
  await jobs.stop()
}

/** Whatever the clock starts, until nothing is left to do. */
async function letTheClockRun({ queue, sql }: Services) {
  await queue.enqueue(followNewsletterJob, {})
  await queue.enqueue(resumeNewslettersJob, {})
  // A worker that has just started looks for what it has not heard of only every ten seconds.
  const hurrying = setInterval(() => void hurryJobs(sql).catch(() => {}), 100)
  await untilJobsAreDone(sql).finally(() => clearInterval(hurrying))
}

const call = (
  database: TestDatabase,
  work: (request: TestDatabase['sql']) => Promise<{ status: string }[]>,
) => asPerson(database.sql, nora, async (request) => (await work(request))[0]?.status)

/** Restores a place, which sends nothing by itself, and answers the question. Returns the recipients who got the issue from it. */
async function restore(moment: Moment, wasSent: boolean): Promise<string[]> {
  const { place } = backups.get(moment) ?? {}
  const database = await createTestDatabase({ copyOf: place?.address.database ?? '' })
  onTestFinished(() => database.drop())
  const { sql } = database
  await sql`insert into auth.sessions (id, user_id, aal) values (${nora.session}, ${nora.id}, 'aal1')`
  const { sink, deps: services, stop } = await startSmtpSenders(database)
  await letTheClockRun(services)
  expect(
    await call(database, (request) => request`select public.confirm_restoration() ->> 'status' as status`),
  ).toBe('confirmed')
  await letTheClockRun(services)
  expect(whoHas(sink)).toEqual([])

  const isAsked = ASKED.includes(moment)
  const answered = await call(
    database,
    (request) => request`select public.answer_restored_issue(${issueId}, ${wasSent}) ->> 'status' as status`,
  )
  expect(answered).toBe(isAsked ? 'answered' : 'not_asked')
  if (isAsked && !wasSent) {
    if (moment === 'draft') await approve(services)
    const send = moment === 'draft' || moment === 'approved' || moment === 'scheduled' || moment === 'due'
    if (send) await startSending(services, issueId, nora.id)
    else expect(await resumeSending(services, { issueId, actor: nora.id })).toEqual({ status: 'done' })
  }
  if (moment === 'some are sent' && !wasSent) {
    // The state of mails in hand is unknown until the process that had them has been silent for a minute.
    await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
    await letTheClockRun(services)
    await resendUncertain(services, { issueId, actor: nora.id })
  }
  if (moment === 'sent but for one that failed' && !wasSent)
    await retryFailed(services, { issueId, actor: nora.id })
  await letTheClockRun(services)
  if ((await readStatus(sql)) === 'paused') {
    // Sending pauses after three failures, as it was approved.
    await resumeSending(services, { issueId, actor: nora.id })
    await letTheClockRun(services)
  }
  await stop()
  return whoHas(sink)
}

test('at whatever moment around an issue a backup is made: once it is restored, nobody has the issue twice, and after the answer nobody is left out', async () => {
  await mkdir(join(folder, 'site'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await live()
  for (const moment of MOMENTS) {
    // The site of the backup went on to the end.
    expect.soft(await restore(moment, true), `went on: ${moment}`).toEqual([])
    // It ended with the backup.
    const all = [...(backups.get(moment)?.had ?? []), ...(await restore(moment, false))]
    const everybody = moment === 'before the draft' ? [] : EVERYBODY
    expect.soft(all.toSorted(), `ended: ${moment}`).toEqual(everybody)
  }
}, 180_000)

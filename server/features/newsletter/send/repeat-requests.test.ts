import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs.ts'
import { resumeSending, retryFailed } from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import { createLog } from '#server/platform/log.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'
import { type ResendServer, startResendServer } from '../../../../tests/mocks/resend-server.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { alwaysBy, startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyTables(sql, 'public.newsletter_issues, public.newsletter_subscribers, public.settings')
  await sql`truncate private.newsletter_batches, private.newsletter_paces, private.newsletter_quotas`
  await sql`delete from pgboss.job where name like '%newsletter%'`
})

const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl: 'https://aiwatch.example' })

async function startSenders({
  count = 1,
  timeoutMs = 30_000,
  resend,
  key,
}: {
  count?: number
  timeoutMs?: number
  resend?: ResendServer
  /** Another one than the server's. */
  key?: string
} = {}) {
  const server = resend ?? (await startResendServer())
  const processes: TestJobs[] = []
  for (let index = 0; index < count; index++) {
    const mail = createResendTransport({ key: key ?? server.key, baseUrl: server.url, sender, timeoutMs })
    // A request that hangs is not waited for when its process ends.
    const jobs = await startTestJobs(database, { mail, log: createLog('silent'), drainMs: 100, haste: 20 })
    processes.push({ ...jobs, services: { ...jobs.services, mail: alwaysBy(jobs.services.mail, mail) } })
  }
  const stop = async () => {
    for (const jobs of processes.splice(0)) await jobs.stop()
  }
  onTestFinished(async () => {
    await stop()
    await server.close()
  })
  const [first] = processes
  if (!first) throw new TypeError('There must be a process')
  return { resend: server, deps: first.services, stop }
}

const recipients = ({ mails }: { mails: { to: string[] }[] }) => mails.flatMap(({ to }) => to).toSorted()
const statusOf = async (id: string) => (await countDeliveries(sql, id)).status

/** Lets what was refused for the moment be due at once, instead of after seconds or a minute. */
async function hurriedStatusOf({ queue }: TestJobs['services'], id: string) {
  const due = await sql`
    update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now() returning id`
  if (due.length > 0) await queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  return statusOf(id)
}

test('a hundred mails leave with each request, once, by two processes', async () => {
  await addReaders(sql, 450)
  const { id } = await addApprovedIssue(sql)
  const { resend, deps } = await startSenders({ count: 2 })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 450 }, isComplete: true })
  expect(resend.requests.filter(({ path }) => path === '/emails/batch')).toHaveLength(5)
  expect(new Set(recipients(resend)).size).toBe(450)
  expect(resend.mails).toHaveLength(450)
})

test('whatever is answered, each gets one mail: 429, 500, a lost connection, a time-out after it was taken', async () => {
  await addReaders(sql, 700)
  const { id } = await addApprovedIssue(sql)
  const { resend, deps } = await startSenders({ timeoutMs: 1_000 })
  resend.script(
    { kind: 'answer', status: 429, retryAfter: '1' },
    { kind: 'answer', status: 500, taken: true },
    { kind: 'answer', status: 500, taken: false },
    { kind: 'drop', taken: true },
    { kind: 'drop', taken: false },
    { kind: 'hang', taken: true },
    { kind: 'hang', taken: false },
  )
  await startSending(deps, id, null)
  await expect.poll(() => hurriedStatusOf(deps, id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 700 }, isComplete: true })
  expect(resend.mails).toHaveLength(700)
  expect(new Set(recipients(resend)).size).toBe(700)
})

test('one bad address among a hundred fails alone', async () => {
  await addReaders(sql, 100)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 1 })
  const { resend, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  await sql`update public.newsletter_subscribers set email = 'no address' where email = 'reader-42@example.org'`
  await sql`update public.newsletter_deliveries set email = 'no address' where email = 'reader-42@example.org'`
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 99, failed: 1 }, isComplete: true })
  expect(resend.mails).toHaveLength(99)
  expect(new Set(recipients(resend)).size).toBe(99)
})

/** A process that ended while its only request was under way, which was taken. */
async function endWithRequest({ readers }: { readers: number }) {
  await addReaders(sql, readers)
  const { id } = await addApprovedIssue(sql)
  const { resend, deps, stop } = await startSenders()
  resend.behave({ kind: 'hang', taken: true })
  await startSending(deps, id, null)
  await expect.poll(() => resend.requests.length).toBe(1)
  await stop()
  // It is unknown whether it was accepted, so its rows stay as they are.
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sending: readers }, isComplete: true })
  resend.behave({ kind: 'accept' })
  await sql`update private.newsletter_batches set seen_at = now() - interval '5 minutes'`
  return { id, resend }
}

test('the request of a dead process is sent again as it was, and delivered once', async () => {
  const { id, resend } = await endWithRequest({ readers: 100 })
  const second = await startSenders({ resend })
  await resumeNewsletters(second.deps)
  await second.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 100 }, isComplete: true })
  expect(resend.mails).toHaveLength(100)
  const keys = resend.requests.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  // No address is left in what was stored.
  expect(await sql`select from private.newsletter_batches`).toEqual([])
})

test('a request is not repeated with another key, which may be of another account: its rows are uncertain', async () => {
  const { id, resend } = await endWithRequest({ readers: 3 })
  const other = await startSenders({ resend, key: 're_of_another_account' })
  await other.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await resumeNewsletters(other.deps)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { uncertain: 3 }, isComplete: true })
  expect(resend.requests).toHaveLength(1)
  expect(await sql`select from private.newsletter_batches`).toEqual([])
})

test('a deleted subscriber is removed from a stored request, which cannot be repeated then', async () => {
  const { id, resend } = await endWithRequest({ readers: 3 })
  const stored = () => sql<{ request: string | null }[]>`select request from private.newsletter_batches`
  expect((await stored())[0]?.request).toContain('reader-2@example.org')
  await sql`delete from public.newsletter_subscribers where email = 'reader-2@example.org'`
  expect(await stored()).toEqual([{ request: null }])
  const second = await startSenders({ resend })
  await second.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await resumeNewsletters(second.deps)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { uncertain: 3 }, isComplete: true })
  expect(resend.requests).toHaveLength(1)
})

/** Runs a statement right after each claim of a batch, before its request is stored. Returns what ends that. */
async function afterClaims(statement: string): Promise<() => Promise<void>> {
  await sql.script(`
    create function public.test_after_claim() returns trigger language plpgsql as $$
    begin
      ${statement};
      return new;
    end $$;
    create trigger test_after_claim after insert on private.newsletter_batches
    for each row execute function public.test_after_claim()`)
  const end = () => sql.script('drop function if exists public.test_after_claim cascade')
  onTestFinished(end)
  return end
}

test.each([
  ['was deleted', `delete from public.newsletter_subscribers where email = 'reader-2@example.org'`],
  [
    'has left',
    `update public.newsletter_subscribers set is_active = false where email = 'reader-2@example.org'`,
  ],
])(
  'a request is neither stored nor sent when one of its recipients %s after they were claimed',
  async (_what, statement) => {
    await addReaders(sql, 3)
    const { id } = await addApprovedIssue(sql)
    const { resend, deps } = await startSenders()
    await afterClaims(statement)
    await startSending(deps, id, null)
    await expect.poll(() => statusOf(id)).toBe('sent')
    expect(await countDeliveries(sql, id)).toMatchObject({
      counts: { sent: 2, skipped: 1 },
      isComplete: true,
    })
    expect(recipients(resend)).toEqual(['reader-1@example.org', 'reader-3@example.org'])
  },
)

test('a request that was claimed before a pause is not sent after it', async () => {
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql)
  const { resend, deps } = await startSenders()
  const end = await afterClaims(`update public.newsletter_issues set status = 'paused'`)
  await startSending(deps, id, null)
  await expect
    .poll(async () => await countDeliveries(sql, id))
    .toEqual({ status: 'paused', counts: { pending: 3 }, isComplete: true })
  await end()
  expect(recipients(resend)).toEqual([])
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients(resend)).toHaveLength(3)
})

test('what may have been taken and is refused when it is repeated is uncertain, and is in no other request', async () => {
  await addReaders(sql, 4)
  const { id } = await addApprovedIssue(sql)
  const { resend, deps } = await startSenders()
  resend.script(
    { kind: 'answer', status: 500, taken: true },
    { kind: 'answer', status: 413, name: 'payload_too_large' },
  )
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { uncertain: 4 }, isComplete: true })
  expect(recipients(resend)).toHaveLength(4)
  expect(resend.requests).toHaveLength(2)
})

test('two processes that repeat a request at the same time have it delivered once', async () => {
  const { id, resend } = await endWithRequest({ readers: 5 })
  resend.script({ kind: 'answer', status: 409, name: 'concurrent_idempotent_requests' })
  const { deps } = await startSenders({ count: 2, resend })
  for (let turn = 0; turn < 4; turn++) await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 5 }, isComplete: true })
  expect(resend.mails).toHaveLength(5)
})

test('a clock that was set back neither keeps a batch for ever nor makes an old request seem new', async () => {
  const { id } = await endWithRequest({ readers: 2 })
  const batch = () => sql<{ seen: string }[]>`select seen_at <= now() as seen from private.newsletter_batches`
  await sql`
    update private.newsletter_batches set seen_at = now() + interval '1 day', requested_at = now() + interval '1 day'`
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  onTestFinished(() => desk.stop())
  const transport = createResendTransport({ key: 're_any', baseUrl: 'http://127.0.0.1:1', sender })
  const mail = alwaysBy(desk.services.mail, transport)
  await resumeNewsletters({ ...desk.services, mail })
  // A process that is alive sends a heartbeat within a minute.
  expect(await batch()).toEqual([{ seen: true }])
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await resumeNewsletters({ ...desk.services, mail })
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { uncertain: 2 } })
})

test.each([
  [
    'left',
    (email: string) => sql`update public.newsletter_subscribers set is_active = false where email = ${email}`,
  ],
  [
    'was erased',
    (email: string) =>
      sql`select private.erase_subscriber(id) from public.newsletter_subscribers where email = ${email}`,
  ],
])(
  'the request of a dead process is not repeated an hour later for a recipient who %s since',
  async (_, leave) => {
    await addReaders(sql, 3)
    const { id } = await addApprovedIssue(sql)
    const first = await startSenders()
    const { resend } = first
    resend.behave({ kind: 'hang', taken: false })
    await startSending(first.deps, id, null)
    await expect.poll(() => resend.requests.length).toBe(1)
    await first.stop()
    await leave('reader-2@example.org')
    await sql`
    update private.newsletter_batches
    set seen_at = now() - interval '1 hour', requested_at = now() - interval '1 hour'`
    resend.behave({ kind: 'accept' })
    const second = await startSenders({ resend })
    await second.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
    await expect.poll(() => statusOf(id)).toBe('sent')
    expect(await countDeliveries(sql, id)).toMatchObject({ counts: { uncertain: 3 }, isComplete: true })
    expect(resend.mails).toEqual([])
    expect(await sql`select from private.newsletter_batches`).toEqual([])
  },
)

test('what was being handed over a day ago is uncertain, and what was never requested is pending again', async () => {
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql)
  const { deps, resend } = await startSenders()
  resend.behave({ kind: 'answer', status: 403, name: 'invalid_api_key' })
  await startSending(deps, id, null)
  await expect.poll(() => hurriedStatusOf(deps, id)).toBe('paused')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { pending: 3 } })
  const { batches } = await deps.mail.current()
  const [old, untouched] = await sql<{ id: string }[]>`
    insert into private.newsletter_batches (issue_id, transport, seen_at, request, idempotency_key, requested_at, account)
    values (${id}, 'resend', now() - interval '25 hours', '[]', 'a key', now() - interval '25 hours', ${batches?.account}),
      (${id}, 'resend', now() - interval '25 hours', null, null, null, null) returning id`
  await sql`
    update public.newsletter_deliveries set status = 'sending', attempts = 1,
      batch_id = case when email = 'reader-1@example.org' then ${old?.id}::uuid else ${untouched?.id}::uuid end`
  await resumeNewsletters(deps)
  expect(await sql`select email, status, attempts from public.newsletter_deliveries order by email`).toEqual([
    { email: 'reader-1@example.org', status: 'uncertain', attempts: 1 },
    { email: 'reader-2@example.org', status: 'pending', attempts: 0 },
    { email: 'reader-3@example.org', status: 'pending', attempts: 0 },
  ])
  expect(await retryFailed(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
})

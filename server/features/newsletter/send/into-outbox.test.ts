import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { approveNewsletter, checkNewsletter } from '#core/data/newsletter-approval.ts'
import { controlNewsletter, sendIssue, sendNewsletter } from '#core/data/newsletter-sending.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { runScheduler } from '#server/features/newsletter/schedule/scheduler.ts'
import { resumeSending, retryFailed } from '#server/features/newsletter/send/control-sending.ts'
import { sendContent } from '#server/features/newsletter/send/send-content.ts'
import { sendIssue as workOnIssue } from '#server/features/newsletter/send/send-issue.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { type MailSink, startMailSink } from '../../../../tests/mocks/mail-sink.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addIssue, addSubscribers, insertArticle, readIssueRow } from '../../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs, untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { addApprovedIssue } from '../../../../tests/support/newsletter-issues.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const CONTENT = { subject: 'The week in AI', content: '<p>What happened.</p>' }
const NO_TRANSPORT = expect.stringMatching(/^No mail leaves this site, so nobody would get the newsletter/)
const KEPT = expect.stringMatching(/^The newsletter was to stay in the outbox/)
const STAYS = expect.stringMatching(/what stayed there never leaves/)

let app: TestApp
let admin: Client
let sink: MailSink
/** The same site, once it has a mail server. */
let later: TestJobs
let issueId: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  sink = await startMailSink({ keeps: 'receipts' })
  later = await startTestJobs(app.database, { works: false, smtpUrl: sink.url })
})
afterAll(async () => {
  await later.stop()
  await sink.close()
  await app.stop()
})
beforeEach(async () => {
  const { sql } = app.database
  // A job that still works holds what is emptied.
  await untilJobsAreDone(sql)
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.outbox_mails, private.rate_limits',
  )
  await addSubscribers(sql, { en: 3 })
  issueId = await addIssue(sql, { articles: [await insertArticle(sql, { slug: 'one', title: 'One' })] })
})

const approve = async (overrides: object = {}) => {
  const { revision } = await readIssueRow(app.database.sql, issueId)
  return approveNewsletter(admin, { issueId, revision, accepted: CHECKLIST_CODES, ...overrides })
}
const stored = async (id = issueId) => {
  const [row] = await app.database.sql`
    select status, into_outbox, held_reason from public.newsletter_issues where id = ${id}`
  return row
}
/** Counts the subscribers who have a newsletter in the outbox, and those who were sent one. */
const reached = async () => {
  const [row] = await app.database.sql<[{ count: number }]>`
    select count(*)::int from public.outbox_mails where recipient like 'reader-%'`
  return [row.count, sink.receipts.filter(({ to }) => to.startsWith('reader-')).length]
}

describe('without a mail server', () => {
  test('the checklist blocks an approval, whatever is accepted, until the outbox is wanted', async () => {
    const checked = await checkNewsletter(admin, issueId)
    const finding = { code: 'no_transport', blocks: true, language: null, detail: null }
    expect(checked.status === 'answered' && checked.data.findings[0]).toEqual(finding)
    for (const refused of [{}, { intoOutbox: false }])
      expect(await approve(refused)).toMatchObject({ status: 'findings', message: NO_TRANSPORT })
    expect(await stored()).toMatchObject({ status: 'draft', into_outbox: false })
    expect(await approve({ intoOutbox: true })).toMatchObject({ status: 'answered' })
    expect(await stored()).toMatchObject({ status: 'approved', into_outbox: true })
    const [event] = await app.database.sql`
      select reason from public.newsletter_issue_events where event = 'approved'`
    expect(event?.reason).toContain('no mail server is set up, so every message stays in the outbox')
    expect(await sendIssue(admin, issueId)).toMatchObject({
      data: { success: true, totalSent: 3, totalSubscribers: 3, inOutbox: true },
    })
    expect(await reached()).toEqual([3, 0])
  })

  test('what was approved for subscribers is not begun without saying so', async () => {
    const { id } = await addApprovedIssue(app.database.sql)
    expect(await sendIssue(admin, id)).toEqual({ status: 'refused', message: NO_TRANSPORT })
    expect(await app.database.sql`select from public.newsletter_deliveries`).toEqual([])
    expect(await sendIssue(admin, id, { intoOutbox: true })).toMatchObject({ data: { inOutbox: true } })
    expect(await stored(id)).toMatchObject({ status: 'sent', into_outbox: true })
  })

  test('a subject and a content stay in the outbox and are answered as such, unless they are to leave', async () => {
    expect(await sendNewsletter(admin, { ...CONTENT, intoOutbox: false })).toEqual({
      status: 'refused',
      message: NO_TRANSPORT,
    })
    expect(await app.database.sql`select from public.newsletter_issues`).toHaveLength(1)
    const sent = await sendNewsletter(admin, CONTENT)
    expect(sent).toMatchObject({
      data: { success: true, totalSent: 3, totalSubscribers: 3, errors: [], inOutbox: true },
    })
    expect(await reached()).toEqual([3, 0])
  })
})

describe('once mail leaves, what was to stay in the outbox', () => {
  const at = new Date(Date.now() + 3_600_000)

  test.each([
    ['is held at its time', () => runScheduler(later.services, at)],
    ['is not begun', () => startSending(later.services, issueId, null)],
    [
      'is not begun by an administrator',
      () => startSending(later.services, issueId, null, { intoOutbox: true }),
    ],
  ])('%s', async (_, begin) => {
    expect(await approve({ intoOutbox: true, sendAt: at.toISOString() })).toMatchObject({
      status: 'answered',
    })
    const begun = await begin()
    if (begun) expect(begun).toEqual({ status: 'refused', reason: KEPT })
    else expect(await stored()).toMatchObject({ held_reason: KEPT })
    expect(await stored()).toMatchObject({ status: 'scheduled', into_outbox: true })
    expect(await app.database.sql`select from public.newsletter_deliveries`).toEqual([])
  })

  test('does not go on, not even where it has failed', async () => {
    const { sql } = app.database
    const { id } = await addApprovedIssue(sql, { pauseAfter: 1 })
    await sendIssue(admin, id, { intoOutbox: true })
    expect(await stored(id)).toMatchObject({ status: 'paused' })
    const control = { issueId: id, actor: null }
    expect(await resumeSending(later.services, control)).toEqual({ status: 'refused', reason: STAYS })
    await sql`update public.newsletter_deliveries set status = 'failed' where status = 'pending'`
    expect(await retryFailed(later.services, control)).toEqual({ status: 'refused', reason: STAYS })
    // A worker that has it still in its hands.
    await sql`update public.newsletter_deliveries set status = 'pending' where status = 'failed'`
    await sql`update public.newsletter_issues set status = 'sending' where id = ${id}`
    await workOnIssue(later.services, id, { signal: new AbortController().signal })
    expect(await stored(id)).toMatchObject({ status: 'paused', held_reason: STAYS })
    expect(await reached()).toEqual([1, 0])
    expect(await controlNewsletter(admin, id, { action: 'cancel' })).toMatchObject({ status: 'answered' })
  })

  test('is not taken for what subscribers have got', async () => {
    await sendNewsletter(admin, CONTENT)
    await untilJobsAreDone(app.database.sql)
    const call = { ...CONTENT, again: false, actor: null }
    const sent = await sendContent(later.services, call)
    expect(sent).toMatchObject({ status: 'begun', isFirst: true })
    expect(await stored(sent.issueId ?? '')).toMatchObject({ into_outbox: false })
    expect(await sendContent(later.services, { ...call, intoOutbox: true })).toMatchObject({ reason: KEPT })
  })
})

describe('others than administrators', () => {
  const post = async (name: string, body: object, token: string) => {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: TEST_SECRETS.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return response.status
  }

  test('cannot confirm the outbox, and learn nothing but whether mail leaves', async () => {
    for (const [name, body] of [
      ['approve-newsletter', { issueId, revision: 1, accepted: [], intoOutbox: true }],
      ['send-newsletter', { ...CONTENT, intoOutbox: true }],
      ['send-newsletter', { issueId, intoOutbox: true }],
    ] as const)
      expect(await post(name, body, TEST_SECRETS.publishableKey)).toBe(401)
    const fact = await app.anonymous().functions.invoke('read-mail-transport', { method: 'GET' })
    expect(fact.data).toEqual({ leaves: false })
  })

  test('nor can an administrator change what is recorded', async () => {
    await sendNewsletter(admin, CONTENT)
    const issue = { into_outbox: false } as never
    expect((await admin.from('newsletter_issues').update(issue).neq('id', issueId)).error?.code).toBe('42501')
    const mail = { transport: 'smtp' } as never
    expect((await admin.from('mail_deliveries').update(mail).eq('recipient', ADMIN.email)).error?.code).toBe(
      '42501',
    )
  })
})

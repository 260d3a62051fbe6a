import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  checkNewsletterHealth,
  controlNewsletter,
  readNewsletterProgress,
  sendIssue,
  sendNewsletter,
  sendTestNewsletter,
} from '#core/data/newsletter-sending.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addApprovedIssue, addReaders } from '../../../../tests/support/newsletter-issues.ts'
import { setSettings } from '../../../../tests/support/settings.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const SUBJECT = 'The week in AI'
const CONTENT = '<h2>Top stories</h2><p onclick="alert(1)">A model <script>alert(1)</script>was released.</p>'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(() =>
  emptyTables(
    app.database.sql,
    'public.newsletter_issues, public.newsletter_subscribers, public.outbox_mails, public.mail_deliveries',
  ),
)

async function post(body: string | undefined, headers: Record<string, string> = {}) {
  const { data } = await admin.auth.getSession()
  const response = await fetch(`${app.url}/functions/v1/send-newsletter`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: await response.json() }
}

const outbox = () =>
  app.database.sql<
    { recipient: string; subject: string; body_html: string; headers: Record<string, string> }[]
  >`
    select recipient, subject, body_html, headers from public.outbox_mails order by recipient, subject`

test('an empty body says whether mail can leave', async () => {
  const health = {
    status: 'ok',
    hasResendKey: false,
    transport: { kind: 'outbox', description: expect.any(String), ok: true, problem: null },
  }
  expect(await checkNewsletterHealth(admin)).toEqual({ status: 'answered', data: health })
  expect(await post(undefined)).toEqual({ status: 200, body: health })
})

test('a subject and a content are sent to all active subscribers, harmless, each with their own link', async () => {
  await addReaders(app.database.sql, 3)
  const outcome = await sendNewsletter(admin, { subject: ` ${SUBJECT} `, content: CONTENT })
  expect(outcome).toEqual({
    status: 'answered',
    data: {
      success: true,
      totalSent: 3,
      totalSubscribers: 3,
      errors: [],
      inOutbox: true,
      message:
        'The newsletter is in the outbox: 3 of 3 messages. Nobody gets it, because no mail left this site.',
      issueId: expect.any(String),
      running: false,
    },
  })
  const mails = await outbox()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    [1, 2, 3].map((number) => [`reader-${number}@example.org`, SUBJECT]),
  )
  for (const { body_html } of mails) {
    expect(body_html).toContain('was released.')
    expect(body_html).not.toMatch(/alert|onclick/)
  }
  expect(new Set(mails.map(({ headers }) => headers['List-Unsubscribe'])).size).toBe(3)
  const events = await app.database
    .sql`select event, actor is null as alone from public.newsletter_issue_events order by id`
  expect(events).toEqual([
    { event: 'approved', alone: false },
    { event: 'sending', alone: false },
    { event: 'sent', alone: true },
  ])
})

test('the same subject and content within a day are one sending, unless asked for again', async () => {
  await addReaders(app.database.sql, 2)
  const newsletter = { subject: SUBJECT, content: CONTENT }
  const both = await Promise.all([sendNewsletter(admin, newsletter), sendNewsletter(admin, newsletter)])
  const third = await sendNewsletter(admin, newsletter)
  const issues = [...both, third].map((outcome) => outcome.status === 'answered' && outcome.data.issueId)
  expect(new Set(issues).size).toBe(1)
  expect(await outbox()).toHaveLength(2)
  await sendNewsletter(admin, { ...newsletter, subject: 'Another one' })
  expect(await outbox()).toHaveLength(4)
  await sendNewsletter(admin, { ...newsletter, again: true })
  expect(await outbox()).toHaveLength(6)
  // Behind a clock that was set back, it was sent in the future.
  await app.database.sql`update private.newsletter_calls set called_at = now() + interval '3 hours'`
  await sendNewsletter(admin, newsletter)
  expect(await outbox()).toHaveLength(6)
  await app.database.sql`update private.newsletter_calls set called_at = now() - interval '25 hours'`
  await sendNewsletter(admin, newsletter)
  expect(await outbox()).toHaveLength(8)
})

test('what cannot be sent is refused in the words of the desk', async () => {
  const { sql } = app.database
  const refusal = async (body: object) => {
    const { status, body: answer } = await post(JSON.stringify(body), { 'content-type': 'application/json' })
    return [status, answer.error]
  }
  const fill = [400, 'Please fill in both subject and content']
  expect(await refusal({ subject: '', content: CONTENT })).toEqual(fill)
  expect(await refusal({ subject: ' \n', content: CONTENT })).toEqual(fill)
  expect(await refusal({ subject: SUBJECT })).toEqual(fill)
  expect(await refusal({ subject: SUBJECT, content: '<script>alert(1)</script> &nbsp;' })).toEqual(fill)
  expect(await refusal({ subject: 'x'.repeat(201), content: CONTENT })).toEqual([
    400,
    'Subject must be 200 characters or less',
  ])
  expect(await refusal({ subject: 'Hi\r\nBcc: eve@example.net', content: CONTENT })).toEqual([
    400,
    'The subject must be one line of plain text',
  ])
  expect(await refusal({ subject: SUBJECT, content: 'a\0b' })).toEqual([400, 'The content must be text'])
  expect(await refusal({ subject: SUBJECT, content: 'x'.repeat(400_001) })).toEqual([
    400,
    'The content must have 400,000 characters or less',
  ])
  expect(await refusal({ subject: SUBJECT, content: CONTENT, testEmail: ' ' })).toEqual([
    400,
    'Please enter a test email address',
  ])
  for (const testEmail of [
    'ada',
    'ada@example.org, eve@example.net',
    'ada@example.org\r\nBcc: eve@example.net',
  ])
    expect(await refusal({ subject: SUBJECT, content: CONTENT, testEmail })).toEqual([
      400,
      'Invalid email address',
    ])
  expect(
    await refusal({ subject: SUBJECT, content: CONTENT, testEmail: `${'a'.repeat(250)}@example.org` }),
  ).toEqual([400, 'Email too long'])
  expect(await refusal({ subject: SUBJECT, content: CONTENT })).toEqual([
    409,
    'There are no active subscribers to send the newsletter to',
  ])
  for (const odd of [
    { subject: SUBJECT, content: CONTENT, to: 'all' },
    { issueId: 'x' },
    { language: 'en' },
    [],
  ])
    expect((await refusal(odd))[0]).toBe(400)
  expect((await refusal({ issueId: randomUUID(), subject: SUBJECT, content: CONTENT }))[0]).toBe(400)
  expect((await refusal({ issueId: randomUUID() }))[0]).toBe(409)
  const [draft] = await sql`insert into public.newsletter_issues default values returning id`
  expect(await refusal({ issueId: draft?.id })).toEqual([
    409,
    'The newsletter has to be approved before it is sent.',
  ])
  expect(await outbox()).toEqual([])
  expect(await sql`select from public.newsletter_deliveries`).toEqual([])
})

test('others than administrators are refused', async () => {
  await expect(sendNewsletter(app.anonymous(), { subject: SUBJECT, content: CONTENT })).rejects.toMatchObject(
    {
      context: { status: 401 },
    },
  )
  await expect(readNewsletterProgress(app.anonymous(), randomUUID())).rejects.toMatchObject({
    context: { status: 401 },
  })
})

test('uncertain messages are sent again by administrators only, all of them or those that are named', async () => {
  const { sql } = app.database
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql)
  await sendIssue(admin, id, { intoOutbox: true })
  await sql`update public.newsletter_deliveries set status = 'uncertain'`
  // One of them has arrived.
  await sql`delete from public.outbox_mails where recipient <> 'reader-2@example.org'`
  const [first] = await sql<[{ id: number }]>`select id::int from public.newsletter_deliveries order by id`
  const resend = (client: Client, ids?: number[]) =>
    controlNewsletter(client, id, { action: 'resend-uncertain', deliveryIds: ids })
  await expect(resend(app.anonymous())).rejects.toMatchObject({ context: { status: 401 } })
  for (const ids of [[], [0], [1.5], Array.from({ length: 1_001 }, (_, index) => index + 1)])
    expect(await resend(admin, ids)).toMatchObject({ status: 'refused' })
  expect(
    await controlNewsletter(admin, id, { action: 'retry-failed', deliveryIds: [first.id] }),
  ).toMatchObject({ status: 'refused' })
  expect(await resend(admin, [first.id])).toMatchObject({ status: 'answered' })
  // Answered at the end of the sending.
  expect(await sendIssue(admin, id)).toMatchObject({ status: 'answered', data: { totalSent: 1 } })
  expect(await resend(admin)).toMatchObject({ status: 'answered' })
  expect(await sendIssue(admin, id)).toMatchObject({
    status: 'answered',
    data: { totalSent: 3, errors: [] },
  })
  expect(await outbox()).toHaveLength(3)
})

test('a test goes to one address and counts when it is what is stored', async () => {
  const { sql } = app.database
  const [issue] = await sql<
    [{ id: string }]
  >`insert into public.newsletter_issues default values returning id`
  await sql`
    insert into public.newsletter_editions (issue_id, language, subject, preheader, introduction, content, origin)
    values (${issue.id}, 'en', ${SUBJECT}, '', '', ${CONTENT}, 'person'), (${issue.id}, 'de', 'Die Woche', '', '', '<p>Neu.</p>', 'person')`
  const tested = async () => {
    const [row] = await sql`select tested_revision = revision as is_tested from public.newsletter_issues`
    return row?.is_tested
  }
  const to = { testEmail: 'ada@example.org', issueId: issue.id }
  const sent = (count: number) => ({
    status: 'answered',
    data: {
      success: true,
      totalSent: count,
      totalSubscribers: count,
      errors: [],
      inOutbox: true,
      message: 'The test is in the outbox, because no mail leaves this site.',
      issueId: issue.id,
      running: false,
    },
  })
  expect(await sendTestNewsletter(admin, { ...to, subject: 'Not saved', content: CONTENT })).toEqual(sent(1))
  expect(await tested()).toBeNull()
  expect(await sendTestNewsletter(admin, { ...to, subject: SUBJECT, content: CONTENT })).toEqual(sent(1))
  expect(await tested()).toBe(true)
  expect(await sendTestNewsletter(admin, { ...to, allLanguages: true })).toEqual(sent(2))
  const mails = await outbox()
  expect(mails.map(({ recipient }) => recipient)).toEqual(Array.from({ length: 4 }, () => 'ada@example.org'))
  expect(mails.map(({ subject }) => subject)).toEqual(
    ['Die Woche', 'Not saved', SUBJECT, SUBJECT].toSorted((a, b) => a.localeCompare(b)),
  )
  for (const { body_html, headers } of mails) {
    expect(body_html).not.toMatch(/alert|onclick/)
    expect(headers['List-Unsubscribe']).toBeUndefined()
  }
  expect(await sql`select status, kind from public.mail_deliveries`).toEqual(
    Array.from({ length: 4 }, () => ({ status: 'sent', kind: 'send-newsletter-test' })),
  )
  expect(await sendTestNewsletter(admin, { ...to, language: 'fr' })).toMatchObject({ status: 'refused' })
  expect(await sendTestNewsletter(admin, { ...to, issueId: randomUUID() })).toMatchObject({
    status: 'refused',
  })
  const alone = { testEmail: 'ada@example.org', subject: SUBJECT, content: CONTENT }
  expect(await sendTestNewsletter(admin, alone)).toMatchObject({
    status: 'answered',
    data: { issueId: null },
  })
  await setSettings(admin, { languages: ['en', 'fr'] })
  await expect.poll(() => sendTestNewsletter(admin, { ...to, allLanguages: true })).toEqual(sent(1))
  await sql`delete from public.settings`
})

test('an approved issue is sent once, and its progress can be read and controlled', async () => {
  const { sql } = app.database
  await addReaders(sql, 5)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 2 })
  expect(await sendIssue(admin, id, { intoOutbox: true })).toMatchObject({
    status: 'answered',
    data: {
      success: false,
      totalSent: 2,
      totalSubscribers: 5,
      error: 'The first 2 messages are in the outbox, after which it was to pause.',
      running: false,
    },
  })
  expect(await readNewsletterProgress(admin, id)).toMatchObject({
    status: 'answered',
    data: { status: 'paused', audience: 5, counts: { sent: 2, pending: 3 }, secondsLeft: null },
  })
  expect(await controlNewsletter(admin, id, { action: 'retry-failed' })).toMatchObject({ status: 'refused' })
  expect(await controlNewsletter(admin, id, { action: 'resume' })).toMatchObject({ status: 'answered' })
  expect(await sendIssue(admin, id)).toMatchObject({
    status: 'answered',
    data: { success: true, totalSent: 5, totalSubscribers: 5, errors: [], running: false },
  })
  expect(await sendIssue(admin, id)).toMatchObject({ status: 'answered', data: { totalSent: 5 } })
  expect(await controlNewsletter(admin, id, { action: 'cancel' })).toMatchObject({ status: 'refused' })
  expect(await controlNewsletter(admin, randomUUID(), { action: 'pause' })).toMatchObject({
    status: 'refused',
  })
  expect(await outbox()).toHaveLength(5)
})

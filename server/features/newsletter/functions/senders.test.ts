import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Permission } from '#core/domain/role.ts'
import { pauseIssue } from '#server/features/newsletter/issue-status.ts'
import { createMember } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addIssue, addSubscribers, insertArticle, readIssueRow } from '../../../../tests/support/issues.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { addApprovedIssue } from '../../../../tests/support/newsletter-issues.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const MAY_NOT_SEND = 'You may not approve or send newsletters. An administrator can allow it.'
const OWN_ADDRESS = 'A test goes to your own address only. An administrator can allow you more.'
const TEXTS = { subject: 'The week', content: '<p>What happened.</p>' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.outbox_mails, private.rate_limits',
  )
  await addSubscribers(sql, { en: 3 })
})

/** Somebody for the newsletter, or an editor. */
async function maker(role: 'newsletter' | 'editor', permissions: Permission[] = []) {
  const { sql } = app.database
  const email = `${randomUUID()}@example.org`
  await createMember(sql, { email, password: 'correct horse battery', role, languages: [], permissions })
  const token = await mintToken(sql, email)
  return {
    email,
    revoke: () => sql`
      update public.user_roles set permissions = '{}' where user_id = (select id from auth.users where email = ${email})`,
    async call(name: string, body: unknown, url = app.url) {
      const response = await fetch(`${url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          apikey: TEST_SECRETS.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}
const mailed = async () => {
  const rows = await app.database.sql<
    { recipient: string }[]
  >`select recipient from public.outbox_mails order by 1`
  return rows.map(({ recipient }) => recipient)
}
const statuses = async () => {
  const rows = await app.database.sql<{ status: string }[]>`select status from public.newsletter_issues`
  return rows.map(({ status }) => status)
}
const addDraft = async () => {
  const { sql } = app.database
  return addIssue(sql, { articles: [await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })] })
}

test.each(['newsletter', 'editor'] as const)('%s makes an issue, and does not send it', async (role) => {
  const lea = await maker(role)
  const issueId = await addDraft()
  const { id: approved } = await addApprovedIssue(app.database.sql)
  expect((await lea.call('check-newsletter', { issueId })).status).toBe(200)
  expect((await lea.call('rehearse-newsletter', { issueId })).status).toBe(200)
  const { revision } = await readIssueRow(app.database.sql, issueId)
  const attempts: [string, object][] = [
    ['approve-newsletter', { issueId, revision, accepted: [] }],
    ['send-newsletter', { issueId: approved }],
    ['send-newsletter', TEXTS],
    ['send-newsletter', { ...TEXTS, intoOutbox: true }],
    ['control-newsletter', { issueId: approved, action: 'cancel' }],
    ['cancel-newsletter', { issueId: approved }],
    ['reopen-newsletter', { issueId: approved }],
  ]
  for (const [name, body] of attempts)
    expect([name, await lea.call(name, body)]).toEqual([name, { status: 403, body: { error: MAY_NOT_SEND } }])
  expect((await statuses()).toSorted()).toEqual(['approved', 'draft'])
  expect(await mailed()).toEqual([])
})

test('who may not send mails a test to their own address and to no other', async () => {
  const lea = await maker('newsletter')
  for (const testEmail of ['eve@example.org', `${lea.email}, eve@example.org`])
    expect((await lea.call('send-newsletter', { ...TEXTS, testEmail })).status).toBeGreaterThanOrEqual(400)
  expect(await lea.call('send-newsletter', { ...TEXTS, testEmail: 'eve@example.org' })).toEqual({
    status: 403,
    body: { error: OWN_ADDRESS },
  })
  expect(await mailed()).toEqual([])
  expect(
    (await lea.call('send-newsletter', { ...TEXTS, testEmail: ` ${lea.email.toUpperCase()} ` })).status,
  ).toBe(200)
  const sender = await maker('editor', ['send'])
  expect((await sender.call('send-newsletter', { ...TEXTS, testEmail: 'eve@example.org' })).status).toBe(200)
  expect(await mailed()).toHaveLength(2)
})

test('who may send approves and sends', async () => {
  const sender = await maker('newsletter', ['send'])
  const issueId = await addDraft()
  const { revision } = await readIssueRow(app.database.sql, issueId)
  const approved = await sender.call('approve-newsletter', {
    issueId,
    revision,
    accepted: ['no_reply_address'],
    intoOutbox: true,
  })
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved' } })
  expect((await sender.call('send-newsletter', { issueId, intoOutbox: true })).status).toBe(200)
  expect(await mailed()).toHaveLength(3)
})

test('an approval that was being made when the permission ended is not stored', async () => {
  const { sql } = app.database
  const sender = await maker('newsletter', ['send'])
  const issueId = await addDraft()
  const { revision } = await readIssueRow(sql, issueId)
  let approved: ReturnType<typeof sender.call> | undefined
  // The approval reads the settings of mail while it renders.
  await sql.transaction(async (transaction) => {
    await transaction.script('lock table public.newsletter_editions in access exclusive mode')
    approved = sender.call('approve-newsletter', {
      issueId,
      revision,
      accepted: ['no_reply_address'],
      intoOutbox: true,
    })
    await untilSomebodyWaits(sql)
    await sender.revoke()
  })
  expect(await approved).toEqual({ status: 403, body: { error: MAY_NOT_SEND } })
  expect(await statuses()).toEqual(['draft'])
})

test('addresses are for who may see them, and changes of many people for administrators', async () => {
  const { sql } = app.database
  const [subscriber] = await sql<[{ id: string }]>`select id from public.newsletter_subscribers limit 1`
  const reader = await maker('newsletter', ['addresses'])
  expect((await reader.call('read-subscriber', { id: subscriber.id })).status).toBe(200)
  expect((await reader.call('add-subscriber', { email: 'new@example.com', language: 'en' })).status).toBe(200)
  expect((await reader.call('erase-subscriber', { id: subscriber.id })).status).toBe(403)
  const lea = await maker('newsletter', ['send'])
  expect((await lea.call('read-subscriber', { id: subscriber.id })).status).toBe(403)
})

test('whom a message did not reach is said to who may see addresses, and to nobody else', async () => {
  const { sql } = app.database
  const { id: issueId } = await addApprovedIssue(sql)
  const sender = await maker('newsletter', ['send'])
  const reader = await maker('newsletter', ['addresses', 'send'])
  expect((await sender.call('send-newsletter', { issueId, intoOutbox: true })).status).toBe(200)
  await sql`
    update public.newsletter_deliveries set status = 'failed',
      reason = '550 5.1.1 <' || email || '>: "' || email || '" unknown; see https://mx.example/?to=' || replace(email, '@', '%40')
    where issue_id = ${issueId}`
  const errors = async (person: typeof sender) =>
    (await person.call('send-newsletter', { issueId })).body.errors
  expect(await errors(sender)).toEqual(Array(3).fill('A subscriber: 550 5.1.1 <…>: … unknown; see …'))
  expect((await errors(reader))[0]).toMatch(/^(\S+@\S+): 550 5\.1\.1 <\1>/)
  for (const person of [sender, reader])
    expect((await person.call('read-newsletter-progress', { issueId })).body.reasons).toEqual([
      { status: 'failed', reason: '550 5.1.1 <…>: … unknown; see …', count: 3 },
    ])
})

test('why an issue is paused names no recipient', async () => {
  const { sql } = app.database
  const { id: issueId } = await addApprovedIssue(sql)
  const lea = await maker('newsletter', ['send'])
  await sql`update public.newsletter_issues set status = 'sending', audience = 3 where id = ${issueId}`
  const jobs = await startTestJobs(app.database, { works: false })
  onTestFinished(() => jobs.stop())
  await pauseIssue(jobs.services, issueId, '450 4.7.1 <ada@example.org>: too many mails')
  expect((await lea.call('read-newsletter-progress', { issueId })).body.heldReason).toBe(
    '450 4.7.1 <…>: too many mails',
  )
  const events = await sql`select reason from public.newsletter_issue_events where issue_id = ${issueId}`
  expect(events).toEqual([{ reason: '450 4.7.1 <…>: too many mails' }])
})

test('what somebody who may not send has composed again needs an approval', async () => {
  const { sql } = app.database
  const issueId = await addDraft()
  const [item] = await sql<
    [{ id: string }]
  >`select id from public.newsletter_items where issue_id = ${issueId}`
  const needsApproval = async () => {
    const [row] = await sql<[{ needed: boolean }]>`
      update public.newsletter_issues as issue set needs_approval = false from public.newsletter_issues as before
      where before.id = issue.id and issue.id = ${issueId} returning before.needs_approval as needed`
    return row.needed
  }
  const [lea, sender] = [await maker('newsletter'), await maker('editor', ['send'])]
  const ways: [string, object][] = [
    ['generate-newsletter', { issueId, daysBack: 30 }],
    ['redo-newsletter-item', { itemId: item.id, language: 'en' }],
    ['translate-newsletter', { issueId, languages: ['de'] }],
  ]
  for (const [name, body] of ways) {
    await sender.call(name, body)
    expect([name, await needsApproval()]).toEqual([name, false])
    await lea.call(name, body)
    expect([name, await needsApproval()]).toEqual([name, true])
  }
})

test('who may not send is told whether mail leaves, and not by which server', async () => {
  const unreachable = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1', beside: app })
  onTestFinished(() => unreachable.stop())
  const [lea, bea] = [await maker('newsletter'), await maker('newsletter', ['send'])]
  const health = async (who: typeof lea) => (await who.call('send-newsletter', {}, unreachable.url)).body
  expect(await health(bea)).toMatchObject({
    status: 'problem',
    transport: {
      kind: 'smtp',
      description: '127.0.0.1:1',
      problem: expect.stringContaining('nothing accepts connections'),
    },
  })
  const told = await health(lea)
  expect(told).toMatchObject({
    status: 'problem',
    transport: { problem: 'Mail cannot leave at the moment. Ask an administrator, who sees why.' },
  })
  expect(JSON.stringify(told)).not.toContain('127.0.0.1')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  approveNewsletter,
  cancelNewsletter,
  checkNewsletter,
  rehearseNewsletter,
  reopenNewsletter,
} from '#core/data/newsletter-approval.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addIssue, addSubscribers, insertArticle, readIssueRow } from '../../../../tests/support/issues.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let administrator: Client
let issueId: string
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { sql } = app.database
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, private.rate_limits',
  )
  await addSubscribers(sql, { en: 3 })
  const article = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  issueId = await addIssue(sql, { articles: [article] })
})

const revision = async () => (await readIssueRow(app.database.sql, issueId)).revision
const approve = async (overrides = {}) =>
  approveNewsletter(administrator, {
    issueId,
    revision: await revision(),
    accepted: ['no_reply_address'],
    intoOutbox: true,
    ...overrides,
  })

async function post(name: string, body: unknown, token?: string, url = app.url) {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('an issue is checked, rehearsed, approved, reopened, approved for Sunday and cancelled', async () => {
  expect(await checkNewsletter(administrator, issueId)).toEqual({
    status: 'answered',
    data: {
      findings: [
        { code: 'no_transport', blocks: true, language: null, detail: null },
        { code: 'no_reply_address', blocks: false, language: null, detail: null },
      ],
    },
  })
  expect(await rehearseNewsletter(administrator, issueId)).toMatchObject({
    status: 'answered',
    data: { audience: 3, editions: [{ language: 'en', recipients: 3, fallbacks: 0 }] },
  })
  expect(await approve({ accepted: [] })).toMatchObject({
    status: 'findings',
    message: 'The checklist has found something. Put it right, or accept it.',
    findings: [{ code: 'no_transport' }, { code: 'no_reply_address' }],
  })
  expect(await approve()).toMatchObject({
    status: 'answered',
    data: { status: 'approved', scheduledFor: null },
  })
  expect(await approve()).toEqual({ status: 'refused', message: 'The issue is approved already.' })
  expect(await reopenNewsletter(administrator, issueId)).toEqual({
    status: 'answered',
    data: { success: true },
  })
  const scheduled = await approve({ sendAt: 'sunday', pauseAfter: 50 })
  expect(scheduled).toMatchObject({ status: 'answered', data: { status: 'scheduled' } })
  const at = scheduled.status === 'answered' ? new Date(scheduled.data.scheduledFor ?? '') : new Date(0)
  expect(at.getTime()).toBeGreaterThan(Date.now())
  expect(new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Europe/Zurich' }).format(at)).toBe(
    'Sunday',
  )
  expect(await cancelNewsletter(administrator, issueId)).toEqual({
    status: 'answered',
    data: { success: true },
  })
  expect(await reopenNewsletter(administrator, issueId)).toEqual({
    status: 'refused',
    message: 'The issue has been cancelled.',
  })
})

test('two newsletters for the same people within a day are refused with both ids, until the other one is named', async () => {
  const { sql } = app.database
  const sending = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1', beside: app })
  onTestFinished(() => sending.stop())
  const { data } = await administrator.auth.getSession()
  const ask = (name: string, body: object) => post(name, body, data.session?.access_token, sending.url)
  const [item] = await sql<[{ article_id: string }]>`select article_id from public.newsletter_items`
  const other = await addIssue(sql, { articles: [item.article_id], subject: 'Another one' })
  const approval = { revision: await revision(), accepted: CHECKLIST_CODES }
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect(await ask('approve-newsletter', { issueId: other, ...approval, sendAt: at })).toMatchObject({
    status: 200,
  })
  const others = [{ id: other, subject: 'Another one (en)', status: 'scheduled', at }]
  const refused = (id: unknown) => ({
    status: 409,
    body: {
      error: expect.stringMatching(
        /^Some of the same people get another newsletter within 24 hours: “Another one \(en\)” \(.+\(Europe\/Zurich\)\)\. Name it in alongside if both are meant\.$/,
      ),
      code: 'beside',
      issueId: id,
      others,
    },
  })
  expect(await ask('approve-newsletter', { issueId, ...approval })).toEqual(refused(issueId))
  expect(await ask('approve-newsletter', { issueId, ...approval, alongside: ['x'] })).toMatchObject({
    status: 400,
  })
  expect((await readIssueRow(sql, issueId)).status).toBe('draft')
  expect(await ask('approve-newsletter', { issueId, ...approval, alongside: [other] })).toMatchObject({
    status: 200,
  })
  const texts = { subject: 'A call', content: '<p>Words.</p>' }
  for (const asked of [{ issueId }, texts]) {
    const answer = await ask('send-newsletter', asked)
    const made = 'issueId' in asked ? issueId : expect.any(String)
    expect(answer).toEqual({ ...refused(made), body: { success: false, ...refused(made).body } })
  }
  // The rows that a refused call has made are gone with it.
  expect(await sql`select from public.newsletter_issues`).toHaveLength(2)
  expect(await sql`select from public.newsletter_deliveries`).toEqual([])
  expect(await ask('send-newsletter', { issueId, alongside: [other] })).toMatchObject({ status: 200 })
  expect((await readIssueRow(sql, issueId)).audience).toBe(3)
})

test('one rehearsal is under way at a time', async () => {
  const { sql } = app.database
  const first = await sql.transaction(async (transaction) => {
    await transaction`lock table public.newsletter_subscribers`
    const rehearsal = rehearseNewsletter(administrator, issueId)
    await untilSomebodyWaits(sql)
    expect(await rehearseNewsletter(administrator, issueId)).toEqual({
      status: 'refused',
      message: 'Another trial run is under way. Wait for its end.',
    })
    return { rehearsal }
  })
  expect(await first.rehearsal).toMatchObject({ status: 'answered' })
  expect(await rehearseNewsletter(administrator, issueId)).toMatchObject({ status: 'answered' })
})

test('without subscribers it says so in the words of the desk', async () => {
  await app.database.sql`delete from public.newsletter_subscribers`
  expect(await approve()).toMatchObject({
    status: 'findings',
    message: 'There are no active subscribers to send the newsletter to',
  })
})

test('an issue that another administrator has changed has to be looked at again', async () => {
  expect(await approve({ revision: (await revision()) - 1 })).toEqual({
    status: 'refused',
    message: 'Somebody has just changed the issue, or an article in it. Look at it again.',
  })
})

test.each([
  ['the past', -60_000],
  ['more than a year from now', 367 * 86_400_000],
])('%s is no time to send an issue at', async (_what, offset) => {
  expect(await approve({ sendAt: new Date(Date.now() + offset).toISOString() })).toEqual({
    status: 'refused',
    message: 'Choose a time between now and a year from now.',
  })
})

describe('nothing happens', () => {
  const names = ['check', 'rehearse', 'approve', 'reopen', 'cancel'].map((verb) => `${verb}-newsletter`)

  test.each(names)('for a caller of %s who is no administrator', async (name) => {
    const body = { issueId, ...(name === 'approve-newsletter' && { revision: 1, accepted: [] }) }
    expect((await post(name, body)).status).toBe(401)
    expect((await readIssueRow(app.database.sql, issueId)).status).toBe('draft')
  })

  test.each(names)('when %s is about an issue that is not there, or is malformed', async (name) => {
    const { data } = await administrator.auth.getSession()
    const token = data.session?.access_token
    const more = name === 'approve-newsletter' ? { revision: 1, accepted: [] } : {}
    expect((await post(name, { issueId: randomUUID(), ...more }, token)).status).toBe(404)
    for (const body of [null, [], {}, { issueId: '1', ...more }, { issueId, ...more, force: true }])
      expect(await post(name, body, token)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^Send an object/) },
      })
  })

  test.each([
    { revision: 0 },
    { revision: '1' },
    { accepted: 'no_test' },
    { accepted: ['anything'] },
    { accepted: Array.from({ length: 100 }, () => 'no_test') },
    { sendAt: 'tomorrow' },
    { sendAt: '2026-11-29T09:00:00' },
    { pauseAfter: 0 },
    { pauseAfter: 1.5 },
  ])('when an approval has %j', async (wrong) => {
    const { data } = await administrator.auth.getSession()
    const body = { issueId, revision: await revision(), accepted: [], ...wrong }
    expect((await post('approve-newsletter', body, data.session?.access_token)).status).toBe(400)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { sendIssue } from '#core/data/newsletter-sending.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { addIssue, insertArticle, readIssueRow } from '../support/issues.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { addReaders } from '../support/newsletter-issues.ts'

let app: TestApp
let jobs: TestJobs
let admin: Client
beforeAll(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { works: false })
  admin = await app.administrator()
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
beforeEach(async () => {
  await emptyTables(
    app.database.sql,
    'public.newsletter_issues, public.newsletter_subscribers, public.articles, public.outbox_mails',
  )
  await app.database.sql`delete from private.rate_limits`
})

const approval = (issueId: string, revision: number) => ({
  issueId,
  revision,
  accepted: ['no_reply_address' as const, 'dead_link' as const],
  sendAt: null,
  pauseAfter: null,
  intoOutbox: true,
  actor: null,
})

async function addDraft() {
  const { sql } = app.database
  await addReaders(sql, 2)
  const article = await insertArticle(sql, { slug: 'one', title: 'One' })
  const id = await addIssue(sql, { articles: [article] })
  return { id, revision: (await readIssueRow(sql, id)).revision }
}

describe('an edit that meets an approval', () => {
  test('is refused when the approval was first, and leaves what was approved as it was', async () => {
    const { sql } = app.database
    const { id, revision } = await addDraft()
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    // The approval has been stored, and is committed in a moment.
    const approving = sql.transaction(async (transaction) => {
      await transaction`select from public.newsletter_issues where id = ${id} for update`
      isWritten.resolve()
      await mayCommit.promise
      await transaction`
        update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 'x', slug = '2026-11-29' where id = ${id}`
    })
    await isWritten.promise
    const edits = Promise.all([
      admin
        .from('newsletter_editions')
        .update({ subject: 'Mine' })
        .eq('issue_id', id)
        .then(({ error }) => error?.code),
      admin
        .from('newsletter_items')
        .update({ left_out: 'No.' })
        .eq('issue_id', id)
        .then(({ error }) => error?.code),
    ])
    await untilSomebodyWaits(sql)
    mayCommit.resolve()
    await approving
    expect(await edits).toEqual(['23514', '23514'])
    expect((await readIssueRow(sql, id)).revision).toBe(revision)
    const [edition] = await sql`select subject from public.newsletter_editions where issue_id = ${id}`
    expect(edition?.subject).toBe('The week in AI (en)')
  })

  test('makes the approval fail when the edit was first', async () => {
    const { sql } = app.database
    const { id, revision } = await addDraft()
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const editing = sql.transaction(async (transaction) => {
      await transaction`update public.newsletter_editions set subject = 'Theirs' where issue_id = ${id}`
      isWritten.resolve()
      await mayCommit.promise
    })
    await isWritten.promise
    const approving = approveIssue(jobs.services, approval(id, revision))
    await untilSomebodyWaits(sql)
    mayCommit.resolve()
    await editing
    expect(await approving).toEqual({ status: 'changed' })
    expect(await readIssueRow(sql, id)).toMatchObject({ status: 'draft', seal: null })
  })
})

test('what was approved cannot be changed by requests, in no state, and an issue not be moved', async () => {
  const { sql } = app.database
  const { id, revision } = await addDraft()
  expect(await approveIssue(jobs.services, approval(id, revision))).toMatchObject({ status: 'done' })
  const attempts = () =>
    Promise.all([
      admin.from('newsletter_editions').update({ content: '<p>Other</p>' }).eq('issue_id', id),
      admin.from('newsletter_items').update({ position: 7 }).eq('issue_id', id),
      admin.from('newsletter_summaries').update({ summary: 'Other.' }).neq('summary', ''),
      admin
        .from('newsletter_issues')
        .update({ status: 'sending' } as never)
        .eq('id', id),
      admin
        .from('newsletter_messages')
        .update({ html: 'Other.' } as never)
        .eq('issue_id', id),
      admin.from('newsletter_editions').insert({ issue_id: id, language: 'de', origin: 'person' } as never),
      admin.from('newsletter_editions').delete().eq('issue_id', id),
    ])
  const codes = async () => (await attempts()).map(({ error }) => error?.code)
  const refused = ['23514', '23514', '23514', '42501', '42501', '42501', '42501']
  expect(await codes()).toEqual(refused)
  expect(await sendIssue(admin, id)).toMatchObject({ status: 'answered', data: { totalSent: 2 } })
  expect(await codes()).toEqual(refused)
  expect((await readIssueRow(sql, id)).status).toBe('sent')
})

describe('an administrator who deletes subscribers, or ends and renews subscriptions', () => {
  const entries = () =>
    app.database.sql`select actor is not null as "isKnown", action, details from public.audit_log order by id`

  test('is named in the audit log', async () => {
    const { sql } = app.database
    await sql`truncate public.audit_log`
    await addReaders(sql, 3)
    const subscribers = () => admin.from('newsletter_subscribers')
    await subscribers().update({ is_active: false }).eq('email', 'reader-1@example.org').throwOnError()
    await subscribers().update({ is_active: false }).eq('email', 'reader-1@example.org').throwOnError()
    await subscribers().update({ is_active: true }).neq('email', '').throwOnError()
    await subscribers().delete().neq('email', 'reader-1@example.org').throwOnError()
    await subscribers().delete().eq('email', 'nobody@example.org').throwOnError()
    expect(await entries()).toEqual([
      { isKnown: true, action: 'change_subscribers', details: { removed: 1, returned: 0 } },
      { isKnown: true, action: 'change_subscribers', details: { removed: 0, returned: 1 } },
      { isKnown: true, action: 'delete_subscribers', details: { subscribers: 2 } },
    ])
  })

  test('cannot do so with more than a thousand at once', async () => {
    const { sql } = app.database
    await addReaders(sql, 1_001)
    const subscribers = () => admin.from('newsletter_subscribers')
    const refusal = { error: { code: '23514', message: expect.stringContaining('1,000') } }
    expect(await subscribers().delete().neq('email', '')).toMatchObject(refusal)
    expect(await subscribers().update({ is_active: false }).neq('email', '')).toMatchObject(refusal)
    const [left] = await sql`select count(*)::int from public.newsletter_subscribers where is_active`
    expect(left?.count).toBe(1_001)
  })
})

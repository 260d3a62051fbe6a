import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { cancelIssue, holdIssue, moveIssue, reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { loadSealedMessages } from '#server/features/newsletter/send/sending-run.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import {
  addIssue,
  addSubscribers,
  insertArticle,
  listEvents,
  listNotices,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'

let database: TestDatabase
let jobs: TestJobs
let actor: string
let harbour: string
let issueId: string
const now = new Date('2026-11-25T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  await createAdministrator(database.sql, 'nora@example.org', 'correct horse battery')
  const [user] = await database.sql<[{ id: string }]>`select id from auth.users`
  actor = user.id
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  const { sql } = database
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.settings, pgboss.job',
  )
  await setSettings(jobs.services, { newsletter_reply_to: 'desk@example.org' })
  await addSubscribers(sql, { en: 2, de: 1 })
  harbour = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  issueId = await addIssue(sql, { articles: [harbour] })
})

const approve = async (overrides: Partial<Parameters<typeof approveIssue>[1]> = {}) =>
  approveIssue(
    jobs.services,
    {
      issueId,
      revision: (await readIssueRow(database.sql, issueId)).revision,
      accepted: [],
      sendAt: null,
      pauseAfter: null,
      actor,
      ...overrides,
    },
    { now },
  )
const changeArticle = () =>
  database.sql`update public.articles set title = 'Harbour, corrected' where id = ${harbour}`

describe('an approval', () => {
  test('seals the messages, names its day, and is written down', async () => {
    const { sql } = database
    expect(await approve({ pauseAfter: 50 })).toEqual({
      status: 'done',
      slug: '2026-11-25',
      issueStatus: 'approved',
      scheduledFor: null,
    })
    const row = await readIssueRow(sql, issueId)
    expect(row).toMatchObject({
      status: 'approved',
      slug: '2026-11-25',
      held_reason: null,
      scheduled_for: null,
    })
    expect(row.seal).toMatch(/^[0-9a-f]{64}$/)
    const messages =
      await sql`select language, subject, html like '%harbour%' as links from public.newsletter_messages`
    expect(messages).toEqual([{ language: 'en', subject: 'The week in AI (en)', links: true }])
    expect(await verifySeal(sql, jobs.services, issueId)).toEqual({ intact: true })
    const [entry] = await sql`select actor, details from public.audit_log where subject_id = ${issueId}`
    expect(entry).toEqual({
      actor,
      details: { slug: '2026-11-25', seal: row.seal, accepted: ['no_edition'] },
    })
    expect(await listEvents(sql, issueId)).toEqual(['approved'])
  })

  test('for the Sunday of the schedule, or for a moment, is scheduled, and named after the day of sending', async () => {
    expect(await approve({ sendAt: { sunday: '2026-11-29' } })).toEqual({
      status: 'done',
      slug: '2026-11-29',
      issueStatus: 'scheduled',
      scheduledFor: new Date('2026-11-29T08:00:00Z'),
    })
    const other = await addIssue(database.sql, { articles: [harbour], subject: 'Another one' })
    const late = await approve({
      issueId: other,
      revision: (await readIssueRow(database.sql, other)).revision,
      sendAt: new Date('2026-11-28T23:30:00Z'),
      alongside: [issueId],
    })
    // Past midnight in the zone of the newsletter.
    expect(late).toMatchObject({ slug: '2026-11-29-2', issueStatus: 'scheduled' })
    expect(await listEvents(database.sql, other)).toEqual(['approved', 'scheduled'])
  })

  test('asks when some of the same people get another issue within a day, and names it', async () => {
    const { sql } = database
    const sunday = new Date('2026-11-29T08:00:00Z')
    await approve({ sendAt: sunday })
    const other = await addIssue(sql, { articles: [harbour], subject: 'Another one' })
    const { revision } = await readIssueRow(sql, other)
    const beside = (overrides: Parameters<typeof approve>[0] = {}) =>
      approve({ issueId: other, revision, ...overrides })
    const named = {
      id: issueId,
      subject: 'The week in AI (en)',
      status: 'scheduled',
      at: sunday.toISOString(),
    }
    const hours = (count: number) => new Date(sunday.getTime() + count * 3_600_000)
    for (const sendAt of [sunday, hours(-24), hours(24)]) {
      expect(await beside({ sendAt })).toEqual({ status: 'beside', others: [named] })
      expect(await beside({ sendAt, alongside: [other] })).toMatchObject({ status: 'beside' })
    }
    expect((await readIssueRow(sql, other)).status).toBe('draft')
    expect(await sql`select from public.newsletter_messages where issue_id = ${other}`).toEqual([])

    for (const allowed of [
      { sendAt: hours(24.1) },
      { sendAt: sunday, intoOutbox: true, accepted: CHECKLIST_CODES },
      { sendAt: sunday, alongside: [issueId] },
      // Wednesday noon.
      {},
    ]) {
      expect(await beside(allowed)).toMatchObject({ status: allowed.intoOutbox ? 'refused' : 'done' })
      await reopenIssue(sql, { issueId: other, actor })
    }
  })

  test('asks as long as an issue is sent, and a day longer, if it reached somebody who is still there', async () => {
    const { sql } = database
    await approve()
    expect(await startSending(jobs.services, issueId, actor)).toMatchObject({ status: 'begun' })
    const other = await addIssue(sql, { articles: [harbour], subject: 'Another one' })
    const { revision } = await readIssueRow(sql, other)
    const statusOf = async (sendAt: Date) =>
      (await approve({ issueId: other, revision, sendAt, accepted: CHECKLIST_CODES })).status
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    expect(await statusOf(hours(20))).toBe('beside')
    await sql`update public.newsletter_deliveries set status = 'sent'`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${issueId}`
    expect(await statusOf(hours(20))).toBe('beside')
    expect(await startSending(jobs.services, issueId, actor)).toMatchObject({ status: 'begun' })
    await sql`update public.newsletter_deliveries set status = 'failed'`
    expect(await statusOf(hours(20))).toBe('done')
    await reopenIssue(sql, { issueId: other, actor })
    await sql`update public.newsletter_deliveries set status = 'sent', subscriber_id = null`
    expect(await statusOf(hours(20))).toBe('done')
  })

  test('of two in the same second, the second one asks', async () => {
    const { sql } = database
    for (let round = 0; round < 10; round += 1) {
      const issues = await Promise.all(
        ['One', 'Two', 'Three'].map((subject) => addIssue(sql, { articles: [harbour], subject })),
      )
      const approvals = await Promise.all(
        issues.map(async (id) =>
          approve({
            issueId: id,
            revision: (await readIssueRow(sql, id)).revision,
            sendAt: { sunday: '2026-11-29' },
          }),
        ),
      )
      expect(approvals.map(({ status }) => status).toSorted()).toEqual(['beside', 'beside', 'done'])
      await sql`delete from public.newsletter_issues where id <> ${issueId}`
    }
  })

  test('is asked for again when an approved issue is sent by hand beside another', async () => {
    const { sql } = database
    await approve()
    const other = await addIssue(sql, { articles: [harbour], subject: 'Another one' })
    const { revision } = await readIssueRow(sql, other)
    const sendAt = new Date(Date.now() + 3_600_000)
    expect(await approve({ issueId: other, revision, sendAt })).toMatchObject({ status: 'done' })
    expect(await startSending(jobs.services, issueId, actor)).toMatchObject({
      status: 'beside',
      others: [{ id: other, status: 'scheduled' }],
    })
    expect((await readIssueRow(sql, issueId)).status).toBe('approved')
    expect(await startSending(jobs.services, issueId, actor, { alongside: [other] })).toMatchObject({
      status: 'begun',
    })
  })

  test('of a revision that has moved on changes nothing', async () => {
    const { revision } = await readIssueRow(database.sql, issueId)
    await database.sql`update public.newsletter_editions set subject = 'Rewritten' where issue_id = ${issueId}`
    expect(await approve({ revision })).toEqual({ status: 'changed' })
    expect(await readIssueRow(database.sql, issueId)).toMatchObject({
      status: 'draft',
      slug: null,
      seal: null,
    })
    expect(await database.sql`select from public.newsletter_messages`).toEqual([])
  })

  test('waits until every finding that asks is accepted', async () => {
    await database.sql`update public.newsletter_editions set preheader = '' where issue_id = ${issueId}`
    const refused = await approve()
    expect(refused).toMatchObject({ status: 'findings' })
    const codes = refused.status === 'findings' ? refused.findings.map(({ code }) => code) : []
    expect(codes.toSorted()).toEqual(['no_edition', 'no_preheader', 'no_test'])
    expect(await approve({ accepted: ['no_test'] })).toMatchObject({ status: 'findings' })
    expect(await approve({ accepted: ['no_test', 'no_preheader'] })).toMatchObject({ status: 'done' })
    const [event] = await database.sql`select reason from public.newsletter_issue_events`
    expect(event?.reason).toMatch(/^With this in the checklist: .*preheader.*tested/)
  })

  test('is impossible with a finding that blocks, whatever is accepted', async () => {
    await database.sql`delete from public.newsletter_subscribers`
    expect(await approve({ accepted: ['no_recipients'] })).toMatchObject({
      status: 'findings',
      findings: [{ code: 'no_recipients', blocks: true }],
    })
  })

  test.each(['', 'x'])(
    'keeps what was accepted, also a title whose characters may be cut in two (%j)',
    async (first) => {
      const { sql } = database
      const title = `${first}${'😀'.repeat(160)}`
      const german = await insertArticle(sql, {
        slug: 'hafen',
        title,
        language: 'de',
        original_article_id: harbour,
      })
      await sql`
        insert into public.article_translations (translation_id, original_id, language, stale_since)
        values (${german}, ${harbour}, 'de', now())`
      issueId = await addIssue(sql, { articles: [harbour], languages: ['en', 'de'] })
      expect(await approve({ accepted: ['stale_translation'] })).toMatchObject({ status: 'done' })
      const [kept] = await sql<{ codes: string[] }[]>`
        select array(select finding ->> 'code' from jsonb_array_elements(accepted) as finding) as codes
        from private.newsletter_approvals where issue_id = ${issueId}`
      expect(kept?.codes).toEqual(['stale_translation'])
      await sql`delete from public.article_translations where translation_id = ${german}`
    },
  )

  test('of an issue that is not there, or is cancelled, is refused', async () => {
    expect(await approve({ issueId: '6a0e0a44-5b0b-4f57-9a3c-6c9f2f6c1f10' })).toEqual({ status: 'gone' })
    await cancelIssue(database.sql, { issueId, actor })
    expect(await approve()).toEqual({ status: 'closed', issueStatus: 'cancelled' })
  })
})

describe('at the same time', () => {
  test('of two approvals one counts', async () => {
    const { revision } = await readIssueRow(database.sql, issueId)
    const results = await Promise.all([
      approve({ revision, sendAt: { sunday: '2026-11-29' } }),
      approve({ revision }),
      approve({ revision }),
    ])
    expect(results.filter(({ status }) => status === 'done')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'closed')).toHaveLength(2)
    expect((await listEvents(database.sql, issueId)).filter((event) => event === 'approved')).toHaveLength(1)
    expect(await verifySeal(database.sql, jobs.services, issueId)).toEqual({ intact: true })
  })

  test('an edit is either approved or keeps the approval away', async () => {
    const { revision } = await readIssueRow(database.sql, issueId)
    for (let round = 0; round < 5; round++) {
      const [edit, approval] = await Promise.allSettled([
        database.sql`update public.newsletter_editions set subject = ${`Round ${round}`} where issue_id = ${issueId}`,
        approve({ revision: revision + round, accepted: ['no_test'] }),
      ])
      const row = await readIssueRow(database.sql, issueId)
      if (row.status === 'draft') {
        expect([edit.status, approval]).toEqual([
          'fulfilled',
          { status: 'fulfilled', value: { status: 'changed' } },
        ])
        continue
      }
      expect(edit.status).toBe('rejected')
      expect(await verifySeal(database.sql, jobs.services, issueId)).toEqual({ intact: true })
      return
    }
  })

  test('saving an article and approving an issue at the same time never seal an unseen text', async () => {
    const [result] = await Promise.all([approve(), changeArticle()])
    const verdict = await verifySeal(database.sql, jobs.services, issueId)
    const [message] = await database.sql<{ html: string }[]>`select html from public.newsletter_messages`
    if (result.status === 'changed') expect(message).toBeUndefined()
    else expect(verdict.intact).toBe(message?.html.includes('Harbour, corrected') ?? false)
  })

  test('an article that is deleted keeps the approval of HTML of one’s own with a link to it away', async () => {
    const { sql } = database
    await sql`delete from public.newsletter_items`
    await sql`
      update public.newsletter_editions set content = '<p><a href="https://aiwatch.example/article/harbour">Read</a></p>'
      where issue_id = ${issueId}`
    const { approval } = await sql.transaction(async (session) => {
      await session`delete from public.articles where id = ${harbour}`
      const approval = approve({ accepted: CHECKLIST_CODES })
      await untilSomebodyWaits(sql)
      return { approval }
    })
    expect(await approval).toEqual({ status: 'changed' })
  })

  test('two issues of a day get addresses of their own', async () => {
    const ids = [issueId]
    for (let n = 0; n < 3; n++)
      ids.push(await addIssue(database.sql, { articles: [harbour], subject: `Number ${n}` }))
    const results = await Promise.all(
      ids.map(async (id) =>
        approve({ issueId: id, revision: (await readIssueRow(database.sql, id)).revision }),
      ),
    )
    const slugs = results.map((result) => (result.status === 'done' ? result.slug : ''))
    expect(slugs.toSorted()).toEqual(['2026-11-25', '2026-11-25-2', '2026-11-25-3', '2026-11-25-4'])
  })
})

describe('what is held', () => {
  test('says what has changed, mails every administrator once, and goes on with a new approval', async () => {
    await createAdministrator(database.sql, 'mara@example.org', 'correct horse battery')
    await approve({ sendAt: { sunday: '2026-11-29' } })
    const before = await readIssueRow(database.sql, issueId)
    await changeArticle()
    const verdict = await verifySeal(database.sql, jobs.services, issueId)
    expect(verdict).toEqual({ intact: false, changed: ['“Harbour”'] })
    const hold = () => holdIssue(jobs.services, { issueId, reason: 'Changed.' })
    expect((await Promise.all([hold(), hold(), hold()])).filter(Boolean)).toHaveLength(1)
    expect(await listNotices(database.sql)).toEqual(['held', 'held'])
    expect(await approve({ sendAt: { sunday: '2026-11-29' } })).toMatchObject({
      status: 'done',
      slug: '2026-11-29',
    })
    const after = await readIssueRow(database.sql, issueId)
    expect(after).toMatchObject({ status: 'scheduled', held_reason: null, revision: before.revision })
    expect(after.seal).not.toBe(before.seal)
    expect(await verifySeal(database.sql, jobs.services, issueId)).toEqual({ intact: true })
    const [message] = await database.sql<{ html: string }[]>`select html from public.newsletter_messages`
    expect(message?.html).toContain('Harbour, corrected')
    await database.sql`delete from public.user_roles where user_id <> ${actor}`
  })

  test('while it is sent keeps its address and what it has begun with', async () => {
    const { sql } = database
    await approve({ pauseAfter: 1 })
    await sql`update public.newsletter_issues set audience = 3 where id = ${issueId}`
    await moveIssue(sql, { issueId, from: ['approved'], to: 'sending', actor })
    await moveIssue(sql, { issueId, from: ['sending'], to: 'paused', actor })
    expect(await approve()).toEqual({ status: 'closed', issueStatus: 'paused' })
    await changeArticle()
    await holdIssue(jobs.services, { issueId, reason: 'Changed.' })
    expect(await approve({ sendAt: new Date('2026-12-24T08:00:00Z') })).toEqual({
      status: 'done',
      slug: '2026-11-25',
      issueStatus: 'paused',
      scheduledFor: null,
    })
    expect(await readIssueRow(sql, issueId)).toMatchObject({
      status: 'paused',
      held_reason: null,
      scheduled_for: null,
    })
    expect(await verifySeal(sql, jobs.services, issueId)).toEqual({ intact: true })
  })

  test('while it is sent gives the English message to readers of a language that was switched off', async () => {
    const { sql } = database
    issueId = await addIssue(sql, { articles: [harbour], languages: ['en', 'de'] })
    await approve({ accepted: ['stale_edition'] })
    await startSending(jobs.services, issueId, actor)
    await moveIssue(sql, { issueId, from: ['sending'], to: 'paused', actor })
    await sql`update public.newsletter_deliveries set status = 'sent' where email = 'reader-1-en@example.org'`
    await setSettings(jobs.services, { languages: ['en', 'fr'] })
    await changeArticle()
    await holdIssue(jobs.services, { issueId, reason: 'Changed.' })
    expect(await approve()).toMatchObject({ status: 'done', issueStatus: 'paused' })
    const languages = await sql`
      select delivery.status, message.language from public.newsletter_deliveries as delivery
      left join public.newsletter_messages as message using (issue_id, language) order by 1`
    expect(languages).toEqual([
      { status: 'pending', language: 'en' },
      { status: 'pending', language: 'en' },
      { status: 'sent', language: 'en' },
    ])
    const writeMail = await loadSealedMessages(jobs.services, issueId)
    const late = { id: '1', batchId: '1', subscriberId: randomUUID(), messageId: randomUUID(), attempts: 1 }
    expect(writeMail({ ...late, email: 'a@example.org', language: 'de', sections: null })).toMatchObject({
      language: 'en',
    })
  })
})

describe('an approval that is taken back', () => {
  test('leaves a draft without messages, seal and time, which can be approved again', async () => {
    const { sql } = database
    await approve({ sendAt: { sunday: '2026-11-29' } })
    expect(await reopenIssue(sql, { issueId, actor })).toBe(true)
    expect(await readIssueRow(sql, issueId)).toMatchObject({
      status: 'draft',
      seal: null,
      scheduled_for: null,
    })
    expect(await sql`select from public.newsletter_messages`).toEqual([])
    expect(await sql`select from private.newsletter_approvals`).toEqual([])
    await sql`update public.newsletter_editions set subject = 'Rewritten' where issue_id = ${issueId}`
    expect(await approve({ accepted: ['no_test'] })).toMatchObject({ status: 'done', slug: '2026-11-25' })
  })

  test.each<[IssueStatus, boolean, boolean]>([
    ['draft', false, true],
    ['approved', true, true],
    ['scheduled', true, true],
    ['sending', false, false],
    ['paused', false, false],
    ['sent', false, false],
    ['cancelled', false, false],
  ])('of an issue that is %s: reopened %s, cancelled %s', async (status, reopens, cancels) => {
    const { sql } = database
    const bring = async () => {
      if (status !== 'draft' && status !== 'cancelled')
        await approve({ sendAt: status === 'scheduled' ? { sunday: '2026-11-29' } : null })
      await sql`update public.newsletter_issues set audience = 3 where id = ${issueId}`
      const path: Partial<Record<IssueStatus, IssueStatus[]>> = {
        sending: ['sending'],
        paused: ['sending', 'paused'],
        sent: ['sending', 'sent'],
        cancelled: ['cancelled'],
      }
      for (const to of path[status] ?? [])
        await sql`update public.newsletter_issues set status = ${to} where id = ${issueId}`
      expect((await readIssueRow(sql, issueId)).status).toBe(status)
    }
    await bring()
    expect(await reopenIssue(sql, { issueId, actor })).toBe(reopens)
    expect((await readIssueRow(sql, issueId)).status).toBe(reopens ? 'draft' : status)
    if (reopens) await approve()
    expect(await cancelIssue(sql, { issueId, actor })).toBe(cancels)
    expect((await readIssueRow(sql, issueId)).status).toBe(cancels ? 'cancelled' : status)
  })
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Restoration } from '#core/domain/backup.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { resumeSending, retryFailed } from '#server/features/newsletter/send/control-sending.ts'
import { sendContent } from '#server/features/newsletter/send/send-content.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { HELD_SITE } from '#server/platform/queue/job.ts'
import { createTestDatabase } from '../support/database.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { addIssue, insertArticle, readIssueRow } from '../support/issues.ts'
import { startTestJobs } from '../support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../support/newsletter-issues.ts'
import { addPerson, asPerson } from '../support/sessions-of-roles.ts'

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
const { services } = jobs
const nora = await addPerson(sql, { name: 'nora', role: 'admin' })
const mara = await addPerson(sql, { name: 'mara', role: 'newsletter' })

afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

beforeEach(async () => {
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, private.newsletter_welcomes, private.work_notices, public.webhooks, private.restorations, pgboss.job',
  )
  await addReaders(sql, 3)
  await sql`update public.newsletter_subscribers set subscribed_at = now() - interval '1 day'`
})

/** The database is that of a backup from an hour ago, which was restored a minute ago. */
const restore = () => sql`
  insert into private.restorations (made_at, restored_at) values (now() - interval '1 hour', now() - interval '1 minute')`

const confirm = (by = nora) =>
  asPerson(sql, by, async (request) => {
    const [row] = await request<
      [{ answer: { status: string } }]
    >`select public.confirm_restoration() as answer`
    return row.answer.status
  })
const answer = (issueId: string, wasSent: boolean | null, by = nora) =>
  asPerson(sql, by, async (request) => {
    const [row] = await request<[{ answer: { status: string } }]>`
      select public.answer_restored_issue(${issueId}, ${wasSent}) as answer`
    return row.answer.status
  })

/** An issue that was approved before the backup, for so many minutes ago. */
async function addDue(minutes: number): Promise<string> {
  const { id } = await addApprovedIssue(sql)
  await sql`
    update public.newsletter_issues set status = 'scheduled', approved_at = now() - interval '2 hours',
      scheduled_for = now() - make_interval(mins => ${minutes}) where id = ${id}`
  return id
}

const DUE_MINUTES = [55, 5, 0]

describe('an issue that was due between the backup and the confirmation', () => {
  test.each(DUE_MINUTES)(
    '%i minutes ago, is asked for, and leaves by nothing but an answer',
    async (minutes) => {
      const id = await addDue(minutes)
      await restore()
      expect(await confirm()).toBe('confirmed')
      expect(await startSending(services, id, null)).toMatchObject({ status: 'refused' })
      expect(await startSending(services, id, nora.id)).toEqual({
        status: 'refused',
        reason: expect.stringMatching(/^This issue may have been sent after the backup was made/),
      })
      expect(await answer(id, false)).toBe('answered')
      expect(await startSending(services, id, null)).toMatchObject({ status: 'refused' })
      expect(await startSending(services, id, nora.id)).toEqual({ status: 'begun', isFirst: true })
      expect(await countDeliveries(sql, id)).toMatchObject({ status: 'sending', counts: { pending: 3 } })
    },
  )

  test('and has left is sent at that moment: nobody gets it again, and readers find it', async () => {
    await sql`insert into public.webhooks (url, events) values ('https://example.org/', '["newsletter.sent"]')`
    const id = await addDue(30)
    const { slug, scheduled_for: due } = await readIssueRow(sql, id)
    await restore()
    await confirm()
    await sql`insert into public.newsletter_subscribers (email, confirmed, subscribed_at) values ('new@example.org', true, now())`
    expect(await answer(id, true)).toBe('answered')
    expect(await countDeliveries(sql, id)).toEqual({ status: 'sent', counts: { sent: 3 }, isComplete: true })
    const [stored] = await sql`
      select started_at, ended_at, held_reason, may_have_left from public.newsletter_issues where id = ${id}`
    expect(stored).toEqual({ started_at: due, ended_at: due, held_reason: null, may_have_left: false })
    const [shown] = await sql`select * from public.find_published_newsletter(${slug}, 'en')`
    expect(shown).toBeDefined()
    expect(await sql`select event from public.webhook_deliveries`).toEqual([])
    expect(await startSending(services, id, nora.id)).toEqual({ status: 'begun', isFirst: false })
    expect(await retryFailed(services, { issueId: id, actor: nora.id })).toMatchObject({ status: 'refused' })
    expect(await sql`select from pgboss.job where name = 'send-newsletter-issue'`).toEqual([])
  })

  test('is asked for once: a second answer, or one that nobody asked for, changes nothing', async () => {
    const id = await addDue(5)
    expect(await answer(id, true)).toBe('not_asked')
    await restore()
    await confirm()
    await expect(answer(id, null)).rejects.toMatchObject({ code: '22004' })
    await expect(answer(id, true, mara)).rejects.toMatchObject({ code: '42501' })
    expect(await Promise.all([answer(id, false), answer(id, true)])).toEqual(
      expect.arrayContaining(['answered', 'not_asked']),
    )
    expect(await answer(nora.id, true)).toBe('not_asked')
    expect(await sql`select from pgboss.job where name = 'send-newsletter-issue'`).toEqual([])
  })
})

describe('an issue whose time is still to come', () => {
  test('may have been sent by hand before it: it waits for an answer, and has left when the backup was made', async () => {
    const id = await addDue(-60)
    await restore()
    await confirm()
    expect(await startSending(services, id, null)).toMatchObject({ status: 'refused' })
    expect(await answer(id, true)).toBe('answered')
    const [stored] = await sql`
      select status, ended_at = made_at as is_of_backup from public.newsletter_issues as issue, private.restorations where issue.id = ${id}`
    expect(stored).toEqual({ status: 'sent', is_of_backup: true })
  })

  test('goes out then by itself once somebody has said that it was not sent', async () => {
    const id = await addDue(-60)
    await restore()
    await confirm()
    expect(await answer(id, false)).toBe('answered')
    expect(await startSending(services, id, null)).toEqual({ status: 'begun', isFirst: true })
    expect(await countDeliveries(sql, id)).toMatchObject({ status: 'sending', counts: { pending: 3 } })
  })

  test('is asked for as a draft when it was reopened while the site was held, however old it is', async () => {
    const id = await addDue(-60)
    await sql`update public.newsletter_issues set created_at = now() - interval '40 days' where id = ${id}`
    await restore()
    expect(await reopenIssue(sql, { issueId: id, actor: nora.id })).toBe(true)
    await confirm()
    expect(await answer(id, true)).toBe('answered')
    expect((await readIssueRow(sql, id)).status).toBe('cancelled')
  })
})

test('a draft and an approved issue of the backup are asked for, too, and those that are made since are not', async () => {
  const draft = await addIssue(sql, { articles: [await insertArticle(sql, { slug: 'harbour' })] })
  const { id: approved } = await addApprovedIssue(sql)
  await sql`
    update public.newsletter_issues set created_at = now() - interval '3 hours', approved_at = approved_at - interval '2 hours'`
  await restore()
  const { id: since } = await addApprovedIssue(sql)
  await confirm()
  const asked = await sql<{ id: string }[]>`select id from public.newsletter_issues where may_have_left`
  expect(asked.map(({ id }) => id).toSorted()).toEqual([draft, approved].toSorted())
  const approval = {
    ...{
      issueId: draft,
      revision: (await readIssueRow(sql, draft)).revision,
      accepted: ['no_test'] as const,
    },
    ...{ sendAt: null, pauseAfter: null, actor: nora.id },
  }
  expect(await approveIssue(services, approval)).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/Say first whether it was\.$/),
  })
  // The sent issue is not the text of this draft.
  expect(await answer(draft, true)).toBe('answered')
  expect((await readIssueRow(sql, draft)).status).toBe('cancelled')
  expect(await startSending(services, since, nora.id)).toMatchObject({ status: 'begun' })
})

test('while a site is held, people of the desk know it, and nothing can be approved for later, sent or resumed', async () => {
  const id = await addDue(-60)
  const reader = { ...nora, session: mara.session }
  const found = (by: typeof nora) =>
    asPerson(sql, by, async (request) => {
      const [row] = await request<[{ found: Restoration | null }]>`select public.find_restoration() as found`
      return row.found
    })
  expect(await found(mara)).toBeNull()
  await restore()
  expect(await found(mara)).toEqual({ made_at: expect.any(String), restored_at: expect.any(String) })
  expect(await found(reader)).toBeNull()
  await expect(confirm(mara)).rejects.toMatchObject({ code: '42501' })
  const held = { status: 'refused', reason: expect.stringContaining('restored from a backup and is held') }
  const draft = await addIssue(sql, { articles: [await insertArticle(sql, { slug: 'harbour' })] })
  const { revision } = await readIssueRow(sql, draft)
  const sendAt = new Date(Date.now() + 3_600_000)
  const approval = { issueId: draft, revision, accepted: ['no_test'] as const, pauseAfter: null }
  for (const actor of [nora.id, mara.id, null])
    expect(await approveIssue(services, { ...approval, sendAt, actor })).toEqual(held)
  expect(await startSending(services, id, nora.id)).toEqual(held)
  const content = { subject: 'The week', content: '<p>What happened.</p>', again: false, actor: nora.id }
  expect(await sendContent(services, content)).toMatchObject({ ...held, issueId: null })
  await sql`
    update public.newsletter_issues set audience = 3, status = 'sending' where id = ${id}`
  await sql`update public.newsletter_issues set status = 'paused' where id = ${id}`
  expect(await resumeSending(services, { issueId: id, actor: nora.id })).toEqual(held)
})

test('while a site is held, no article is scheduled, moved or taken out of the future', async () => {
  const [waits, other] = [
    await insertArticle(sql, { slug: 'waits', published: false }),
    await insertArticle(sql, { slug: 'other', published: false }),
  ]
  const schedule = (id: string, by = nora) =>
    asPerson(sql, by, async (request) => {
      const [{ version }] = await request<
        [{ version: string }]
      >`select updated_at::text as version from public.articles where id = ${id}`
      await request`select public.schedule_article(${id}, now() + interval '1 hour', 'UTC', p_version => ${version})`
    })
  await schedule(waits)
  await restore()
  for (const work of [
    () => schedule(waits),
    () => schedule(other),
    () =>
      asPerson(
        sql,
        nora,
        (request) =>
          request`insert into public.articles (slug, title, excerpt, content, category, published, publish_date)
            values ('new', 'New', 'An excerpt', 'A text', 'tech', true, now() + interval '1 hour')`,
      ),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'P0001', message: HELD_SITE })
  expect(await sql`select article_id from public.article_schedules`).toEqual([{ article_id: waits }])
  expect(await sql`select from public.articles`).toHaveLength(2)
  await sql`delete from private.restorations`
  await schedule(other)
})

test('an issue that was being sent or paused is asked for, and goes on to those who are not known to have it', async () => {
  const ids: string[] = []
  for (const status of ['sending', 'paused']) {
    const { id } = await addApprovedIssue(sql)
    await startSending(services, id, nora.id, { alongside: ids })
    await sql`
      update public.newsletter_deliveries set status = 'sent', settled_at = now()
      where id = (select min(id) from public.newsletter_deliveries where issue_id = ${id})`
    await sql`update public.newsletter_issues set status = ${status} where id = ${id}`
    ids.push(id)
  }
  await restore()
  await confirm()
  for (const issueId of ids) {
    expect(await countDeliveries(sql, issueId)).toMatchObject({ status: 'paused' })
    expect(await resumeSending(services, { issueId, actor: nora.id })).toMatchObject({ status: 'refused' })
  }
  const [first = '', second = ''] = ids
  await answer(first, true)
  expect(await countDeliveries(sql, first)).toEqual({ status: 'sent', counts: { sent: 3 }, isComplete: true })
  await answer(second, false)
  const control = { issueId: second, actor: nora.id }
  expect(await resumeSending(services, control)).toMatchObject({ status: 'beside', others: [{ id: first }] })
  expect(await resumeSending(services, { ...control, alongside: [first] })).toEqual({ status: 'done' })
  expect(await countDeliveries(sql, second)).toMatchObject({ counts: { sent: 1, pending: 2 } })
})

test('articles that were due wait for an editor, and mails and deliveries of the backup are not sent', async () => {
  const due = await insertArticle(sql, { slug: 'due', published: false })
  const later = await insertArticle(sql, { slug: 'later', published: false })
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone)
    values (${due}, now() - interval '1 minute', 'UTC'), (${later}, now() + interval '1 hour', 'UTC')`
  await sql`insert into public.webhooks (url, events) values ('https://example.org/', '["subscriber.confirmed"]')`
  const write = (ago: string) => sql`
    with told as (
      insert into private.work_notices (user_id, kind, article_id, sentence, made_at)
      values (${mara.id}, 'mention', gen_random_uuid(), 'Look at this.', now() - ${ago}::interval)),
    hook as (
      insert into public.webhook_deliveries (webhook_id, event, data, happened_at)
      select id, 'subscriber.confirmed', '{}', now() - ${ago}::interval from public.webhooks)
    insert into private.newsletter_welcomes (subscriber_id, confirmed_at)
    select id, now() - ${ago}::interval from public.newsletter_subscribers
    where not exists (select from private.newsletter_welcomes where subscriber_id = newsletter_subscribers.id) limit 1`
  await write('2 hours')
  await restore()
  await write('1 second')
  await confirm()
  expect(
    await sql`select article_id, status, reason from public.article_schedules order by publish_at`,
  ).toEqual([
    { article_id: due, status: 'missed', reason: 'restored' },
    { article_id: later, status: 'waiting', reason: null },
  ])
  expect(await sql`select from private.newsletter_welcomes`).toHaveLength(1)
  expect(await sql`select from private.work_notices where mailed_at is null`).toHaveLength(1)
  expect(await sql`select status, problem from public.webhook_deliveries order by happened_at`).toEqual([
    { status: 'failed', problem: 'restored' },
    { status: 'waiting', problem: null },
  ])
})

test('with a clock that was set back before the backup nothing is let go, and a second confirmation does nothing', async () => {
  const id = await addDue(-30)
  await sql`insert into private.restorations (made_at, restored_at) values (now() + interval '1 hour', now())`
  expect(await confirm()).toBe('clock_behind')
  expect(await sql`select private.is_held() as held`).toEqual([{ held: true }])
  await sql`update private.restorations set made_at = now() - interval '1 hour'`
  expect(await Promise.all([confirm(), confirm()])).toEqual(expect.arrayContaining(['confirmed', 'not_held']))
  expect(
    await sql`select event from public.newsletter_issue_events where issue_id = ${id} and event = 'held'`,
  ).toHaveLength(1)
})

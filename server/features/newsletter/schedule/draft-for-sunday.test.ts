import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { createEmptyIssue, findIssueForSunday } from '#server/features/newsletter/compose/store-edition.ts'
import { reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { sendNewsletterNoticeJob } from '#server/features/newsletter/jobs.ts'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import {
  DUE,
  openScheduler,
  SATURDAY,
  SUNDAY,
} from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addIssue, listNotices, readIssueRow, setSettings } from '../../../../tests/support/issues.ts'
import { startTestJobs, untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { startModelServer } from '../../../../tests/support/model-server.ts'
import { addPerson, asPerson } from '../../../../tests/support/sessions-of-roles.ts'

const clock = await openScheduler()
const { sql, services, follow, approve, addScheduled, jobsNamed, readSunday, draft } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

describe('the draft for a Sunday', () => {
  test('is enqueued from a day before, once, and only while there are recipients', async () => {
    await follow('2026-11-28T07:59:00Z')
    expect(await jobsNamed('draft-newsletter')).toEqual([])
    await Promise.all([follow('2026-11-28T08:00:00Z'), follow('2026-11-28T08:00:00Z')])
    await follow('2026-11-28T08:01:00Z')
    expect((await jobsNamed('draft-newsletter')).map(({ data }) => data)).toEqual([{ sunday: SUNDAY }])
    await emptyTables(sql, 'pgboss.job, public.newsletter_subscribers')
    await follow('2026-11-28T08:02:00Z')
    expect(await jobsNamed('draft-newsletter')).toEqual([])
  })

  test('is one issue with one mail for each administrator, however often it is made', async () => {
    await Promise.allSettled([draft(), draft(), draft()])
    await draft()
    const issues = await sql`select origin, status from public.newsletter_issues`
    expect(issues).toEqual([{ origin: 'clock', status: 'draft' }])
    expect(await listNotices(sql)).toEqual(['draft_ready'])
    await follow('2026-11-28T09:00:00Z')
    expect(await jobsNamed('draft-newsletter')).toEqual([])
  })

  test('goes on where a process was killed, before and after it was composed', async () => {
    const [begun] = await sql<[{ id: string }]>`
      insert into public.newsletter_issues (origin) values ('clock') returning id`
    await sql`insert into private.newsletter_sundays (sunday, issue_id) values (${SUNDAY}, ${begun.id})`
    expect(await draft()).toBe(begun.id)
    const { revision } = await readIssueRow(sql, begun.id)
    await sql`update private.newsletter_sundays set announced_at = null`
    await sql`delete from pgboss.job`
    expect(await draft()).toBe(begun.id)
    expect((await readIssueRow(sql, begun.id)).revision).toBe(revision)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
  })

  test('is translated into the languages of its readers where a model is set up', async () => {
    const model = await startModelServer()
    model.answerWith(() => ({}))
    onTestFinished(() => model.stop())
    const ai = {
      provider: 'openai-compatible',
      model: 'test-model',
      baseUrl: model.baseUrl,
      key: null,
      variables: [],
    } satisfies AiConfig
    const beside = await startTestJobs(clock.database, { works: false, ai })
    onTestFinished(() => beside.stop())
    const languages = async () =>
      (
        await sql<{ language: string }[]>`select language from public.newsletter_editions order by language`
      ).map(({ language }) => language)
    await draft()
    expect(await languages()).toEqual(['en'])
    await emptyTables(sql, 'public.newsletter_issues, private.newsletter_sundays')
    await draftForSunday(beside.services, SUNDAY, new Date(SATURDAY))
    expect(await languages()).toEqual(['de', 'en'])
  })

  test('is not made beside an issue that is scheduled for that day', async () => {
    const issueId = await addScheduled()
    await draft()
    const issues = await sql<{ id: string }[]>`select id from public.newsletter_issues`
    expect(issues).toEqual([{ id: issueId }])
    expect(await listNotices(sql)).toEqual([])
    expect(await readSunday()).toMatchObject({ issue_id: null, settled_at: expect.any(Date) })
  })

  test('is not made on the day after an issue that was sent', async () => {
    const issueId = await addScheduled()
    await sql`
      update public.newsletter_issues
      set status = 'sending', audience = 5, started_at = ${DUE}::timestamptz - interval '14 hours' where id = ${issueId}`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${issueId}`
    await draft()
    expect(await sql`select from public.newsletter_issues`).toHaveLength(1)
    expect(await listNotices(sql)).toEqual([])
    await sql`delete from private.newsletter_sundays`
    await sql`update public.newsletter_issues set started_at = started_at - interval '1 day' where id = ${issueId}`
    expect(await draft()).not.toBe(issueId)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
  })

  test('is not made after its time, by a job that a backup has brought back', async () => {
    await draftForSunday(services, SUNDAY, new Date(DUE))
    expect(await sql`select from public.newsletter_issues`).toEqual([])
    expect(await readSunday()).toBeUndefined()
  })

  test('that an administrator has approved meanwhile is left alone', async () => {
    const issueId = await draft()
    await approve(issueId, { sunday: SUNDAY })
    await sql`update private.newsletter_sundays set announced_at = null, composed_at = null`
    await draft()
    expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')
  })
})

describe('a draft that somebody has begun', () => {
  const compose = (issueId: string | null = null, another = false) =>
    composeIssue(services, { issueId, another, actor: clock.actor })
  const read = (issueId: string) => readIssueRow(sql, issueId)

  test('is taken as it is, and is the only one', async () => {
    const { issueId } = await compose()
    await sql`
      update public.newsletter_editions set subject = 'Mine', origin = 'person' where issue_id = ${issueId}`
    const { revision } = await read(issueId)
    expect(await draft()).toBe(issueId)
    await draft()
    expect(await read(issueId)).toMatchObject({ status: 'draft', revision })
    expect(await sql`select from public.newsletter_issues`).toHaveLength(1)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
    await approve(issueId, { sunday: SUNDAY })
    await follow(DUE)
    expect((await read(issueId)).status).toBe('sending')
    expect(await listNotices(sql)).toEqual(['draft_ready'])
  })

  test('weeks ago is taken, but not when another issue was sent since', async () => {
    const { issueId } = await compose()
    await sql`alter table public.newsletter_issues disable trigger move_issue`
    await sql`
      update public.newsletter_issues set created_at = now() - interval '20 days', updated_at = now() - interval '20 days'`
    await sql`alter table public.newsletter_issues enable trigger move_issue`
    const sent = await addIssue(sql, { articles: [clock.harbour] })
    await approve(sent, null)
    await sql`
      update public.newsletter_issues set status = 'sending', audience = 5, started_at = now() - interval '10 days' where id = ${sent}`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${sent}`
    const made = await draft()
    expect([issueId, sent]).not.toContain(made)
    await sql`delete from public.newsletter_issues where id <> ${issueId}`
    await sql`delete from private.newsletter_sundays`
    expect(await draft()).toBe(issueId)
  })

  test('and left empty is filled', async () => {
    const issueId = await createEmptyIssue(sql, { actor: clock.actor, settings: services.settings.current() })
    expect(await draft()).toBe(issueId)
    expect(await sql`select from public.newsletter_items where issue_id = ${issueId}`).toHaveLength(1)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
  })

  test('at the very moment of the clock is one with that of the clock', async () => {
    for (let round = 0; round < 10; round += 1) {
      await emptyTables(sql, 'public.newsletter_issues, private.newsletter_sundays, pgboss.job')
      const made = await Promise.all([
        compose().then(({ issueId }) => issueId),
        draft(),
        compose().then(({ issueId }) => issueId),
      ])
      expect(new Set(made).size).toBe(1)
      expect(await sql`select from public.newsletter_issues`).toHaveLength(1)
    }
  })

  test('is sent without an approval where the settings say so, unless somebody who may not send has changed it', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const lena = await addPerson(sql, { name: randomUUID(), role: 'newsletter' })
    onTestFinished(async () => {
      await sql`delete from auth.users where id = ${lena.id}`
    })
    const { issueId } = await compose()
    await asPerson(
      sql,
      lena,
      (request) =>
        request`update public.newsletter_editions set subject = 'Of Lena' where issue_id = ${issueId}`,
    )
    expect(await draft()).toBe(issueId)
    await follow(DUE)
    expect((await read(issueId)).status).toBe('draft')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])

    await emptyTables(sql, 'public.newsletter_issues, private.newsletter_sundays, pgboss.job')
    const own = await compose()
    await draft()
    await follow(DUE)
    expect((await read(own.issueId)).status).toBe('sending')
  })

  test('behind a clock that was set back is the only one, too', async () => {
    const sent = await addIssue(sql, { articles: [clock.harbour] })
    await approve(sent, null)
    await sql`
      update public.newsletter_issues set status = 'sending', audience = 5, started_at = now() + interval '2 hours' where id = ${sent}`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${sent}`
    const { issueId } = await compose()
    expect((await compose()).issueId).toBe(issueId)
    expect(await sql`select from public.newsletter_issues`).toHaveLength(2)
  })

  test('has another one beside it when that is wanted, and stays the one of the Sunday once the clock has taken it', async () => {
    const { issueId } = await compose()
    expect((await compose()).issueId).toBe(issueId)
    expect(await draft()).toBe(issueId)
    expect((await compose(null, true)).issueId).not.toBe(issueId)
    expect(await findIssueForSunday(sql, services.settings.current())).toBe(issueId)
  })
})

test('administrators are mailed a link that asks them to sign in, and nothing once it is decided', async () => {
  const issueId = await draft()
  await follow(DUE)
  const worker = await startTestJobs(clock.database, { instance: randomUUID() })
  onTestFinished(() => worker.stop())
  const mails = () => sql<{ recipient: string; subject: string; body: string }[]>`
    select recipient, subject, body_text as body from public.outbox_mails order by created_at`
  await vi.waitUntil(async () => (await mails()).length === 2, { timeout: 20_000, interval: 50 })
  for (const { recipient, body } of await mails()) {
    expect(recipient).toBe('nora@example.org')
    expect(body.match(/https?:\S+/g)).toEqual([`https://aiwatch.example/admin/newsletter/${issueId}`])
  }
  const texts = (await mails()).map(({ body }) => body.replace(/\s+/g, ' ')).join(' ')
  expect(texts).toContain('only if one of you approves it first')
  expect(texts).toContain('Sunday, 29 November 2026 at 09:00 (Europe/Zurich)')
  expect(texts).toContain('Nobody had approved it by its time.')

  for (const event of ['held', 'draft_ready'] as const) {
    await approve(issueId, { sunday: SUNDAY })
    await worker.queue.enqueue(sendNewsletterNoticeJob, { userId: clock.actor, issueId, event })
    await untilJobsAreDone(sql)
    await reopenIssue(sql, { issueId, actor: clock.actor })
  }
  expect(await mails()).toHaveLength(2)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { DUE, openScheduler, SUNDAY } from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import {
  addIssue,
  insertArticle,
  listEvents,
  listNotices,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { addPerson, asPerson, type Person } from '../../../../tests/support/sessions-of-roles.ts'

const clock = await openScheduler()
const { sql, services, follow, approve, readSunday, draft } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

describe('at its time, an unapproved draft', () => {
  test('is not sent, and administrators are told once', async () => {
    const issueId = await draft()
    await follow('2026-11-29T07:59:59Z')
    expect(await listNotices(sql)).toEqual(['draft_ready'])
    await Promise.all([follow(DUE), follow(DUE)])
    await follow('2026-11-29T08:01:00Z')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    expect(await listEvents(sql, issueId)).toEqual(['draft', 'held'])
  })

  test('is sent where the settings say so, although it was not tested', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    await follow('2026-11-29T07:59:59Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    await Promise.all([follow(DUE), follow(DUE)])
    await follow('2026-11-29T08:01:00Z')
    expect(await readIssueRow(sql, issueId)).toMatchObject({
      status: 'sending',
      slug: SUNDAY,
      audience: 5,
    })
    expect(await listEvents(sql, issueId)).toEqual(['draft', 'approved', 'scheduled', 'sending'])
    const approvals = await sql`
      select actor from public.audit_log where subject_id = ${issueId} and action = 'approve_newsletter'`
    expect(approvals).toEqual([{ actor: null }])
  })

  test.each([
    ['in its backup', true],
    ['since it was restored', false],
  ])('is not sent automatically by a restored site, with a draft %s', async (_, isOfBackup) => {
    onTestFinished(async () => {
      await sql`delete from private.restorations`
    })
    await setSettings(services, { newsletter_automatic: true })
    const restored = () => sql`
      insert into private.restorations (made_at, confirmed_at) values ('2026-11-28T07:00:00Z', '2026-11-28T09:00:00Z')`
    if (!isOfBackup) await restored()
    const issueId = await draft()
    if (isOfBackup) await restored()
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test.each<[string, (issueId: string) => string]>([
    ['edition', (id) => `update public.newsletter_editions set subject = 'Mine' where issue_id = '${id}'`],
    ['item', (id) => `update public.newsletter_items set position = 7 where issue_id = '${id}'`],
    [
      'look',
      (id) => `update public.newsletter_issues set shows_pictures = not shows_pictures where id = '${id}'`,
    ],
  ])('is not sent automatically with the %s of somebody who may not send', async (_what, change) => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    const lena = await addPerson(sql, { name: randomUUID(), role: 'newsletter' })
    onTestFinished(async () => {
      await sql`delete from auth.users where id = ${lena.id}`
    })
    await asPerson(sql, lena, (request) => request.script(change(issueId)))
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    expect(
      await sql`select reason from public.newsletter_issue_events where issue_id = ${issueId} and event = 'held'`,
    ).toEqual([{ reason: expect.stringMatching(/^Somebody who may not send has changed it/) }])
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test('is sent automatically with what somebody who may send has written, or has approved of others', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    const write = (person: Person, subject: string) =>
      asPerson(
        sql,
        person,
        (request) =>
          request`update public.newsletter_editions set subject = ${subject} where issue_id = ${issueId} and language = 'en'`,
      )
    const lena = await addPerson(sql, { name: randomUUID(), role: 'newsletter' })
    const edda = await addPerson(sql, { name: randomUUID(), role: 'editor' })
    onTestFinished(async () => {
      await sql`delete from auth.users where id in (${lena.id}, ${edda.id})`
    })
    await sql`update public.user_roles set permissions = '{send}' where user_id = ${edda.id}`
    await write(lena, 'Of Lena')
    await approve(issueId, null)
    await reopenIssue(sql, { issueId, actor: clock.actor })
    await write(edda, 'Of Edda')
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('sending')
  })

  test('is not sent automatically when the checklist finds anything else', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    await sql`update public.newsletter_editions set preheader = '' where issue_id = ${issueId}`
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    const [event] = await sql<{ reason: string }[]>`
      select reason from public.newsletter_issue_events where issue_id = ${issueId} and event = 'held'`
    expect(event?.reason).toMatch(/^It is not sent automatically, because of the checklist: .*preheader/)
    expect(event?.reason).not.toContain('tested')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test('is not sent automatically when its time has passed while nothing was running', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    await follow('2026-11-29T08:16:00Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test.each([
    ['another one is paused since days ago', 'another issue for some of the same people: “Paused (en)” ('],
    ['nobody has said whether a restored site has sent it', 'Say first whether it was.'],
  ])('is not sent automatically while %s, and administrators are told', async (why, said) => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    if (why.startsWith('nobody'))
      await sql`update public.newsletter_issues set may_have_left = true where id = ${issueId}`
    else {
      const paused = await addIssue(sql, {
        articles: [await insertArticle(sql, { slug: 'elsewhere' })],
        subject: 'Paused',
      })
      await approve(paused, null)
      await sql`
        insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language)
        select ${paused}, id, email, 'en' from public.newsletter_subscribers`
      for (const status of ['sending', 'paused'])
        await sql`
          update public.newsletter_issues set status = ${status}, audience = 5, started_at = ${DUE}::timestamptz - interval '5 days'
          where id = ${paused}`
    }
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    const [event] = await sql<{ reason: string }[]>`
      select reason from public.newsletter_issue_events where issue_id = ${issueId} and event = 'held'`
    expect(event?.reason).toContain(said)
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test('is no matter for a mail days later, or when another issue goes out', async () => {
    await draft()
    await follow('2026-12-01T08:00:00Z')
    expect(await readSunday()).toMatchObject({ settled_at: expect.any(Date) })
    await sql`update private.newsletter_sundays set settled_at = null`
    const other = await addIssue(sql, { articles: [clock.harbour], subject: 'Another one' })
    await approve(other, { sunday: SUNDAY })
    await follow(DUE)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
    expect((await readIssueRow(sql, other)).status).toBe('sending')
  })

  test('or could not be composed is named in the mail, also where it would be sent automatically', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    await sql`update private.newsletter_sundays set composed_at = null`
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test('or that was approved without a time is named in the mail', async () => {
    const issueId = await draft()
    await approve(issueId, null)
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('approved')
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })
})

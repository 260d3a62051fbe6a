import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKLIST_CODES, CHECKLIST_WEIGHTS, type ChecklistCode } from '#core/domain/newsletter-checklist.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import {
  DUE,
  openScheduler,
  SUNDAY,
  WEDNESDAY,
} from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import { createTransport } from '#server/platform/mail/create-transport.ts'
import {
  addIssue,
  addSubscribers,
  insertArticle,
  listEvents,
  listNotices,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { alwaysBy } from '../../../../tests/support/jobs.ts'

const clock = await openScheduler()
const { sql, services, actor, follow } = clock
afterAll(() => clock.stop())

/** The transport of a site without a mail server. */
const outbox = createTransport({
  connection: null,
  from: { name: '', address: 'news@example.org' },
  dkim: null,
  environment: { resendAddress: 'https://api.resend.com' },
  siteUrl: 'https://aiwatch.example',
  sql,
})
const { mail } = services

let issueId: string
let german: string
/** The status with which the page of ours answers to which the issue links. */
let contact = 200
services.ownPages.setApp(() => new Response(null, { status: contact }))
beforeEach(async () => {
  await clock.reset()
  services.mail = mail
  await sql`truncate private.suppressed_addresses, public.article_translations`
  german = await insertArticle(sql, {
    slug: 'hafen',
    title: 'Hafen',
    language: 'de',
    original_article_id: clock.harbour,
  })
  issueId = await addIssue(sql, { articles: [clock.harbour], languages: ['en', 'de'] })
  contact = 200
  await sql`
    update public.newsletter_editions set content = '<p>Write to <a href="https://aiwatch.example/contact">us</a>.</p>'
    where issue_id = ${issueId} and language = 'en'`
  await sql`update public.newsletter_issues set tested_revision = revision where id = ${issueId}`
})

const approve = async (accepted: readonly ChecklistCode[] = []) => {
  const { revision } = await readIssueRow(sql, issueId)
  const approval = { issueId, revision, accepted, sendAt: { sunday: SUNDAY }, pauseAfter: null, actor }
  return approveIssue(services, approval, { now: new Date(WEDNESDAY) })
}
const edit = (values: Record<string, string | null>) => async () => {
  for (const [column, value] of Object.entries(values))
    await sql.script(
      `update public.newsletter_editions set ${column} = ${value === null ? 'null' : `'${value}'`} where issue_id = '${issueId}' and language = 'en'`,
    )
  await sql`update public.newsletter_issues set tested_revision = revision where id = ${issueId}`
}
const sentOn = async (subject: string) => {
  const other = await addIssue(sql, { articles: [], subject })
  await sql`
    update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 'x', slug = '2026-11-01', audience = 1 where id = ${other}`
  await sql`update public.newsletter_issues set status = 'sending' where id = ${other}`
}

/** The changes by which the checklist finds something that is not there otherwise. */
const PROVOKED = new Map<ChecklistCode, () => Promise<unknown>>([
  ['no_subject', edit({ subject: ' ' })],
  ['subject_not_plain', edit({ subject: 'The \u202eweek' })],
  ['no_content', edit({ content: '<p>&nbsp;</p>' })],
  ['no_preheader', edit({ preheader: '' })],
  ['no_text_part', edit({ content: '<p><img src="https://aiwatch.example/a.png" alt="" /></p>' })],
  [
    'dead_link',
    async () => {
      contact = 404
    },
  ],
  ['too_large', edit({ content: `<p>${'Words without an end. '.repeat(5_000)}</p>` })],
  [
    'no_test',
    () => sql`update public.newsletter_issues set tested_revision = revision - 1 where id = ${issueId}`,
  ],
  [
    'nobody_in_language',
    () => sql`update public.newsletter_subscribers set language = 'en' where language = 'de'`,
  ],
  ['no_edition', () => addSubscribers(sql, { fr: 1 })],
  ['nothing_chosen', () => sql`update public.newsletter_subscribers set sections = '{hack}'`],
  ['no_recipients', () => sql`update public.newsletter_subscribers set is_active = false`],
  [
    'no_transport',
    async () => {
      services.mail = alwaysBy(mail, outbox)
    },
  ],
  ['not_reviewed', () => setSettings(services, { translation_review: { de: true } })],
  [
    'stale_edition',
    async () => {
      await sql`update public.newsletter_editions set source_hash = 'another' where issue_id = ${issueId} and language = 'de'`
      await sql`update public.newsletter_issues set tested_revision = revision where id = ${issueId}`
    },
  ],
  [
    'stale_translation',
    () => sql`
      insert into public.article_translations (translation_id, original_id, language, stale_since)
      values (${german}, ${clock.harbour}, 'de', now())`,
  ],
  ['same_issue_lately', () => sentOn('The week in AI')],
  [
    'no_reply_address',
    async () => {
      await sql`delete from public.settings where key = 'newsletter_reply_to'`
      await services.settings.reload()
    },
  ],
])

/** Findings that cannot appear after an approval, because the messages are sealed. */
const SEALED = new Set<ChecklistCode>([
  'no_subject',
  'subject_not_plain',
  'no_content',
  'no_text_part',
  'no_preheader',
  'too_large',
])
const codesOf = (result: Awaited<ReturnType<typeof approve>>) =>
  result.status === 'findings' ? result.findings.map(({ code }) => code) : []

test('an issue in which nothing was provoked is approved, and goes out', async () => {
  expect(await approve()).toMatchObject({ status: 'done' })
  await follow(DUE)
  expect((await readIssueRow(sql, issueId)).status).toBe('sending')
})

describe.each(CHECKLIST_CODES)('%s', (code) => {
  const provoke = () => PROVOKED.get(code)?.() ?? expect.fail('Nothing provokes it')
  const weight = CHECKLIST_WEIGHTS[code]

  test('at the approval', async () => {
    await provoke()
    const result = await approve()
    if (weight === 'informs') {
      expect(result.status).toBe('done')
      const [event] = await sql`select reason from public.newsletter_issue_events where event = 'approved'`
      expect(event?.reason).toMatch(/^With this in the checklist: /)
      return
    }
    expect(codesOf(result)).toContain(code)
    expect((await readIssueRow(sql, issueId)).status).toBe('draft')
    const accepted = await approve(codesOf(result))
    expect(accepted.status).toBe(weight === 'blocks' ? 'findings' : 'done')
  })

  test('at nine, when it was found before', async () => {
    await provoke()
    const found = codesOf(await approve())
    if (weight === 'blocks') return expect(found).toContain(code)
    await approve(found)
    await follow(DUE)
    expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'sending', held_reason: null })
  })

  test('at nine, when it is new', async () => {
    expect(await approve()).toMatchObject({ status: 'done' })
    if (SEALED.has(code)) {
      await expect(provoke()).rejects.toMatchObject({ code: '23514' })
    } else await provoke()
    await follow(DUE)
    if (SEALED.has(code) || weight === 'informs') {
      expect((await readIssueRow(sql, issueId)).status).toBe('sending')
      return
    }
    const { status, held_reason } = await readIssueRow(sql, issueId)
    expect([status, held_reason]).toEqual([
      'scheduled',
      expect.stringMatching(/^The checklist has found something new: /),
    ])
    expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'held'])
    expect(await listNotices(sql)).toEqual(['held'])
  })
})

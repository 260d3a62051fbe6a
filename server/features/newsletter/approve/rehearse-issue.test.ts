import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Language } from '#core/i18n/languages.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { createBodyDigest, rehearseIssue } from '#server/features/newsletter/approve/rehearse-issue.ts'
import { personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import {
  addIssue,
  addSubscribers,
  insertArticle,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'

const ACTOR = '6a0e0a44-5b0b-4f57-9a3c-6c9f2f6c1f10'

let database: TestDatabase
let jobs: TestJobs
let issueId: string

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  const { sql } = database
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.settings',
  )
  await setSettings(jobs.services, { newsletter_reply_to: 'desk@example.org' })
  await addSubscribers(sql, { en: 300, de: 150, fr: 7 })
  const harbour = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  issueId = await addIssue(sql, { articles: [harbour], languages: ['en', 'de'] })
})

const rehearse = async () => {
  const report = await rehearseIssue(jobs.services, { issueId, actor: ACTOR })
  if (!report) throw new Error('The issue is gone')
  return report
}

test('a rehearsal composes the message of every recipient, sends none, and records its report', async () => {
  const { sql } = database
  const report = await rehearse()
  expect(report).toMatchObject({
    revision: (await readIssueRow(sql, issueId)).revision,
    audience: 457,
    deadLinks: [],
  })
  expect(
    report.editions.map(({ language, recipients, fallbacks }) => [language, recipients, fallbacks]),
  ).toEqual([
    ['en', 307, 7],
    ['de', 150, 0],
  ])
  expect(report.editions.every(({ bytes }) => bytes > 100)).toBe(true)
  expect(report.findings.map(({ code, language }) => [code, language])).toEqual([['no_edition', 'fr']])
  const deliveries = await sql`select from public.newsletter_deliveries`
  const mails = await sql`select from public.mail_deliveries`
  expect([deliveries.length, mails.length]).toEqual([0, 0])
  const events = await sql`select actor, event, reason from public.newsletter_issue_events`
  expect(events).toEqual([
    {
      actor: ACTOR,
      event: 'rehearsed',
      reason: expect.stringMatching(/^457 messages in \d+ ms; en: 307 of/),
    },
  ])
})

test('what is approved and sent has the digest of its rehearsal, and of nothing else', async () => {
  const { sql, services } = { sql: database.sql, services: jobs.services }
  const before = await rehearse()
  const { revision } = await readIssueRow(sql, issueId)
  const approval = { issueId, revision, accepted: [], sendAt: null, pauseAfter: null, actor: ACTOR }
  expect(await approveIssue(services, approval)).toMatchObject({ status: 'done' })
  expect((await rehearse()).digest).toBe(before.digest)

  const messages = await sql<{ language: Language; subject: string; html: string; text: string }[]>`
    select language, subject, html, body_text as text from public.newsletter_messages`
  const recipients = await sql<{ id: string; language: Language }[]>`
    select id, language from public.newsletter_subscribers order by id`
  const { slug } = await readIssueRow(sql, issueId)
  const digestOf = (issueSlug: string | null) => {
    const digest = createBodyDigest()
    const site = {
      siteUrl: services.siteUrl,
      settings: services.settings.current(),
      links: services.subscriberLinks,
      issueSlug,
    }
    for (const { id, language } of recipients) {
      const message =
        messages.find((one) => one.language === language) ?? messages.find((one) => one.language === 'en')
      if (message) digest.add(id, personaliseMessage(message, { subscriberId: id, deliveryId: ACTOR }, site))
    }
    return digest.value()
  }
  expect(digestOf(slug)).toBe(before.digest)
  expect(digestOf('2020-01-05')).not.toBe(before.digest)

  await sql`delete from public.newsletter_subscribers where email = 'reader-7-fr@example.org'`
  expect((await rehearse()).digest).not.toBe(before.digest)
})

test('an issue that is not there cannot be rehearsed', async () => {
  expect(await rehearseIssue(jobs.services, { issueId: ACTOR, actor: ACTOR })).toBeNull()
})

test('bodies with the same characters in other parts have another digest', () => {
  const value = (subject: string, html: string) => {
    const digest = createBodyDigest()
    digest.add(ACTOR, { subject, html, text: '' })
    return digest.value()
  }
  expect(value('ab', 'c')).not.toBe(value('a', 'bc'))
})

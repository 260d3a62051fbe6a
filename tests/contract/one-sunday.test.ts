import { afterAll, expect, test } from 'vitest'
import type { Answer } from '#core/data/call-function.ts'
import { approveNewsletter, checkNewsletter, rehearseNewsletter } from '#core/data/newsletter-approval.ts'
import {
  controlNewsletter,
  readNewsletterProgress,
  sendTestNewsletter,
} from '#core/data/newsletter-sending.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import { unsubscribePath } from '#core/paths.ts'
import { createBodyDigest } from '#server/features/newsletter/approve/rehearse-issue.ts'
import { runScheduler } from '#server/features/newsletter/schedule/scheduler.ts'
import { ADMIN, startTestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { readIssueRow } from '../support/issues.ts'
import { startTestJobs } from '../support/jobs.ts'
import { mailsTo } from '../support/links.ts'
import { addReaders } from '../support/newsletter-issues.ts'
import { linkTokens } from '../support/subscribers.ts'

const PATIENT = { timeout: 170_000, interval: 200 }
const LEAVING = ['reader-1@example.org', 'reader-2501@example.org', 'reader-5003@example.org']

const app = await startTestApp()
const { sql } = app.database
/** The clock of another process, which is set by hand. */
const clock = await startTestJobs(app.database, { siteUrl: app.url, works: false })
afterAll(async () => {
  await clock.stop()
  await app.stop()
})

/** The mails of an issue, in the order of a rehearsal. */
const mailsOf = (issueId: string) => sql<
  { id: string; recipient: string; subject: string; html: string; text: string }[]
>`
  select subscriber_id as id, recipient, subject, body_html as html, body_text as text from public.outbox_mails
  join public.newsletter_deliveries as delivery on delivery.message_id = substring(outbox_mails.message_id from 2 for 36)::uuid
  where issue_id = ${issueId} order by subscriber_id`

function answered<Data>(answer: Answer<Data> | { status: 'findings' | 'beside'; message: string }): Data {
  if (answer.status !== 'answered') throw new Error(answer.message)
  return answer.data
}

test('5,000 are rehearsed; what is approved is held for a change at half past eight and goes out after a second approval: three have left and are absent, 50 are first, 4,950 wait, and each gets exactly what was rehearsed', async () => {
  const admin = await app.administrator()
  await addReaders(sql, 5_003, ['en', 'de', 'pt'])
  const article = await addArticle(
    app.service(),
    anArticle({ title: 'Harbour audits', publish_date: new Date(Date.now() - 3_600_000).toISOString() }),
  )
  const german = { language: 'de', title: 'Hafen prüft', original_article_id: article.id } as const
  await addArticle(app.service(), anArticle({ ...german, publish_date: article.publish_date }))
  const generated = await admin.functions.invoke('generate-newsletter', { body: { daysBack: 7 } })
  const issueId: string = generated.data.issueId
  await admin.functions.invoke('generate-newsletter', { body: { issueId, language: 'de' } })
  const tested = { testEmail: ADMIN.email, issueId, allLanguages: true }
  expect(answered(await sendTestNewsletter(admin, tested))).toMatchObject({ totalSent: 2 })
  expect(answered(await checkNewsletter(admin, issueId)).findings.map(({ code }) => code)).toEqual([
    'no_transport',
    'no_edition',
    'no_reply_address',
  ])
  const rehearsed = answered(await rehearseNewsletter(admin, issueId))
  expect(rehearsed).toMatchObject({ audience: 5_003, deadLinks: [] })
  const counted = rehearsed.editions.map(({ language, recipients, fallbacks }) => [
    language,
    recipients,
    fallbacks,
  ])
  expect(counted).toEqual([
    ['en', 3_335, 1_667],
    ['de', 1_668, 0],
  ])

  // The Sunday after the coming one, which may come while this runs.
  const { at } = nextSunday(new Date(Date.now() + 7 * 86_400_000), clock.services.settings.current())
  const minutesBefore = (minutes: number) =>
    runScheduler(clock.services, new Date(at.getTime() - minutes * 60_000))
  const approve = async () => {
    const { revision } = await readIssueRow(sql, issueId)
    const approval = {
      issueId,
      revision,
      accepted: CHECKLIST_CODES,
      sendAt: at.toISOString(),
      pauseAfter: 50,
      intoOutbox: true,
    }
    return answered(await approveNewsletter(admin, approval))
  }
  expect(await approve()).toMatchObject({ status: 'scheduled', scheduledFor: at.toISOString() })
  await minutesBefore(31)
  expect((await readIssueRow(sql, issueId)).held_reason).toBeNull()

  const changed = await admin
    .from('articles')
    .update({ title: 'Harbour audits, corrected' })
    .eq('id', article.id)
  expect(changed.error).toBeNull()
  await minutesBefore(30)
  expect(await readIssueRow(sql, issueId)).toMatchObject({
    status: 'scheduled',
    held_reason: 'Changed since it was approved: “Harbour audits”. Look at the issue and approve it again.',
  })
  const notices = (await mailsTo(sql, ADMIN.email)).filter(({ text }) =>
    /Changed\s+since\s+it\s+was\s+approved/.test(text),
  )
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toContain(`${app.url}/admin/newsletter/${issueId}`)
  await minutesBefore(0)
  expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'scheduled', audience: null })

  expect(await approve()).toMatchObject({ status: 'scheduled' })
  for (const email of LEAVING) {
    const [reader] = await sql<
      [{ id: string }]
    >`select id from public.newsletter_subscribers where email = ${email}`
    const link = unsubscribePath(linkTokens(reader.id).unsubscribe, 'en')
    const left = await fetch(app.url + link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(left.status).toBe(200)
  }
  const again = answered(await rehearseNewsletter(admin, issueId))
  expect(again.audience).toBe(5_000)
  expect(again.digest).not.toBe(rehearsed.digest)

  await minutesBefore(0)
  const progress = async () => {
    const { status, audience, counts } = answered(await readNewsletterProgress(admin, issueId))
    return {
      status,
      audience,
      counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    }
  }
  await expect.poll(async () => (await progress()).status, PATIENT).toBe('paused')
  expect(await progress()).toEqual({
    status: 'paused',
    audience: 5_000,
    counts: { sent: 50, pending: 4_950 },
  })
  expect(await mailsOf(issueId)).toHaveLength(50)

  answered(await controlNewsletter(admin, issueId, { action: 'resume' }))
  await expect.poll(async () => (await progress()).status, PATIENT).toBe('sent')
  expect(await progress()).toEqual({ status: 'sent', audience: 5_000, counts: { sent: 5_000 } })
  const mails = await mailsOf(issueId)
  const people = new Set(mails.map(({ recipient }) => recipient))
  expect([mails.length, people.size]).toEqual([5_000, 5_000])
  const everyAddress = Array.from({ length: 5_003 }, (_, index) => `reader-${index + 1}@example.org`)
  expect(everyAddress.filter((email) => !people.has(email))).toEqual(LEAVING)
  const digest = createBodyDigest()
  for (const { id, ...mail } of mails) digest.add(id, mail)
  expect(digest.value()).toBe(again.digest)
  expect(mails.every(({ html }) => /Harbour audits, corrected|Hafen prüft/.test(html))).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { readNewsletterReport } from '#core/data/newsletter-sending.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addSentNewsletter } from '../../tests/support/sent-newsletters.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the report of an issue says what became of its messages, who left, and which links were followed', async () => {
  const { sql } = app.database
  const issueId = await addSentNewsletter(sql, { countsClicks: true, messages: { en: {} } })
  const start = Date.parse('2026-11-15T08:00:00Z')
  const after = (days: number) => new Date(start + days * 86_400_000).toISOString()
  const people: [string, string, string, string | null, string | null][] = [
    ['ada', 'en', 'sent', null, null],
    ['grace', 'de', 'sent', 'unsubscribed', after(2)],
    ['emmy', 'de', 'uncertain', 'complained', after(6)],
    ['mary', 'en', 'failed', 'bounced', after(1)],
    ['late', 'en', 'sent', 'unsubscribed', after(8)],
    ['gone', 'en', 'skipped', 'unsubscribed', after(-1)],
    ['bounce', 'en', 'sent', 'bounced', after(3)],
  ]
  for (const [name, language, status, reason, at] of people) {
    const id = randomUUID()
    await sql`
      insert into public.newsletter_subscribers (id, email, language, confirmed, is_active, left_reason, left_at)
      values (${id}, ${`${name}@example.org`}, ${language}, true, ${reason === null}, ${reason}, ${at})`
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
      values (${issueId}, ${id}, ${`${name}@example.org`}, ${language}, ${status})`
  }
  await sql`update public.newsletter_issues set audience = 7 where id = ${issueId}`
  await sql`
    insert into public.newsletter_clicks (issue_id, link, target, day, people, scanners) values
      (${issueId}, 1, '/tech', '2026-11-15', 3, 1), (${issueId}, 1, '/tech', '2026-11-16', 2, 0),
      (${issueId}, 2, 'https://lab.example/', '2026-11-15', 9, 9)`
  const administrator = await app.administrator()
  const report = await readNewsletterReport(administrator, issueId)
  expect(report).toEqual({
    started_at: expect.stringMatching(/^2026-11-15T08:00:00/),
    audience: 7,
    sent: 4,
    failed: 1,
    uncertain: 1,
    skipped: 1,
    pending: 0,
    languages: [
      { language: 'en', recipients: 5 },
      { language: 'de', recipients: 2 },
    ],
    unsubscribed: 1,
    bounced: 1,
    complained: 1,
    empty: 0,
    refusals: [],
    counts_clicks: true,
    clicks: [
      { link: 2, target: 'https://lab.example/', people: 9, scanners: 9 },
      { link: 1, target: '/tech', people: 5, scanners: 1 },
    ],
  })
  const clicks = await clicksOf(administrator, issueId)
  expect(clicks.data?.map(({ day, people }) => [day, people])).toEqual([
    ['2026-11-15', 3],
    ['2026-11-15', 9],
    ['2026-11-16', 2],
  ])
  expect(await readNewsletterReport(administrator, randomUUID())).toBeNull()
})

const clicksOf = (client: Client, issueId: string) =>
  client.from('newsletter_clicks').select('day, people').eq('issue_id', issueId).order('day').order('link')

test('the report of an issue counts what came back by provider, and names no domain of few recipients', async () => {
  const { sql } = app.database
  const id = await addSentNewsletter(sql, { slug: '2026-11-29', messages: { en: {} } })
  const domains = [...Array(5).fill('mail.example'), 'Mail.example', 'ada-lovelace.example']
  for (const [index, domain] of domains.entries()) {
    const [delivery] = await sql<[{ id: string }]>`
      insert into public.newsletter_deliveries (issue_id, email, language, status)
      values (${id}, ${`reader-${index}@${domain}`}, 'en', 'sent') returning id`
    if (index < 2 || index === 6)
      await sql`
        insert into private.newsletter_bounces (delivery_id, source, kind, fault)
        values (${delivery.id}, 'delivery report', 'temporary', 'temporary'),
          (${delivery.id}, 'delivery report', 'refused', ${index === 1 ? 'policy' : 'full'})`
  }
  expect(await readNewsletterReport(await app.administrator(), id)).toMatchObject({
    refusals: [
      { domain: '', fault: 'full', mails: 1 },
      { domain: 'mail.example', fault: 'full', mails: 1 },
      { domain: 'mail.example', fault: 'policy', mails: 1 },
    ],
  })
})

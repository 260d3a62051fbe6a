import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNewsletterIssues } from '#core/data/newsletter-issues.ts'
import { controlNewsletter, readNewsletterReport } from '#core/data/newsletter-sending.ts'
import { listNewslettersForFeed, listPublishedNewsletters } from '#core/data/published-newsletters.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { seedDemoIssues } from '#server/features/demo/seed-demo-issues.ts'
import { createClickLinks } from '#server/features/newsletter/clicks.ts'
import { readCandidates } from '#server/features/newsletter/compose/read-candidates.ts'
import { publicImages } from '#server/platform/images/image-source.ts'
import { createLog } from '#server/platform/log.ts'
import { ROOT } from '#server/platform/root.ts'
import { openSettings } from '#server/platform/settings/live-settings.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addSubscribers } from '../../../tests/support/issues.ts'
import { saveRows } from '../../../tests/support/saved-rows.ts'

const DAY_MS = 86_400_000
const THURSDAY = new Date('2026-11-26T12:00:00Z')
let app: TestApp
/** Put back the articles of a demo that begins on the Thursday, without and with its issues. */
let restoreArticles: () => Promise<void>
let restoreIssues: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  await seedDemo(app.database.sql, THURSDAY)
  restoreArticles = await saveRows(app.database.sql)
  await seed()
  restoreIssues = await saveRows(app.database.sql)
})
afterAll(() => app.stop())

async function seed(now = THURSDAY): Promise<void> {
  const { sql } = app.database
  const log = createLog('silent')
  const settings = await openSettings({ sql, environment: { contact_address: 'desk@example.org' }, log })
  try {
    await seedDemo(sql, now)
    const clickLinks = createClickLinks('a secret of this test')
    const imageSource = publicImages(join(ROOT, 'public'))
    const site = { siteUrl: 'https://aiwatch.example', clickLinks, imageSource }
    await seedDemoIssues({ sql, settings, ...site }, now)
  } finally {
    settings.stop()
  }
}

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a demo that begins %i days after a Thursday has three issues in six languages, each of several articles',
  async (days) => {
    const now = new Date(THURSDAY.getTime() + days * DAY_MS)
    await restoreArticles()
    await app.database
      .sql`update public.articles set publish_date = publish_date + make_interval(days => ${days})`
    await seed(now)
    for (const language of LANGUAGE_CODES) {
      const issues = await listNewslettersForFeed(app.anonymous(), { language, limit: 10 })
      expect(issues.map((issue) => issue.language)).toEqual([language, language, language])
      for (const { slug, subject, content } of issues) {
        expect(new Date(`${slug}T00:00:00Z`).getUTCDay()).toBe(0)
        expect(now.getTime() - Date.parse(`${slug}T00:00:00Z`)).toBeLessThan(22 * DAY_MS)
        expect(subject).not.toBe('')
        expect(content.match(/<h3/g)?.length ?? 0, `${slug} in ${language}`).toBeGreaterThanOrEqual(2)
      }
    }
  },
)

describe('the issues of the demo', () => {
  beforeEach(() => restoreIssues())

  test('were sent on the last three Sundays, and a second start changes nothing', async () => {
    const listed = () => listPublishedNewsletters(app.anonymous(), { language: 'en', limit: 10 })
    const before = await listed()
    expect(before.map(({ slug }) => slug)).toEqual(['2026-11-22', '2026-11-15', '2026-11-08'])
    expect(before[0]?.started_at).toMatch(/^2026-11-22T08:00:00/)
    await seed()
    expect(await listed()).toEqual(before)
  })

  test('are not in the audit log, which would say that they were sent', async () => {
    expect(await app.database.sql`select did from public.audit_log where kind = 'newsletter'`).toEqual([])
  })

  test('one whose making was interrupted is made again', async () => {
    const { sql } = app.database
    await sql`delete from public.newsletter_issues where slug = '2026-11-15'`
    await sql`insert into public.newsletter_issues (origin) values ('demo')`
    await seed()
    const rows = await sql`select slug, status, origin from public.newsletter_issues order by slug`
    expect(rows).toEqual(
      ['2026-11-08', '2026-11-15', '2026-11-22'].map((slug) => ({ slug, status: 'sent', origin: 'demo' })),
    )
  })

  test('have figures, of nobody', async () => {
    const admin = await app.administrator()
    const { rows } = await listNewsletterIssues(admin, { statuses: [], page: 1, pageSize: 10 })
    expect(rows.map(({ origin, audience }) => [origin, audience])).toEqual([
      ['demo', 1004],
      ['demo', 968],
      ['demo', 941],
    ])
    for (const { id, audience, messages } of rows) {
      const report = await readNewsletterReport(admin, id)
      expect(report).toMatchObject({ audience, failed: 0, uncertain: 0, pending: 0, counts_clicks: true })
      expect(report?.languages.map(({ language }) => language).toSorted()).toEqual(
        [...LANGUAGE_CODES].toSorted(),
      )
      expect(report?.clicks.length).toBeGreaterThanOrEqual(2)
      expect((report?.sent ?? 0) + (report?.skipped ?? 0)).toBe(audience)
      expect(messages?.sent).toBe(report?.sent)
    }
    const { sql } = app.database
    const [found] = await sql`
      select count(email)::int as emails, count(subscriber_id)::int as subscribers from public.newsletter_deliveries`
    expect(found).toEqual({ emails: 0, subscribers: 0 })
    expect((await sql`select from public.newsletter_subscribers`).length).toBe(0)
  })

  test('are sent to nobody, by no action, also when there are subscribers', async () => {
    const { sql } = app.database
    await addSubscribers(sql, { en: 2, de: 1 })
    const admin = await app.administrator()
    const issues = await sql<{ id: string }[]>`select id from public.newsletter_issues`
    for (const { id } of issues) {
      for (const action of ['resume', 'retry-failed', 'resend-uncertain', 'cancel', 'pause'] as const)
        expect(await controlNewsletter(admin, id, { action }), action).toMatchObject({ status: 'refused' })
      const { error } = await admin.functions.invoke('send-newsletter', { body: { issueId: id } })
      expect(await error.context.json()).toMatchObject({
        error: 'This issue belongs to the demo, and can be sent to nobody.',
      })
      await expect(
        sql`update public.newsletter_issues set status = 'sending' where id = ${id}`,
      ).rejects.toMatchObject({ code: '23514' })
    }
    expect(await sql`select from public.newsletter_deliveries where email is not null`).toEqual([])
  })

  test('do not count as sent where the next issue is composed', async () => {
    const { candidates } = await readCandidates(app.database.sql, {
      issueId: null,
      language: 'en',
      from: new Date(THURSDAY.getTime() - 30 * DAY_MS),
      until: THURSDAY,
    })
    expect(candidates.length).toBeGreaterThan(20)
    expect(candidates.filter(({ sentOn }) => sentOn !== null)).toEqual([])
  })
})

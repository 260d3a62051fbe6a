import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import { runScheduler } from '#server/features/newsletter/schedule/scheduler.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import {
  addIssue,
  addSubscribers,
  insertArticle,
  readIssueRow,
  setSettings,
} from '../../../../../tests/support/issues.ts'
import { startTestJobs } from '../../../../../tests/support/jobs.ts'

/** A Sunday with its moments at nine o'clock in Zurich. */
export const SUNDAY = '2026-11-29'
export const DUE = '2026-11-29T08:00:00Z'
export const SATURDAY = '2026-11-28T08:00:00Z'
export const WEDNESDAY = '2026-11-25T12:00:00Z'

type IssueOptions = Partial<Parameters<typeof addIssue>[1]>

/** A database with five readers, an administrator and an article, and a clock that tests set. Mail would leave, but no worker sends any. */
export async function openScheduler() {
  const database = await createTestDatabase()
  const { sql } = database
  const jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  const { services } = jobs
  await createAdministrator(sql, 'nora@example.org', 'correct horse battery')
  const [{ id: actor }] = await sql<[{ id: string }]>`select id from auth.users`
  let harbour = ''

  async function approve(
    issueId: string,
    sendAt: Parameters<typeof approveIssue>[1]['sendAt'],
    now = WEDNESDAY,
    alongside: string[] = [],
  ): Promise<void> {
    const { revision } = await readIssueRow(sql, issueId)
    const approval = {
      issueId,
      revision,
      accepted: ['no_test'] as const,
      sendAt,
      pauseAfter: null,
      alongside,
      actor,
    }
    const { status } = await approveIssue(services, approval, { now: new Date(now) })
    if (status !== 'done') throw new Error(`Not approved: ${status}`)
  }

  async function readSunday() {
    const [row] = await sql<{ issue_id: string; settled_at: Date | null; announced_at: Date | null }[]>`
      select issue_id, settled_at, announced_at from private.newsletter_sundays where sunday = ${SUNDAY}::date`
    return row
  }

  return {
    database,
    sql,
    services,
    actor,
    /** The article behind the links of issues. */
    get harbour() {
      return harbour
    },
    follow: (now: string) => runScheduler(services, new Date(now)),
    approve,
    async addScheduled(options: IssueOptions = {}): Promise<string> {
      const issueId = await addIssue(sql, { articles: [harbour], ...options })
      await approve(issueId, { sunday: SUNDAY })
      return issueId
    },
    /** Finds the draft that the clock has made for the Sunday. */
    async draft(): Promise<string> {
      await draftForSunday(services, SUNDAY, new Date(SATURDAY))
      return (await readSunday())?.issue_id ?? ''
    },
    readSunday,
    jobsNamed: (name: string) =>
      sql<{ data: Record<string, string>; start_after: Date }[]>`
        select data, start_after from pgboss.job where name = ${name} order by start_after`,
    async reset(): Promise<void> {
      await emptyTables(
        sql,
        'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.settings, private.newsletter_sundays, public.mail_deliveries, public.outbox_mails, pgboss.job',
      )
      await setSettings(services, { newsletter_reply_to: 'desk@example.org' })
      await addSubscribers(sql, { en: 3, de: 2 })
      harbour = await insertArticle(sql, {
        slug: 'harbour',
        title: 'Harbour',
        publish_date: new Date().toISOString(),
      })
    },
    async stop(): Promise<void> {
      await jobs.stop()
      await database.drop()
    },
  }
}

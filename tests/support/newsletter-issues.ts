import type { Language } from '#core/i18n/languages.ts'
import { sealIssue } from '#server/features/newsletter/approve/seal-issue.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Adds confirmed subscribers `reader-1@example.org` and so on, with these languages in turn. */
export async function addReaders(
  sql: Sql,
  count: number,
  languages: readonly Language[] = ['en'],
): Promise<void> {
  await sql`
    insert into public.newsletter_subscribers (email, language, confirmed)
    select 'reader-' || n || '@example.org', (${languages}::text[])[1 + (n - 1) % ${languages.length}], true
    from generate_series(1, ${count}) as n`
}

export interface SealedIssue {
  id: string
  slug: string
}

/** Adds an approved issue with a message in each of these languages. */
export function addApprovedIssue(
  sql: Sql,
  options: { languages?: readonly Language[]; pauseAfter?: number; html?: string } = {},
): Promise<SealedIssue> {
  const { languages = ['en'], pauseAfter = null, html = '<p>What happened this week.</p>' } = options
  return sql.transaction(async (transaction) => {
    const [issue] = await transaction<[SealedIssue]>`
      insert into public.newsletter_issues (status, slug, seal, approved_at, pause_after)
      select 'approved', '2026-11-29' || coalesce('-' || nullif(count(*), 0) + 1, ''), '', now(), ${pauseAfter}
      from public.newsletter_issues returning id, slug`
    for (const language of languages)
      await transaction`
        insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
        values (${issue.id}, ${language}, ${`The week (${language})`}, 'In short', ${html}, 'What happened this week.', ${html})`
    const seal = await sealIssue(transaction, issue.id, [])
    await transaction`update public.newsletter_issues set seal = ${seal} where id = ${issue.id}`
    return issue
  })
}

/** Counts the recipients of an issue by status, and checks that these are all. */
export async function countDeliveries(
  sql: Sql,
  issueId: string,
): Promise<{ status: string; counts: Record<string, number>; isComplete: boolean }> {
  const [row] = await sql<[{ status: string; counts: Record<string, number>; is_complete: boolean }]>`
    with counted as (
      select status, count(*) from public.newsletter_deliveries where issue_id = ${issueId} group by status)
    select status, coalesce((select jsonb_object_agg(status, count) from counted), '{}') as counts,
      coalesce((select sum(count) from counted), 0) = coalesce(audience, 0) as is_complete
    from public.newsletter_issues where id = ${issueId}`
  return { status: row.status, counts: row.counts, isComplete: row.is_complete }
}

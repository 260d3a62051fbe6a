import { randomUUID } from 'node:crypto'
import { ComposeRefusal, noSuchIssue } from '#server/features/newsletter/compose/compose-refusal.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/**
 * Runs work while nobody else, in any process, composes or translates the same issue.
 * @throws ComposeRefusal when somebody does, or there is no such issue
 */
export async function whileClaimed<T>(sql: Sql, issueId: string, work: () => Promise<T>): Promise<T> {
  const claim = randomUUID()
  const [issue] = await sql`select from public.newsletter_issues where id = ${issueId}`
  if (!issue) throw noSuchIssue()
  const [own] = await sql`
    insert into private.newsletter_compositions as held (issue_id, claim)
    select id, ${claim}::uuid from public.newsletter_issues where id = ${issueId}
    on conflict (issue_id) do update set claim = excluded.claim, claimed_at = now()
      where held.claimed_at < now() - interval '3 minutes'
    returning issue_id`
  if (!own)
    throw new ComposeRefusal(
      'under_way',
      'This issue is being composed or translated already. Wait for the end of that, and look at the result first.',
    )
  try {
    return await work()
  } finally {
    await sql`delete from private.newsletter_compositions where issue_id = ${issueId} and claim = ${claim}::uuid`
  }
}

import type { Session, Sql } from '#server/platform/database/connection.ts'

interface NewIssue {
  /** Null when the clock makes it. */
  actor: string | null
  countsClicks: boolean
}

/** Makes an empty draft with an English edition. */
export function createEmptyIssue(sql: Sql, issue: NewIssue): Promise<string> {
  return sql.transaction(async (transaction) => {
    const id = await createIssue(transaction, issue)
    await transaction`
      insert into public.newsletter_editions (issue_id, language, origin) values (${id}, 'en', 'rules')`
    return id
  })
}

/** Makes a draft without editions. */
export async function createIssue(sql: Session, { actor, countsClicks }: NewIssue): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    with made as (
      insert into public.newsletter_issues (origin, created_by, counts_clicks)
      values (${actor === null ? 'clock' : 'desk'}, ${actor}::uuid, ${countsClicks}) returning id
    ), noted as (
      insert into public.newsletter_issue_events (issue_id, actor, event) select id, ${actor}::uuid, 'draft' from made
    )
    select id from made`
  return row.id
}

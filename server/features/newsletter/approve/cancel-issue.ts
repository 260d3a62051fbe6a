import { moveIssue } from '#server/features/newsletter/move-issue.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Gives up an issue that nobody has been sent. Returns false when somebody has, or there is no such issue. */
export function cancelIssue(
  sql: Sql,
  { issueId, actor }: { issueId: string; actor: string },
): Promise<boolean> {
  const from = ['draft', 'approved', 'scheduled'] as const
  return sql.transaction((transaction) => moveIssue(transaction, { issueId, from, to: 'cancelled', actor }))
}

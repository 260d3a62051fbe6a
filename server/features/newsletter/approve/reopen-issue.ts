import { moveIssue } from '#server/features/newsletter/move-issue.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Takes an approval back, so that the issue can be changed. Returns false when there is none to take back, or it is being sent by now. */
export function reopenIssue(
  sql: Sql,
  { issueId, actor }: { issueId: string; actor: string },
): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    const from = ['approved', 'scheduled'] as const
    if (!(await moveIssue(transaction, { issueId, from, to: 'draft', actor }))) return false
    await transaction`delete from public.newsletter_messages where issue_id = ${issueId}`
    await transaction`delete from private.newsletter_approvals where issue_id = ${issueId}`
    return true
  })
}

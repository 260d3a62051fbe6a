import { noSuchIssue, notDraft } from '#server/features/newsletter/compose/compose-refusal.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { Session } from '#server/platform/database/connection.ts'

/**
 * Reads an issue that nobody else changes until the end of the transaction.
 * @throws ComposeRefusal
 */
export async function lockDraft(sql: Session, issueId: string): Promise<IssueContent> {
  const [row] = await sql<{ status: string }[]>`
    select status from public.newsletter_issues where id = ${issueId} for update`
  if (!row) throw noSuchIssue()
  if (row.status !== 'draft') throw notDraft()
  const content = await readIssue(sql, issueId)
  if (!content) throw noSuchIssue()
  return content
}

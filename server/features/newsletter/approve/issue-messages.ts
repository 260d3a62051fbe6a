import type { IssueContent } from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** What is sent of an edition. */
export type IssueMessage = Pick<RenderedEdition, 'language' | 'subject' | 'html' | 'text'>

/** The messages of an issue: those that were sealed when it was approved, or of a draft what was rendered of it now. */
export async function issueMessages(
  sql: Session,
  { issue }: Pick<IssueContent, 'issue'>,
  rendered: readonly RenderedEdition[],
): Promise<readonly IssueMessage[]> {
  if (issue.status === 'draft' || issue.status === 'cancelled') return rendered
  return sql<IssueMessage[]>`
    select language, subject, html, body_text as text from public.newsletter_messages where issue_id = ${issue.id}`
}

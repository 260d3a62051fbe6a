import type { IssueContent } from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The message that is sent of an edition, and shown of it on the web. */
export type IssueMessage = Omit<RenderedEdition, 'bytes' | 'links'>

/** The messages of an issue: those that were sealed when it was approved, or of a draft what was rendered of it now. */
export const issueMessages = async (
  sql: Session,
  { issue }: Pick<IssueContent, 'issue'>,
  rendered: readonly IssueMessage[],
): Promise<readonly IssueMessage[]> =>
  issue.status === 'draft' || issue.status === 'cancelled' ? rendered : readMessages(sql, issue.id)

/** The stored messages of an issue. */
export const readMessages = (sql: Session, issueId: string): Promise<IssueMessage[]> => sql<IssueMessage[]>`
  select language, subject, preheader, html, body_text as text, content
  from public.newsletter_messages where issue_id = ${issueId} order by language`

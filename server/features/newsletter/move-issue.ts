import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Moves an issue and writes that down. Returns false when it is in none of the states from which it was to be moved. */
export async function moveIssue(
  transaction: Session,
  move: {
    issueId: string
    from: readonly IssueStatus[]
    to: IssueStatus
    actor: string | null
    reason?: string | null
  },
): Promise<boolean> {
  const { issueId, from, to, actor, reason = null } = move
  const [{ moved }] = await transaction<[{ moved: boolean }]>`
    select private.move_newsletter_issue(${issueId}, ${from}::text[], ${to}, ${actor}::uuid, ${reason}::text) as moved`
  return moved
}

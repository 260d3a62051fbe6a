import { mailAdministratorsLater } from '#server/features/newsletter/mail-administrators.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

const MAX_REASON_LENGTH = 1000

/**
 * Has an approved, scheduled or paused issue wait until somebody decides, and mails the administrators why. Returns false when it is held
 * for this already, or in another state by now.
 */
export function holdIssue(
  { sql, queue, log }: Pick<Services, 'sql' | 'queue' | 'log'>,
  { issueId, reason }: { issueId: string; reason: string },
): Promise<boolean> {
  return sql.transaction(async (transaction) => {
    const shown = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason
    const held = await transaction`
      update public.newsletter_issues set held_reason = ${shown}
      where id = ${issueId} and held_reason is distinct from ${shown} and status in ('approved', 'scheduled', 'paused') returning id`
    if (held.length === 0) return false
    await recordEvent(transaction, { issueId, event: 'held', reason: shown })
    await mailAdministratorsLater(queue, transaction, { issueId, event: 'held' })
    log.warn(`The newsletter issue ${issueId} is held: ${shown}`)
    return true
  })
}

/** Why an issue whose seal is broken is held. */
export function describeChanges(changed: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(changed)
  return `Changed since it was approved: ${list}. Look at the issue and approve it again.`
}

/** Writes down something that happened to an issue and is no move. */
export async function recordEvent(
  transaction: Session,
  entry: {
    issueId: string
    event: 'held' | 'rehearsed' | 'scheduled'
    reason: string
    actor?: string | null
  },
): Promise<void> {
  const { issueId, event, reason, actor = null } = entry
  await transaction`
    insert into public.newsletter_issue_events (issue_id, actor, event, reason)
    values (${issueId}, ${actor}::uuid, ${event}, ${reason})`
}

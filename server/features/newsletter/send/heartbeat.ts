import { OVERDUE_AFTER_MINUTES } from '#core/domain/newsletter-schedule.ts'
import { pauseIssue } from '#server/features/newsletter/send/pause-issue.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'

const INTERRUPTED = `Nothing has worked on it for more than ${OVERDUE_AFTER_MINUTES} minutes. When the database comes from a backup, it does not know what was sent after that, and some people would get the newsletter twice. If the site was only off, let it go on.`

/**
 * Says that this process works on an issue that is being sent. Returns false when none did for so long that an administrator has to look: then it is paused.
 */
export async function recordHeartbeat(
  deps: Pick<SendDeps, 'sql' | 'queue' | 'log'>,
  issueId: string,
): Promise<boolean> {
  const [row] = await deps.sql<[{ isAlive: boolean | null }]>`
    select private.watch_newsletter_issue(${issueId}, ${OVERDUE_AFTER_MINUTES}) as "isAlive"`
  if (row.isAlive) return true
  await pauseIssue(deps, issueId, INTERRUPTED)
  return false
}

import { mailAdministratorsLater } from '#server/features/newsletter/mail-administrators.ts'
import { moveIssue } from '#server/features/newsletter/move-issue.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'

const MAX_REASON_LENGTH = 1000

/** Pauses an issue by itself, and mails the administrators: one of them has to look, and then to resume it. */
export async function pauseIssue(
  { sql, queue, log }: Pick<SendDeps, 'sql' | 'queue' | 'log'>,
  issueId: string,
  problem: string,
): Promise<void> {
  const reason = problem.slice(0, MAX_REASON_LENGTH)
  const isPaused = await sql.transaction(async (transaction) => {
    const move = { issueId, from: ['sending'], to: 'paused', actor: null, reason } as const
    if (!(await moveIssue(transaction, move))) return false
    await transaction`update public.newsletter_issues set held_reason = ${reason} where id = ${issueId}`
    await mailAdministratorsLater(queue, transaction, { issueId, event: 'held' })
    return true
  })
  if (isPaused) log.warn(`The newsletter issue ${issueId} is paused: ${reason}`)
}

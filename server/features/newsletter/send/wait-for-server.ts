import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import {
  describeChanges,
  holdIssue,
  mailSendersLater,
  moveIssue,
  pauseIssue,
  recordEvent,
} from '#server/features/newsletter/issue-status.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import { enqueueSending } from '#server/features/newsletter/send/supervise-sending.ts'

/** Every minute at first, then every five, for six hours. Those who may send are mailed when it takes longer than some minutes. */
const RETRY_MS = 60_000
const LATER_RETRY_MS = 5 * 60_000
const LATER_AFTER_MINUTES = 10
const TELL_AFTER_MINUTES = 5
const GIVE_UP_AFTER_MINUTES = 6 * 60
/** After a longer wait the issue has to be what was approved. */
const VERIFY_AFTER_MINUTES = 15

type WaitDeps = Pick<SendDeps, 'sql' | 'queue' | 'log'>

/** Has an issue wait for the mail server, which takes nothing, and tries again later. After six hours it is paused. */
export async function waitForServer(deps: WaitDeps, issueId: string, reason: string): Promise<void> {
  const minutes = await deps.sql.transaction(async (transaction) => {
    // What another process has just sent shows that the server has only no place for this one.
    const [wait] = await transaction<{ isNew: boolean; minutes: number; isTold: boolean }[]>`
      update public.newsletter_issues
      set waiting_since = coalesce(waiting_since, now()), waiting_reason = private.without_addresses(left(${reason}, 300))
      where id = ${issueId} and status = 'sending' and (waiting_since is not null or not exists (
        select from public.newsletter_deliveries
        where issue_id = ${issueId} and status = 'sent' and settled_at > now() - interval '1 minute'))
      returning waiting_since = now() as "isNew", waiting_told as "isTold",
        extract(epoch from now() - waiting_since)::float8 / 60 as minutes`
    if (wait?.isNew) await recordEvent(transaction, { issueId, event: 'waiting', reason })
    if (wait && !wait.isTold && wait.minutes >= TELL_AFTER_MINUTES) {
      await transaction`update public.newsletter_issues set waiting_told = true where id = ${issueId}`
      await mailSendersLater(deps.queue, transaction, { issueId, event: 'waiting' })
    }
    return wait?.minutes ?? 0
  })
  if (minutes >= GIVE_UP_AFTER_MINUTES)
    return pauseIssue(deps, issueId, `The mail server has accepted nothing for six hours: ${reason}`)
  const afterMs = minutes < LATER_AFTER_MINUTES ? RETRY_MS : LATER_RETRY_MS
  await enqueueSending(deps.queue, deps.sql, issueId, { afterMs, workers: 1 })
}

/** The mail server has taken a message: an issue that waited for it goes on, in all processes. */
export async function endWait(deps: WaitDeps, issueId: string): Promise<void> {
  const [waiting] = await deps.sql`
    select from public.newsletter_issues where id = ${issueId} and waiting_since is not null`
  if (!waiting) return
  await deps.sql.transaction(async (transaction) => {
    const [ended] = await transaction<{ isTold: boolean }[]>`
      with waiting as (
        select id, waiting_told from public.newsletter_issues
        where id = ${issueId} and waiting_since is not null for no key update)
      update public.newsletter_issues as issue set waiting_since = null, waiting_reason = null, waiting_told = false
      from waiting where issue.id = waiting.id returning waiting.waiting_told as "isTold"`
    if (!ended) return
    await recordEvent(transaction, { issueId, event: 'continued', reason: null })
    if (ended.isTold) await mailSendersLater(deps.queue, transaction, { issueId, event: 'continued' })
    await enqueueSending(deps.queue, transaction, issueId)
  })
}

/**
 * Whether an issue may go on by itself: after a long wait, as after a pause, only if it still is what was approved. Otherwise it is held
 * until somebody decides.
 */
export async function mayContinue(
  deps: WaitDeps,
  { issueId, waitedMinutes }: { issueId: string; waitedMinutes: number },
): Promise<boolean> {
  if (waitedMinutes < VERIFY_AFTER_MINUTES) return true
  const seal = await verifySeal(deps.sql, deps, issueId)
  if (seal.intact) return true
  const reason = 'The mail server accepted nothing for a while.'
  const move = { issueId, from: ['sending'], to: 'paused', actor: null, reason } as const
  await deps.sql.transaction((transaction) => moveIssue(transaction, move))
  await holdIssue(deps, { issueId, reason: describeChanges(seal.changed) })
  return false
}

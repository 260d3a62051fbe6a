import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'
import { listBeside, rememberAlongside } from '#server/features/newsletter/approve/issues-beside.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import {
  describeChanges,
  holdIssue,
  moveIssue,
  recordEvent,
} from '#server/features/newsletter/issue-status.ts'
import { refuseRestored, refuseTransport } from '#server/features/newsletter/send/refuse-sending.ts'
import type { StartDeps } from '#server/features/newsletter/send/start-sending.ts'
import { enqueueSending } from '#server/features/newsletter/send/supervise-sending.ts'
import type { Session } from '#server/platform/database/connection.ts'

/**
 * - `refused`: `reason` is a sentence for the administrator
 * - `beside`: others go to some of the same people within a day, and the call does not name them
 */
export type ControlResult =
  | { status: 'done' }
  | { status: 'refused'; reason: string }
  | { status: 'beside'; others: IssueBeside[] }

interface Control {
  issueId: string
  actor: string | null
  /** Other issues that may go to the same people within a day. */
  alongside?: readonly string[] | undefined
}

const DONE: ControlResult = { status: 'done' }
const refused = (reason: string): ControlResult => ({ status: 'refused', reason })

/** Pauses an issue; messages that are being sent are finished. */
export async function pauseSending({ sql }: StartDeps, control: Control): Promise<ControlResult> {
  const isMoved = await sql.transaction((transaction) =>
    moveIssue(transaction, { ...control, from: ['sending'], to: 'paused' }),
  )
  return isMoved ? DONE : refused('The newsletter is not being sent right now.')
}

/** Resumes a paused issue, if it still is what was approved. */
export async function resumeSending(deps: StartDeps, control: Control): Promise<ControlResult> {
  const { issueId } = control
  const result = await deps.sql.transaction(async (transaction) => {
    const others = await listBeside(transaction, control, new Date())
    const issue = await lock(transaction, issueId)
    if (issue?.status !== 'paused') return refused('The newsletter is not paused.')
    const refusal = await refuseToSend(deps, transaction, { issueId, others, ...issue })
    if (refusal) return refusal
    const changed = await changesOf(deps, transaction, issueId)
    if (changed) return changed
    // Messages that were refused temporarily are retried at once.
    await transaction`
      update public.newsletter_deliveries set due_at = null, attempts = 0
      where issue_id = ${issueId} and status = 'pending' and (due_at is not null or attempts > 0)`
    await rememberAlongside(transaction, control)
    await moveIssue(transaction, { ...control, from: ['paused'], to: 'sending' })
    await enqueueSending(deps.queue, transaction, issueId)
    return DONE
  })
  return Array.isArray(result) ? holdForChanges(deps, issueId, result) : result
}

/** Retries failed messages only; an issue that has been sent returns to the status `sending` for them. */
export function retryFailed(deps: StartDeps, control: Control): Promise<ControlResult> {
  return sendAgain(deps, control, {
    status: 'failed',
    none: 'No message of this newsletter has failed that its recipient still wants.',
    record: (transaction, reason) => recordEvent(transaction, { ...control, event: 'retried', reason }),
  })
}

/** Sends uncertain messages again, all or the given deliveries: some recipients may get the newsletter twice. */
export function resendUncertain(
  deps: StartDeps,
  control: Control & { deliveryIds?: readonly number[] | undefined },
): Promise<ControlResult> {
  const { issueId, actor, deliveryIds = null } = control
  return sendAgain(deps, control, {
    status: 'uncertain',
    deliveryIds,
    none: 'None of these messages was possibly sent and is still wanted by its recipient.',
    async record(transaction, reason, messages) {
      await recordEvent(transaction, { issueId, actor, event: 'resent', reason })
      await transaction`
        select private.record_issue_act(${issueId}, 'resend_newsletter',
          'sent uncertain messages of the newsletter %s again, which some may have got twice',
          ${JSON.stringify({ messages })}::jsonb, null, ${actor}::uuid)`
    },
  })
}

interface Again {
  status: 'failed' | 'uncertain'
  /** Null for all in this status. */
  deliveryIds?: readonly number[] | null
  /** The refusal when there are none. */
  none: string
  record(transaction: Session, reason: string, messages: number): Promise<void>
}

async function sendAgain(deps: StartDeps, control: Control, again: Again): Promise<ControlResult> {
  const { issueId } = control
  const { status, deliveryIds = null, none, record } = again
  const result = await deps.sql.transaction(async (transaction) => {
    const others = await listBeside(transaction, control, new Date())
    const issue = await lock(transaction, issueId)
    const issueStatus = issue?.status
    if (!issue || (issueStatus !== 'sending' && issueStatus !== 'paused' && issueStatus !== 'sent'))
      return refused('The newsletter has not been sent.')
    const refusal = await refuseToSend(deps, transaction, { issueId, others, ...issue })
    if (refusal) return refusal
    const changed = issueStatus === 'sending' ? null : await changesOf(deps, transaction, issueId)
    if (changed) return changed
    const [{ count }] = await transaction<[{ count: number }]>`
      with again as (
        update public.newsletter_deliveries
        set status = 'pending', attempts = 0, due_at = null, settled_at = null, reason = null, batch_id = null
        where issue_id = ${issueId} and status = ${status} and email is not null
          and (${deliveryIds}::bigint[] is null or id = any(${deliveryIds}::bigint[]))
          and subscriber_id in (select id from private.newsletter_recipients) returning 1)
      select count(*)::int as count from again`
    if (count === 0) return refused(none)
    await record(transaction, `${count} ${status === 'failed' ? 'failed' : 'possibly sent'}`, count)
    await rememberAlongside(transaction, control)
    if (issueStatus !== 'sending')
      await moveIssue(transaction, { ...control, from: ['paused', 'sent'], to: 'sending' })
    await enqueueSending(deps.queue, transaction, issueId)
    return DONE
  })
  return Array.isArray(result) ? holdForChanges(deps, issueId, result) : result
}

/** Cancels the remaining messages of an issue whose sending has begun. */
export function cancelSending({ sql }: StartDeps, control: Control): Promise<ControlResult> {
  const { issueId } = control
  return sql.transaction(async (transaction) => {
    const status = (await lock(transaction, issueId))?.status
    if (status !== 'sending' && status !== 'paused') return refused('The newsletter is not being sent.')
    if (status === 'sending') {
      await transaction`select set_config('audit.covered', 'on', true)`
      await moveIssue(transaction, { ...control, from: ['sending'], to: 'paused' })
      await transaction`select set_config('audit.covered', '', true)`
    }
    await transaction`
      update public.newsletter_deliveries set status = 'skipped', reason = 'cancelled', due_at = null, settled_at = now()
      where issue_id = ${issueId} and status = 'pending'`
    await moveIssue(transaction, { ...control, from: ['paused'], to: 'cancelled' })
    return DONE
  })
}

async function refuseToSend(
  { mail }: Pick<StartDeps, 'mail'>,
  transaction: Session,
  { issueId, intoOutbox, others }: { issueId: string; intoOutbox: boolean; others: IssueBeside[] },
): Promise<ControlResult | null> {
  const reason =
    (await refuseRestored(transaction, issueId)) ??
    refuseTransport(await mail.current(transaction), { intoOutbox, isBegun: true })
  if (reason !== null) return refused(reason)
  return !intoOutbox && others.length > 0 ? { status: 'beside', others } : null
}

async function changesOf(deps: StartDeps, transaction: Session, issueId: string): Promise<string[] | null> {
  const seal = await verifySeal(transaction, deps, issueId)
  return seal.intact ? null : seal.changed
}

async function holdForChanges(
  deps: StartDeps,
  issueId: string,
  changed: readonly string[],
): Promise<ControlResult> {
  const reason = describeChanges(changed)
  await holdIssue(deps, { issueId, reason })
  return refused(reason)
}

async function lock(
  transaction: Session,
  issueId: string,
): Promise<{ status: IssueStatus; intoOutbox: boolean } | null> {
  const [issue] = await transaction<{ status: IssueStatus; intoOutbox: boolean }[]>`
    select status, into_outbox as "intoOutbox" from public.newsletter_issues where id = ${issueId} for update`
  return issue ?? null
}

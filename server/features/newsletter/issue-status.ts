import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { type NewsletterNotice, sendNewsletterNoticeJob } from '#server/features/newsletter/jobs.ts'
import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import type { Services } from '#server/features/services.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

/** Changes the status of an issue and records that in its history. Returns false when its status is none of `from`. */
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

const MAX_REASON_LENGTH = 1000

/**
 * Puts an approved, scheduled or paused issue on hold until somebody decides who may send it, and mails them why. Returns false when
 * it is held for this reason already, or has another status.
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
    await mailSendersLater(queue, transaction, { issueId, event: 'held' })
    log.warn(`The newsletter issue ${issueId} is held: ${shown}`)
    return true
  })
}

/** The reason for which an issue with a broken seal is held. */
export function describeChanges(changed: readonly string[]): string {
  const list = new Intl.ListFormat('en').format(changed)
  return `Changed since it was approved: ${list}. Look at the issue and approve it again.`
}

/** Adds an entry to the history of an issue for an event that does not change its status. */
export async function recordEvent(
  transaction: Session,
  entry: {
    issueId: string
    event:
      | 'approved'
      | 'continued'
      | 'held'
      | 'rehearsed'
      | 'resent'
      | 'retried'
      | 'scheduled'
      | 'tested'
      | 'waiting'
    reason: string | null
    actor?: string | null
  },
): Promise<void> {
  const { issueId, event, reason, actor = null } = entry
  await transaction`
    insert into public.newsletter_issue_events (issue_id, actor, event, reason)
    values (${issueId}, ${actor}::uuid, ${event}, ${reason}::text)`
}

/** Cancels an issue whose sending has not begun. Returns false when it has begun, or there is no such issue. */
export function cancelIssue(
  sql: Sql,
  { issueId, actor }: { issueId: string; actor: string },
): Promise<boolean> {
  const from = ['draft', 'approved', 'scheduled'] as const
  return sql.transaction((transaction) => moveIssue(transaction, { issueId, from, to: 'cancelled', actor }))
}

/** Revokes an approval, so that the issue can be edited. Returns false when it is not approved, or is being sent. */
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

/**
 * Pauses an issue because of a problem, and mails those who may send it: one of them has to resume it. What a mail server says may name a
 * recipient, and everybody who makes newsletters reads the reason.
 */
export async function pauseIssue(
  { sql, queue, log }: Pick<SendDeps, 'sql' | 'queue' | 'log'>,
  issueId: string,
  problem: string,
): Promise<void> {
  const paused = await sql.transaction(async (transaction) => {
    const [{ reason }] = await transaction<[{ reason: string }]>`
      select private.without_addresses(${problem.slice(0, MAX_REASON_LENGTH)}::text) as reason`
    const move = { issueId, from: ['sending'], to: 'paused', actor: null, reason } as const
    if (!(await moveIssue(transaction, move))) return null
    await transaction`update public.newsletter_issues set held_reason = ${reason} where id = ${issueId}`
    await mailSendersLater(queue, transaction, { issueId, event: 'held' })
    return reason
  })
  if (paused !== null) log.warn(`The newsletter issue ${issueId} is paused: ${paused}`)
}

/** Enqueues a mail about an issue to everybody who may approve it, with the commit of the transaction. */
export async function mailSendersLater(
  queue: JobQueue,
  transaction: Session,
  { issueId, event }: { issueId: string; event: NewsletterNotice },
): Promise<void> {
  for (const userId of await listMailedSenders(transaction))
    await queue.enqueue(sendNewsletterNoticeJob, { userId, issueId, event }, { transaction })
}

/**
 * The ids of those who are mailed when an issue waits for somebody: administrators, and others to whom sending is allowed, unless they want
 * no mails.
 */
export async function listMailedSenders(sql: Session): Promise<string[]> {
  const senders = await sql<{ userId: string }[]>`
    select roles.user_id as "userId" from public.user_roles as roles join auth.users on users.id = roles.user_id
      left join public.profiles on profiles.user_id = roles.user_id
    where (roles.role = 'admin' or 'send' = any(roles.permissions) and coalesce(profiles.wants_mails, true))
      and users.email is not null and private.may_sign_in(roles.user_id)`
  return senders.map(({ userId }) => userId)
}

import { createHash } from 'node:crypto'
import { mailLeaves } from '#core/domain/mail.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { type CheckDeps, describeFindings } from '#server/features/newsletter/approve/check-issue.ts'
import { countAudience } from '#server/features/newsletter/approve/checklist-facts.ts'
import { refuseTransport } from '#server/features/newsletter/send/refuse-sending.ts'
import {
  NO_RECIPIENTS,
  type StartDeps,
  type StartResult,
  startSending,
} from '#server/features/newsletter/send/start-sending.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/job.ts'

interface ContentCall {
  subject: string
  content: string
  /** Send it although the same was sent within a day. */
  again: boolean
  /** True if its messages are to stay in the outbox, false if they are to leave; undefined: whatever mail does here. */
  intoOutbox?: boolean | undefined
  /** Other issues that may go to the same people within a day. */
  alongside?: readonly string[] | undefined
  actor: string | null
  /** Throws when the actor may not send any more. */
  demandAgain?: ((transaction: Session) => Promise<void>) | undefined
}

/** Links to other sites are not waited for, because the caller has decided to send. */
const LINK_CHECK_TIMEOUT_MS = 0

/**
 * Sends a subject and a content to all subscribers: an issue is created, approved and started. Calls with the same texts within 24 hours
 * are deduplicated, also when the first one was interrupted.
 */
export async function sendContent(
  deps: StartDeps & CheckDeps,
  call: ContentCall,
): Promise<StartResult & { issueId: string | null }> {
  if ((await countAudience(deps.sql)).size === 0)
    return { status: 'refused', reason: NO_RECIPIENTS, issueId: null }
  if (await isHeld(deps.sql)) return { status: 'refused', reason: HELD_SITE, issueId: null }
  const mail = await deps.mail.current()
  const { intoOutbox = !mailLeaves(mail) } = call
  const refusal = refuseTransport(mail, { intoOutbox, isBegun: false })
  if (refusal !== null) return { status: 'refused', reason: refusal, issueId: null }
  const { issueId, same, isNew } = await deps.sql.transaction((transaction) =>
    findOrMakeIssue(transaction, { ...call, intoOutbox }),
  )
  const { actor, demandAgain } = call
  const alongside = [...(call.alongside ?? []), ...(call.again ? same : [])]
  const options = { intoOutbox, alongside, demandAgain }
  const obstacle = await approve(deps, issueId, { actor, ...options })
  const result = obstacle ?? (await startSending(deps, issueId, actor, options))
  // A draft that a refused call has made is no draft of anybody.
  if (isNew && result.status !== 'begun')
    await deps.sql`
      delete from public.newsletter_issues where id = ${issueId} and status in ('draft', 'approved')`
  return { ...result, issueId }
}

async function findOrMakeIssue(
  transaction: Session,
  call: ContentCall & { intoOutbox: boolean },
): Promise<{ issueId: string; same: string[]; isNew: boolean }> {
  const { subject, content, again, actor, intoOutbox } = call
  const hash = createHash('sha256')
    .update(JSON.stringify([subject, content]))
    .digest('hex')
  // Calls with the same content are serialised.
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`newsletter ${hash}`}, 0))`
  const sent = await transaction<{ issueId: string; isOpen: boolean; isSamePress: boolean }[]>`
    select issue_id as "issueId", status not in ('sent', 'cancelled') as "isOpen",
      called_at > now() - interval '1 minute' and count(*) over () > 1 as "isSamePress"
    from private.newsletter_calls
    join public.newsletter_issues on newsletter_issues.id = issue_id
    where content_hash = ${hash} and called_at > now() - interval '24 hours'
      -- What stayed in the outbox is not what subscribers get.
      and (${intoOutbox} or not into_outbox)
      -- A cancelled issue counts once its sending has begun.
      and (status <> 'cancelled' or started_at is not null)
      -- A draft may have been edited since.
      and (status <> 'draft' or exists (
        select from public.newsletter_editions as edition
        where edition.issue_id = newsletter_issues.id and language = 'en' and edition.subject = ${subject} and edition.content = ${content}))
    order by newsletter_calls.id desc`
  const [known] = sent
  const same = sent.map(({ issueId }) => issueId)
  // A double click counts as one request, and an issue that is being sent is not sent again in parallel.
  if (known && (!again || known.isOpen || known.isSamePress))
    return { issueId: known.issueId, same, isNew: false }
  const [issue] = await transaction<[{ id: string }]>`
    insert into public.newsletter_issues (origin, created_by) values ('call', ${actor}::uuid) returning id`
  await transaction`
    insert into public.newsletter_editions (issue_id, language, subject, content, origin)
    values (${issue.id}, 'en', ${subject}, ${content}, 'person')`
  await transaction`
    insert into private.newsletter_calls (content_hash, issue_id) values (${hash}, ${issue.id})`
  return { issueId: issue.id, same, isNew: true }
}

/** Approves a draft that a call has created. Returns why that is not possible, or null. */
async function approve(
  deps: StartDeps & CheckDeps,
  issueId: string,
  call: Pick<ContentCall, 'actor' | 'alongside' | 'demandAgain'> & { intoOutbox: boolean },
): Promise<Exclude<StartResult, { status: 'begun' }> | null> {
  const [issue] = await deps.sql<{ status: IssueStatus; revision: number }[]>`
    select status, revision from public.newsletter_issues where id = ${issueId}`
  if (issue?.status !== 'draft') return null
  const { revision } = issue
  const result = await approveIssue(
    deps,
    { issueId, revision, accepted: CHECKLIST_CODES, sendAt: null, pauseAfter: null, ...call },
    { timeoutMs: LINK_CHECK_TIMEOUT_MS },
  )
  const refused = (reason: string) => ({ status: 'refused', reason }) as const
  if (result.status === 'findings') return refused(describeFindings(result.findings))
  if (result.status === 'gone' || result.status === 'changed')
    return refused('The newsletter has been changed meanwhile.')
  return result.status === 'refused' || result.status === 'beside' ? result : null
}

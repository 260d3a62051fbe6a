import type { IssueStatus, NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { listBeside, rememberAlongside } from '#server/features/newsletter/approve/issues-beside.ts'
import { type SealedPart, sealIssue, verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { describeChanges, holdIssue, moveIssue } from '#server/features/newsletter/issue-status.ts'
import { refuseRestored, refuseTransport } from '#server/features/newsletter/send/refuse-sending.ts'
import { enqueueSending } from '#server/features/newsletter/send/supervise-sending.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

export type StartDeps = Pick<Services, 'sql' | 'queue' | 'log' | 'settings' | 'mail'>

/**
 * - `begun`: it is being sent, paused, or was sent; started by this call if `isFirst`
 * - `refused`: `reason` is a sentence for the administrator
 * - `beside`: others go to some of the same people within a day, and the call does not name them
 */
export type StartResult =
  | { status: 'begun'; isFirst: boolean }
  | { status: 'refused'; reason: string }
  | { status: 'beside'; others: IssueBeside[] }

export const NO_RECIPIENTS = 'There are no active subscribers to send the newsletter to'

const OF_THE_DEMO = 'This issue belongs to the demo, and can be sent to nobody.'

const REFUSALS: Partial<Record<IssueStatus, string>> = {
  draft: 'The newsletter has to be approved before it is sent.',
  cancelled: 'The newsletter has been cancelled.',
}

interface StartOptions {
  /** True if an administrator wants its messages to stay in the outbox. */
  intoOutbox?: boolean | undefined
  /** Other issues that may go to the same people within a day. */
  alongside?: readonly string[] | undefined
  /** Throws when the actor may not send it any more. */
  demandAgain?: ((transaction: Session) => Promise<void>) | undefined
  now?: Date
}

/**
 * Starts an approved or scheduled issue: its recipients are stored as they are now, and jobs are enqueued. Of concurrent calls, one starts
 * it.
 */
export async function startSending(
  deps: StartDeps,
  issueId: string,
  actor: string | null,
  { intoOutbox = false, alongside, demandAgain, now = new Date() }: StartOptions = {},
): Promise<StartResult> {
  const verdict = await deps.sql.transaction(async (transaction) => {
    await demandAgain?.(transaction)
    return start(deps, transaction, { issueId, actor, intoOutbox, alongside, now })
  })
  if (verdict.status !== 'broken') return verdict
  const reason = describeChanges(verdict.changed)
  await holdIssue(deps, { issueId, reason })
  return { status: 'refused', reason }
}

async function start(
  deps: StartDeps,
  transaction: Session,
  {
    issueId,
    actor,
    alongside,
    now,
    ...wanted
  }: StartOptions & { issueId: string; actor: string | null; intoOutbox: boolean; now: Date },
): Promise<StartResult | { status: 'broken'; changed: string[] }> {
  const isDue = actor === null
  // Locked before the issue, as by an approval. One that was moved since may be near another one that the approval did not know of.
  const others = await listBeside(transaction, { issueId, alongside }, now, { isDue })
  const [issue] = await transaction<
    Pick<NewsletterIssue, 'status' | 'held_reason' | 'origin' | 'into_outbox'>[]
  >`
    select status, held_reason, origin, into_outbox from public.newsletter_issues where id = ${issueId} for update`
  if (!issue) return { status: 'refused', reason: 'There is no such newsletter.' }
  const refusal = issue.origin === 'demo' ? OF_THE_DEMO : REFUSALS[issue.status]
  if (refusal) return { status: 'refused', reason: refusal }
  if (issue.status !== 'approved' && issue.status !== 'scheduled') return { status: 'begun', isFirst: false }
  // An administrator may start a held issue; the scheduler may not.
  if (issue.held_reason !== null && isDue) return { status: 'refused', reason: issue.held_reason }
  const intoOutbox = issue.into_outbox || wanted.intoOutbox
  const reason =
    (await refuseRestored(transaction, issueId)) ??
    refuseTransport(await deps.mail.current(transaction), { intoOutbox, isBegun: false })
  if (reason !== null) return { status: 'refused', reason }
  if (!intoOutbox && others.length > 0) return { status: 'beside', others }
  const seal = await verifySeal(transaction, deps, issueId)
  if (!seal.intact) return { status: 'broken', changed: seal.changed }
  // At its scheduled time the address has the right day already.
  if (issue.status === 'approved' || actor !== null) await refreshSlug(transaction, deps, issueId)
  const audience = await insertRecipients(transaction, issueId)
  if (audience === 0) return { status: 'refused', reason: NO_RECIPIENTS }
  await transaction`update public.newsletter_issues set audience = ${audience}, into_outbox = ${intoOutbox} where id = ${issueId}`
  await rememberAlongside(transaction, { issueId, alongside })
  await moveIssue(transaction, { issueId, from: ['approved', 'scheduled'], to: 'sending', actor })
  await enqueueSending(deps.queue, transaction, issueId)
  return { status: 'begun', isFirst: true }
}

/**
 * Inserts a delivery for each recipient, with the language and the sections of their edition, and returns the number of recipients. Those
 * with nothing in their edition count, and are sent nothing.
 */
async function insertRecipients(transaction: Session, issueId: string): Promise<number> {
  const [row] = await transaction<[{ count: number }]>`
    with written as (
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, sections)
      select ${issueId}, recipient.id, recipient.email, coalesce(message.language, 'en'), recipient.sections
      from private.newsletter_recipients as recipient
      left join public.newsletter_messages as message
        on message.issue_id = ${issueId} and message.language = recipient.language
      order by recipient.subscribed_at, recipient.id
      returning 1)
    select count(*)::int as count from written`
  await transaction`select private.judge_newsletter_deliveries(${issueId})`
  return row.count
}

/**
 * Gives an issue the address of the day on which it is sent, which may be later than that of its approval, and seals it again. The caller
 * has verified the seal in the same transaction.
 */
async function refreshSlug(
  transaction: Session,
  { settings }: Pick<Services, 'settings'>,
  issueId: string,
): Promise<void> {
  const { date } = wallTimeAt(new Date(), settings.current().newsletter_zone)
  const [{ own, slug, parts }] = await transaction<[{ own: string; slug: string; parts: SealedPart[] }]>`
    select issue.slug as own, private.newsletter_slug(id, ${date}::date) as slug, parts
    from public.newsletter_issues as issue join private.newsletter_approvals on issue_id = id where id = ${issueId}`
  if (own === slug) return
  await transaction`update public.newsletter_issues set slug = ${slug} where id = ${issueId}`
  const articleIds = parts.filter(({ kind }) => kind === 'article').map(({ key }) => key)
  const seal = await sealIssue(transaction, issueId, articleIds)
  await transaction`update public.newsletter_issues set seal = ${seal} where id = ${issueId}`
}

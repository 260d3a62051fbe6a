import { isDeepStrictEqual } from 'node:util'
import { type ChecklistCode, type ChecklistFinding, openFindings } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import {
  type CheckDeps,
  describeFindings,
  renderAndCheck,
} from '#server/features/newsletter/approve/check-issue.ts'
import type { CheckOptions } from '#server/features/newsletter/approve/checklist-facts.ts'
import { listBeside } from '#server/features/newsletter/approve/issues-beside.ts'
import {
  linkedArticles,
  readSealedArticles,
  sealedParts,
  sealOf,
} from '#server/features/newsletter/approve/seal-issue.ts'
import { moveIssue, recordEvent } from '#server/features/newsletter/issue-status.ts'
import { type IssueContent, offeredIssue, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import {
  NO_TRANSPORT,
  refuseRestored,
  refuseTransport,
  STAYS_IN_OUTBOX,
} from '#server/features/newsletter/send/refuse-sending.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'

export interface Approval {
  issueId: string
  /** The revision that the administrator has looked at. */
  revision: number
  accepted: readonly ChecklistCode[]
  /** A time, or a Sunday of the schedule, whose time follows the settings; null: an administrator starts it by hand. */
  sendAt: Date | { sunday: string } | null
  pauseAfter: number | null
  /** True if its messages are to stay in the outbox; without a mail server, they do so only if an administrator wants that. */
  intoOutbox?: boolean | undefined
  /** Other issues that may go to the same people within a day of this one. */
  alongside?: readonly string[] | undefined
  /** Null when it is approved automatically. */
  actor: string | null
  /** Throws when the actor may not approve it any more. */
  demandAgain?: ((transaction: Session) => Promise<void>) | undefined
}

/**
 * - `changed`: the issue differs from what the administrator has looked at
 * - `closed`: it cannot be approved in its present status
 * - `refused`: `reason` is a sentence for the administrator
 * - `beside`: others go to some of the same people within a day, and the approval does not name them
 */
export type ApprovalResult =
  | ({ status: 'done' } & StoredApproval)
  | { status: 'gone' | 'changed' }
  | { status: 'closed'; issueStatus: IssueStatus }
  | { status: 'refused'; reason: string }
  | { status: 'findings'; findings: ChecklistFinding[] }
  | { status: 'beside'; others: IssueBeside[] }

/**
 * Renders an issue as it will be sent, and seals that together with the articles behind its links. An issue that is held is approved
 * again with what its articles say now.
 */
export async function approveIssue(
  deps: CheckDeps,
  approval: Approval,
  { now = new Date(), timeoutMs }: CheckOptions & { now?: Date } = {},
): Promise<ApprovalResult> {
  const { issueId, sendAt, intoOutbox = false } = approval
  const found = await readIssue(deps.sql, issueId)
  if (!found) return { status: 'gone' }
  const obstacle = obstacleOf(found, approval)
  if (obstacle) return obstacle
  const isBegun = found.issue.status === 'paused'
  const reason =
    (await refuseRestored(deps.sql, issueId)) ??
    (intoOutbox ? refuseTransport(await deps.mail.current(), { intoOutbox, isBegun }) : null)
  if (reason !== null) return { status: 'refused', reason }
  const content = offeredIssue(found, deps.settings.current())
  // Corrections published since an earlier approval are included.
  const issue = { ...content.issue, approved_at: null }
  const { messages, facts, findings } = await renderAndCheck(deps, { ...content, issue }, { timeoutMs })
  if (openFindings(findings, approval.accepted, { intoOutbox }).length > 0)
    return { status: 'findings', findings }

  const articleIds = linkedArticles(content, facts.articleLinks)
  const schedule = deps.settings.current()
  const sunday = sendAt instanceof Date ? null : (sendAt?.sunday ?? null)
  const scheduledFor = sendAt instanceof Date ? sendAt : sunday && momentOnSunday(sunday, schedule)
  const day = wallTimeAt(scheduledFor || now, schedule.newsletter_zone).date
  return deps.sql.transaction(async (transaction) => {
    await approval.demandAgain?.(transaction)
    // An issue that is under way has its recipients, and those of the outbox get nothing.
    const others = intoOutbox || isBegun ? [] : await listBeside(transaction, approval, scheduledFor || now)
    if (others.length > 0) return { status: 'beside', others }
    // Articles are locked first, in the same order as by a deletion of an article, so that the two cannot deadlock.
    const articles = await readSealedArticles(transaction, articleIds, fragment`for share of article`)
    if (articles.length < articleIds.length) return { status: 'changed' }
    await transaction`select from public.newsletter_issues where id = ${issueId} for update`
    const present = await readIssue(transaction, issueId)
    if (!present) return { status: 'gone' }
    const late = obstacleOf(present, approval)
    if (late) return late
    const offered = offeredIssue(present, deps.settings.current())
    if (!isDeepStrictEqual(renderedFrom(content), renderedFrom(offered))) return { status: 'changed' }
    const stored = await storeApproval(transaction, approval, {
      content: present,
      messages,
      articles,
      findings,
      scheduledFor: present.issue.status === 'paused' ? null : scheduledFor || null,
      sunday,
      day,
    })
    return { status: 'done', ...stored }
  })
}

/** Tells why an issue cannot be approved: an approved one has to be reopened first, unless it is held. */
function obstacleOf(
  { issue }: IssueContent,
  { revision, intoOutbox = false }: Approval,
): ApprovalResult | null {
  const { status, held_reason, into_outbox } = issue
  const isHeld = held_reason !== null && ['approved', 'scheduled', 'paused'].includes(status)
  if (status !== 'draft' && !isHeld) return { status: 'closed', issueStatus: status }
  // A part of its messages has gone that way.
  if (status === 'paused' && into_outbox !== intoOutbox)
    return { status: 'refused', reason: into_outbox ? STAYS_IN_OUTBOX : NO_TRANSPORT }
  return issue.revision === revision ? null : { status: 'changed' }
}

const renderedFrom = ({ issue, editions, items }: IssueContent) => [
  issue.counts_clicks,
  issue.shows_pictures,
  editions,
  items,
]

interface StoredApproval {
  slug: string
  issueStatus: IssueStatus
  scheduledFor: Date | null
}

/** The facts that are stored of an issue with its approval. */
interface Approved {
  content: IssueContent
  messages: readonly RenderedEdition[]
  articles: Parameters<typeof sealedParts>[2]
  /** The findings that are accepted with the approval. */
  findings: readonly ChecklistFinding[]
  /** Null for an issue that is being sent, which keeps its address and its start. */
  scheduledFor: Date | null
  sunday: string | null
  /** The day on which it is to be sent. */
  day: string
}

/** Stores what is approved, in the transaction that has locked the issue. */
async function storeApproval(
  transaction: Session,
  { issueId, actor, pauseAfter, intoOutbox = false, alongside = [] }: Approval,
  { content, messages, articles, findings, scheduledFor, sunday, day }: Approved,
): Promise<StoredApproval> {
  const { status } = content.issue
  const isUnderWay = status === 'paused'
  await replaceMessages(transaction, issueId, messages)
  if (isUnderWay) {
    await redirectDeliveries(transaction, issueId)
    await transaction`select private.judge_newsletter_deliveries(${issueId})`
  }
  const [{ slug }] = await transaction<[{ slug: string }]>`
    select case when ${isUnderWay} then ${content.issue.slug} else private.newsletter_slug(${issueId}, ${day}::date) end as slug`
  const parts = sealedParts({ ...content, issue: { ...content.issue, slug } }, messages, articles)
  const seal = sealOf(parts)
  await transaction`
    insert into private.newsletter_approvals as approval (issue_id, parts, accepted, sunday, alongside)
    values (${issueId}, ${JSON.stringify(parts)}::jsonb, ${JSON.stringify(findings)}::jsonb, ${scheduledFor && sunday}::date,
      ${alongside}::uuid[])
    on conflict (issue_id) do update set parts = excluded.parts, accepted = excluded.accepted, sunday = excluded.sunday,
      alongside = approval.alongside || excluded.alongside`
  await transaction`
    update public.newsletter_issues set held_reason = null, approved_at = now(), approved_by = ${actor}::uuid,
      needs_approval = needs_approval and ${actor === null}, seal = ${seal}, slug = ${slug}, into_outbox = ${intoOutbox},
      pause_after = case when ${isUnderWay} then pause_after else ${pauseAfter}::integer end,
      scheduled_for = case when ${isUnderWay} then scheduled_for else ${scheduledFor}::timestamptz end,
      status = case when status = 'scheduled' then 'approved' else status end
    where id = ${issueId}`

  const reason = findings.length > 0 ? `With this in the checklist: ${describeFindings(findings)}` : null
  if (status === 'draft')
    await moveIssue(transaction, { issueId, from: ['draft'], to: 'approved', actor, reason })
  else await recordEvent(transaction, { issueId, event: 'approved', reason, actor })
  if (scheduledFor) await moveIssue(transaction, { issueId, from: ['approved'], to: 'scheduled', actor })
  const accepted = findings.map(({ code }) => code)
  const details = JSON.stringify({ slug, seal, accepted, due: scheduledFor?.toISOString() })
  await transaction`
    select private.record_issue_act(${issueId}, 'approve_newsletter', 'approved the newsletter %s', ${details}::jsonb,
      ${reason}::text, ${actor}::uuid)`
  return { slug, issueStatus: isUnderWay ? 'paused' : scheduledFor ? 'scheduled' : 'approved', scheduledFor }
}

/**
 * Sends the English message to those who have not got theirs yet and whose own is gone, because their language was switched off meanwhile.
 */
async function redirectDeliveries(transaction: Session, issueId: string): Promise<void> {
  await transaction`
    update public.newsletter_deliveries set language = 'en' where id in (
      select id from public.newsletter_deliveries as delivery
      where issue_id = ${issueId} and status <> 'sent' and not exists (
        select from public.newsletter_messages as message
        where message.issue_id = delivery.issue_id and message.language = delivery.language)
      -- A process that is about to settle one waits for the issue.
      for no key update skip locked)`
}

/** Stores the messages of an issue as they are rendered now. */
export async function replaceMessages(
  transaction: Session,
  issueId: string,
  messages: readonly RenderedEdition[],
): Promise<void> {
  await transaction`delete from public.newsletter_messages where issue_id = ${issueId}`
  const rows = messages.map(({ language, subject, preheader, html, text, content }) => ({
    language,
    subject,
    preheader,
    html,
    body_text: text,
    content,
  }))
  await transaction`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
    select ${issueId}::uuid, language, subject, preheader, html, body_text, content
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as message (language text, subject text, preheader text, html text, body_text text, content text)`
}

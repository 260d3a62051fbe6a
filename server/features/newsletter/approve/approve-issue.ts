import { isDeepStrictEqual } from 'node:util'
import { type ChecklistCode, type ChecklistFinding, openFindings } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday, type SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { IssueBeside } from '#core/domain/newsletter-sending.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import {
  type CheckDeps,
  type CheckOptions,
  checkContent,
  describeFindings,
} from '#server/features/newsletter/approve/check-issue.ts'
import { findLinkedArticles, sealIssue } from '#server/features/newsletter/approve/seal-issue.ts'
import { moveIssue, recordEvent } from '#server/features/newsletter/issue-status.ts'
import { type IssueContent, offeredIssue, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import { renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import { refuseRestored } from '#server/features/newsletter/send/refuse-restored.ts'
import {
  NO_TRANSPORT,
  refuseTransport,
  STAYS_IN_OUTBOX,
} from '#server/features/newsletter/send/refuse-transport.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { momentInWords } from '#server/platform/moment-in-words.ts'

export interface Approval {
  issueId: string
  /** The revision that the administrator has looked at. */
  revision: number
  accepted: readonly ChecklistCode[]
  /** A time, or a Sunday of the schedule, whose time follows the settings; null: an administrator starts it by hand. */
  sendAt: Date | { sunday: string } | null
  pauseAfter: number | null
  /** Whether its messages are to stay in the outbox; without a mail server, they do so only if an administrator wants that. */
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
  const found = await readIssue(deps.sql, approval.issueId)
  if (!found) return { status: 'gone' }
  const content = offeredIssue(found, deps.settings.current())
  const { intoOutbox = false } = approval
  const obstacle = obstacleOf(content, approval)
  if (obstacle) return obstacle
  const isBegun = content.issue.status === 'paused'
  const reason =
    (await refuseRestored(deps.sql, approval.issueId)) ??
    (intoOutbox ? refuseTransport(await deps.mail.current(), { intoOutbox, isBegun }) : null)
  if (reason !== null) return { status: 'refused', reason }
  // Corrections published since an earlier approval are included.
  const issue = { ...content.issue, approved_at: null }
  const rendered = await renderIssue(deps, { ...content, issue })
  const findings = await checkContent(deps, content, rendered, { timeoutMs })
  if (openFindings(findings, approval.accepted, { intoOutbox }).length > 0)
    return { status: 'findings', findings }

  const links = rendered.flatMap((edition) => edition.links)
  const articleIds = await findLinkedArticles(deps.sql, content, links, deps.siteUrl)
  const schedule = deps.settings.current()
  const { sendAt } = approval
  const sunday = sendAt instanceof Date ? null : (sendAt?.sunday ?? null)
  const scheduledFor = sendAt instanceof Date ? sendAt : sunday && momentOnSunday(sunday, schedule)
  const day = wallTimeAt(scheduledFor || now, schedule.newsletter_zone).date
  return deps.sql.transaction(async (transaction) => {
    await approval.demandAgain?.(transaction)
    // What is under way has its recipients, and those of the outbox get nothing.
    const others = intoOutbox || isBegun ? [] : await listBeside(transaction, approval, scheduledFor || now)
    if (others.length > 0) return { status: 'beside', others }
    // Articles are locked first, in the same order as by a deletion of an article, so that the two cannot deadlock.
    const linked = await transaction`
      select id from public.articles where id = any(${articleIds}::uuid[]) order by id for share`
    if (linked.length < articleIds.length) return { status: 'changed' }
    await transaction`select from public.newsletter_issues where id = ${approval.issueId} for update`
    const again = await readIssue(transaction, approval.issueId)
    if (!again) return { status: 'gone' }
    const present = offeredIssue(again, deps.settings.current())
    const late = obstacleOf(present, approval)
    if (late) return late
    if (!isDeepStrictEqual(renderedFrom(content), renderedFrom(present))) return { status: 'changed' }
    const stored = await storeApproval(transaction, {
      ...approval,
      from: present.issue.status,
      rendered,
      articleIds,
      findings,
      scheduledFor: scheduledFor || null,
      sunday,
      day,
    })
    return { status: 'done', ...stored }
  })
}

/**
 * Issues that some of the same people get within a day of a moment, and that are not named. At the scheduled time, these are the ones that
 * have left, and that nobody has named before. No other approval ends before this transaction.
 */
export async function listBeside(
  transaction: Session,
  { issueId, alongside = [] }: Pick<Approval, 'issueId' | 'alongside'>,
  at: Date,
  { isDue = false } = {},
): Promise<IssueBeside[]> {
  const others = await transaction<(Omit<IssueBeside, 'at'> & { at: Date })[]>`
    select id, subject, status, at from private.issues_beside(${issueId}, ${at}) as other
    where id <> all(${alongside}::uuid[]) and not (${isDue} and (status = 'scheduled' or exists (
      select from private.newsletter_approvals as approval
      where approval.issue_id = ${issueId} and other.id = any(approval.alongside)
        or approval.issue_id = other.id and ${issueId} = any(approval.alongside))))`
  return others.map((other) => ({ ...other, at: other.at.toISOString() }))
}

/** Stores which issues somebody has named, for the scheduled times of both. */
export async function rememberAlongside(
  transaction: Session,
  { issueId, alongside = [] }: Pick<Approval, 'issueId' | 'alongside'>,
): Promise<void> {
  await transaction`
    update private.newsletter_approvals set alongside = alongside || ${alongside}::uuid[] where issue_id = ${issueId}`
}

/** Other issues and their times, for people. */
export function nameOthers(
  others: readonly IssueBeside[],
  { newsletter_zone: zone }: Pick<SundaySchedule, 'newsletter_zone'>,
): string {
  const named = others.map(({ subject, at }) => `“${subject}” (${momentInWords(new Date(at), zone)})`)
  return new Intl.ListFormat('en').format(named)
}

/** Why an issue cannot be approved: an approved one has to be reopened first, unless it is held. */
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

/** Stores what is approved, in the transaction that has locked the issue. */
async function storeApproval(
  transaction: Session,
  approved: {
    issueId: string
    actor: string | null
    from: IssueStatus
    rendered: readonly RenderedEdition[]
    articleIds: readonly string[]
    /** The findings that are accepted with the approval. */
    findings: readonly ChecklistFinding[]
    scheduledFor: Date | null
    sunday: string | null
    /** The day on which it is to be sent. */
    day: string
    pauseAfter: number | null
    intoOutbox?: boolean | undefined
    alongside?: readonly string[] | undefined
  },
): Promise<StoredApproval> {
  const { issueId, actor, findings, articleIds } = approved
  // An issue that is being sent keeps its address and its start.
  const isUnderWay = approved.from === 'paused'
  const scheduledFor = isUnderWay ? null : approved.scheduledFor
  await replaceMessages(transaction, issueId, approved.rendered)
  if (isUnderWay) {
    await redirectDeliveries(transaction, issueId)
    await transaction`select private.judge_newsletter_deliveries(${issueId})`
  }
  const [{ slug }] = isUnderWay
    ? await transaction<[{ slug: string }]>`
        update public.newsletter_issues set held_reason = null, approved_at = now(), approved_by = ${actor}::uuid,
          needs_approval = needs_approval and ${actor === null}
        where id = ${issueId} returning slug`
    : await transaction<[{ slug: string }]>`
        update public.newsletter_issues set held_reason = null, approved_at = now(), approved_by = ${actor}::uuid,
          needs_approval = needs_approval and ${actor === null},
          slug = private.newsletter_slug(id, ${approved.day}::date), pause_after = ${approved.pauseAfter}::integer,
          scheduled_for = ${scheduledFor}::timestamptz, into_outbox = ${approved.intoOutbox ?? false},
          status = case when status = 'scheduled' then 'approved' else status end
        where id = ${issueId} returning slug`
  const seal = await sealIssue(transaction, issueId, articleIds)
  await transaction`update public.newsletter_issues set seal = ${seal} where id = ${issueId}`
  await transaction`
    update private.newsletter_approvals
    set accepted = ${JSON.stringify(findings)}::jsonb, sunday = ${scheduledFor && approved.sunday}::date
    where issue_id = ${issueId}`
  await rememberAlongside(transaction, approved)

  const reason = findings.length > 0 ? `With this in the checklist: ${describeFindings(findings)}` : null
  if (approved.from === 'draft')
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

/** Who has not got it yet gets the English message where theirs is gone, because their language was switched off meanwhile. */
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
  rendered: readonly RenderedEdition[],
): Promise<void> {
  await transaction`delete from public.newsletter_messages where issue_id = ${issueId}`
  const rows = rendered.map(({ language, subject, preheader, html, text, content }) => ({
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

import { isDeepStrictEqual } from 'node:util'
import { type ChecklistCode, type ChecklistFinding, openFindings } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import {
  type CheckDeps,
  type CheckOptions,
  checkContent,
} from '#server/features/newsletter/approve/check-issue.ts'
import { findLinkedArticles } from '#server/features/newsletter/approve/sealed-parts.ts'
import { type StoredApproval, storeApproval } from '#server/features/newsletter/approve/store-approval.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import { renderIssue } from '#server/features/newsletter/render/render-issue.ts'

export interface Approval {
  issueId: string
  /** The revision that was looked at. */
  revision: number
  accepted: readonly ChecklistCode[]
  /** A moment, or a Sunday of the schedule, whose time follows the settings; null: when somebody says so. */
  sendAt: Date | { sunday: string } | null
  pauseAfter: number | null
  /** Null when it is approved automatically. */
  actor: string | null
}

/** `changed`: it is not what was looked at any more. `closed`: it cannot be approved in the state that it is in. */
export type ApprovalResult =
  | ({ status: 'done' } & StoredApproval)
  | { status: 'gone' | 'changed' }
  | { status: 'closed'; issueStatus: IssueStatus }
  | { status: 'findings'; findings: ChecklistFinding[] }

/**
 * Renders an issue as it will be sent, and seals that together with the articles behind its links. An issue that is held is approved
 * again with what its articles say now.
 */
export async function approveIssue(
  deps: CheckDeps,
  approval: Approval,
  { now = new Date(), patienceMs }: CheckOptions & { now?: Date } = {},
): Promise<ApprovalResult> {
  const content = await readIssue(deps.sql, approval.issueId)
  if (!content) return { status: 'gone' }
  const obstacle = obstacleOf(content, approval)
  if (obstacle) return obstacle
  // What was corrected since an earlier approval is in it, too.
  const issue = { ...content.issue, approved_at: null }
  const rendered = await renderIssue(deps, { ...content, issue })
  const findings = await checkContent(deps, content, rendered, { patienceMs })
  if (openFindings(findings, approval.accepted).length > 0) return { status: 'findings', findings }

  const links = rendered.flatMap((edition) => edition.links)
  const articleIds = await findLinkedArticles(deps.sql, content, links, deps.siteUrl)
  const schedule = deps.settings.current()
  const { sendAt } = approval
  const sunday = sendAt instanceof Date ? null : (sendAt?.sunday ?? null)
  const scheduledFor = sendAt instanceof Date ? sendAt : sunday && momentOnSunday(sunday, schedule)
  const day = wallTimeAt(scheduledFor || now, schedule.newsletter_zone).date
  return deps.sql.transaction(async (transaction) => {
    // Articles first: that is the order in which somebody locks both who deletes an article.
    await transaction`select from public.articles where id = any(${articleIds}::uuid[]) order by id for share`
    await transaction`select from public.newsletter_issues where id = ${approval.issueId} for update`
    const present = await readIssue(transaction, approval.issueId)
    if (!present) return { status: 'gone' }
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

/** Why an issue cannot be approved like this: what is approved already has to be reopened first, unless it is held. */
function obstacleOf({ issue }: IssueContent, { revision }: Approval): ApprovalResult | null {
  const { status, held_reason } = issue
  const isHeld = held_reason !== null && ['approved', 'scheduled', 'paused'].includes(status)
  if (status !== 'draft' && !isHeld) return { status: 'closed', issueStatus: status }
  return issue.revision === revision ? null : { status: 'changed' }
}

const renderedFrom = ({ issue, editions, items }: IssueContent) => [issue.counts_clicks, editions, items]

import type { ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { describeFindings } from '#server/features/newsletter/approve/describe-findings.ts'
import { sealIssue } from '#server/features/newsletter/approve/seal-issue.ts'
import { moveIssue } from '#server/features/newsletter/move-issue.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface StoredApproval {
  slug: string
  issueStatus: IssueStatus
  scheduledFor: Date | null
}

/** Stores what is approved, in the transaction that has locked the issue. */
export async function storeApproval(
  transaction: Session,
  approved: {
    issueId: string
    actor: string | null
    from: IssueStatus
    rendered: readonly RenderedEdition[]
    articleIds: readonly string[]
    /** With which it is approved all the same. */
    findings: readonly ChecklistFinding[]
    scheduledFor: Date | null
    sunday: string | null
    /** On which it is to be sent. */
    day: string
    pauseAfter: number | null
  },
): Promise<StoredApproval> {
  const { issueId, actor, findings, articleIds } = approved
  // What is under way keeps its address and its beginning.
  const isUnderWay = approved.from === 'paused'
  const scheduledFor = isUnderWay ? null : approved.scheduledFor
  await replaceMessages(transaction, issueId, approved.rendered)
  const [{ slug }] = isUnderWay
    ? await transaction<[{ slug: string }]>`
        update public.newsletter_issues set held_reason = null, approved_at = now(), approved_by = ${actor}::uuid
        where id = ${issueId} returning slug`
    : await transaction<[{ slug: string }]>`
        update public.newsletter_issues set held_reason = null, approved_at = now(), approved_by = ${actor}::uuid,
          slug = private.newsletter_slug(id, ${approved.day}::date), pause_after = ${approved.pauseAfter}::integer,
          scheduled_for = ${scheduledFor}::timestamptz,
          status = case when status = 'scheduled' then 'approved' else status end
        where id = ${issueId} returning slug`
  const seal = await sealIssue(transaction, issueId, articleIds)
  await transaction`update public.newsletter_issues set seal = ${seal} where id = ${issueId}`
  await transaction`
    update private.newsletter_approvals
    set accepted = ${JSON.stringify(findings)}::jsonb, sunday = ${scheduledFor && approved.sunday}::date
    where issue_id = ${issueId}`

  const reason = findings.length > 0 ? `With this in the checklist: ${describeFindings(findings)}` : null
  if (approved.from === 'draft')
    await moveIssue(transaction, { issueId, from: ['draft'], to: 'approved', actor, reason })
  else
    await transaction`
      insert into public.newsletter_issue_events (issue_id, actor, event, reason)
      values (${issueId}, ${actor}::uuid, 'approved', ${reason}::text)`
  if (scheduledFor) await moveIssue(transaction, { issueId, from: ['approved'], to: 'scheduled', actor })
  const details = JSON.stringify({ slug, seal, accepted: findings.map(({ code }) => code) })
  await transaction`
    insert into public.audit_log (actor, action, subject_id, details)
    values (${actor}::uuid, 'approve_newsletter', ${issueId}, ${details}::jsonb)`
  return { slug, issueStatus: isUnderWay ? 'paused' : scheduledFor ? 'scheduled' : 'approved', scheduledFor }
}

async function replaceMessages(
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

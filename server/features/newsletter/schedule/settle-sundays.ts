import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { isOverdue, lastSunday, momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { describeFindings } from '#server/features/newsletter/approve/describe-findings.ts'
import { recordEvent } from '#server/features/newsletter/approve/hold-issue.ts'
import { mailAdministratorsLater } from '#server/features/newsletter/mail-administrators.ts'
import { doAll } from '#server/features/newsletter/schedule/do-all.ts'
import type { Services } from '#server/features/services.ts'

interface OpenSunday {
  sunday: string
  issueId: string | null
  status: IssueStatus | null
  revision: number
  isComposed: boolean
}

/** After that nobody wants to know that an issue was not approved. */
const TOLD_WITHIN_MS = 24 * 3_600_000
const PATIENCE_MS = 2_000

/** Decides what becomes of the draft of a Sunday whose time has come: it is approved automatically, or administrators are told. */
export async function settleSundays(deps: Services, now: Date): Promise<void> {
  const schedule = deps.settings.current()
  const open = await deps.sql<OpenSunday[]>`
    select to_char(sunday, 'YYYY-MM-DD') as sunday, issue_id as "issueId", status, revision,
      composed_at is not null as "isComposed"
    from private.newsletter_sundays left join public.newsletter_issues on id = issue_id
    where settled_at is null and sunday <= ${lastSunday(now, schedule).sunday}::date order by sunday`
  await doAll(open, async (sunday) => {
    const at = momentOnSunday(sunday.sunday, schedule)
    const verdict = await decide(deps, sunday, at, now)
    if (verdict !== 'later') await settle(deps, sunday, verdict.reason)
  })
}

/** `reason`: why nothing is sent, when administrators have to be told. `later`: somebody has just changed the draft. */
async function decide(
  deps: Services,
  { sunday, issueId, status, revision, isComposed }: OpenSunday,
  at: Date,
  now: Date,
): Promise<'later' | { reason: string | null }> {
  const waits = issueId !== null && (status === 'draft' || status === 'approved')
  const isLongAgo = now.getTime() - at.getTime() > TOLD_WITHIN_MS
  if (!waits || isLongAgo || (await hasAnotherIssue(deps, issueId, at))) return { reason: null }
  if (!isComposed && status === 'draft') return { reason: 'No draft could be composed for it.' }
  if (status === 'approved')
    return {
      reason: 'It is approved, but no time was chosen for it. Send it now, or reopen it and choose one.',
    }
  if (!deps.settings.current().newsletter_automatic) return { reason: 'Nobody had approved it by its time.' }
  if (isOverdue(at, now))
    return { reason: 'Its time passed while nothing was running, and nobody had approved it.' }
  const result = await approveIssue(
    deps,
    { issueId, revision, accepted: ['no_test'], sendAt: { sunday }, pauseAfter: null, actor: null },
    { now, patienceMs: PATIENCE_MS },
  )
  if (result.status === 'changed') return 'later'
  if (result.status !== 'findings') return { reason: null }
  const findings = result.findings.filter(({ code }) => code !== 'no_test')
  return { reason: `It is not sent automatically, because of the checklist: ${describeFindings(findings)}` }
}

/** Whether another issue is sent at about that time, so that nobody waits for this one. */
async function hasAnotherIssue({ sql }: Services, issueId: string, at: Date): Promise<boolean> {
  const others = await sql`
    select from public.newsletter_issues where id <> ${issueId} and (
      started_at > ${at}::timestamptz - interval '24 hours'
      or (status = 'scheduled' and scheduled_for between ${at}::timestamptz - interval '24 hours' and ${at}::timestamptz + interval '24 hours'))
    limit 1`
  return others.length > 0
}

/** Only the first process that settles a Sunday mails anybody. */
async function settle(
  { sql, queue }: Services,
  { sunday, issueId }: OpenSunday,
  reason: string | null,
): Promise<void> {
  await sql.transaction(async (transaction) => {
    const settled = await transaction`
      update private.newsletter_sundays set settled_at = now() where sunday = ${sunday}::date and settled_at is null
      returning sunday`
    if (settled.length === 0 || reason === null || issueId === null) return
    await recordEvent(transaction, { issueId, event: 'held', reason })
    await mailAdministratorsLater(queue, transaction, { issueId, event: 'not_approved' })
  })
}

import { CHECKLIST_WEIGHTS, type ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import { isOverdue, OVERDUE_AFTER_MINUTES } from '#core/domain/newsletter-schedule.ts'
import { checkIssue } from '#server/features/newsletter/approve/check-issue.ts'
import { describeFindings } from '#server/features/newsletter/approve/describe-findings.ts'
import { describeChanges, holdIssue } from '#server/features/newsletter/approve/hold-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { doAll } from '#server/features/newsletter/schedule/do-all.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import type { Services } from '#server/features/services.ts'

interface DueIssue {
  issueId: string
  scheduledFor: Date
  accepted: ChecklistFinding[]
}

const MOST_AT_ONCE = 20
/** Of other servers at the moment itself; what they said a moment before is remembered. */
const PATIENCE_MS = 2_000
const OVERDUE = `Its time passed more than ${OVERDUE_AFTER_MINUTES} minutes ago, while nothing was running. Approve it again, to be sent now or at another time.`

/** Sends the issues that are due, or holds them. */
export async function sendDueIssues(deps: Services, now: Date): Promise<void> {
  await doAll(await listIssues(deps, now), async (issue) => {
    const reason = isOverdue(issue.scheduledFor, now) ? OVERDUE : await reasonToHold(deps, issue)
    const refusal = reason ?? (await start(deps, issue))
    if (refusal !== null) await holdIssue(deps, { issueId: issue.issueId, reason: refusal })
  })
}

/** Asks for the links of the issues that are due until then, so that the answers are in memory at the moment. */
export async function prepareDueIssues(deps: Services, until: Date): Promise<void> {
  await doAll(await listIssues(deps, until), ({ issueId }) => checkIssue(deps, issueId))
}

function listIssues({ sql }: Pick<Services, 'sql'>, until: Date): Promise<DueIssue[]> {
  return sql`
    select id as "issueId", scheduled_for as "scheduledFor", coalesce(accepted, '[]') as accepted
    from public.newsletter_issues left join private.newsletter_approvals on issue_id = id
    where status = 'scheduled' and held_reason is null and scheduled_for <= ${until}
    order by scheduled_for limit ${MOST_AT_ONCE}`
}

async function start(deps: Services, { issueId }: DueIssue): Promise<string | null> {
  const result = await startSending(deps, issueId, null)
  return result.status === 'refused' ? result.reason : null
}

async function reasonToHold(deps: Services, { issueId, accepted }: DueIssue): Promise<string | null> {
  const verdict = await verifySeal(deps.sql, deps, issueId)
  if (!verdict.intact) return describeChanges(verdict.changed)
  const known = new Set(accepted.map(keyOf))
  const found = await checkIssue(deps, issueId, { patienceMs: PATIENCE_MS })
  const fresh = found.filter(
    (finding) => CHECKLIST_WEIGHTS[finding.code] !== 'informs' && !known.has(keyOf(finding)),
  )
  return fresh.length > 0 ? `The checklist has found something new: ${describeFindings(fresh)}` : null
}

const keyOf = ({ code, language, detail }: ChecklistFinding) => JSON.stringify([code, language, detail])

import type { JobDeps } from '#server/jobs/job-run.ts'
import { describeChanges, holdIssue } from '#server/newsletter/approve/hold-issue.ts'
import { verifySeal } from '#server/newsletter/approve/seal-issue.ts'
import { doAll } from '#server/newsletter/schedule/do-all.ts'

/** More are looked at in the next minute, or when they are due. */
const MOST = 20
/** What was approved longer ago, and never sent, is looked at when it is. */
const DAYS = 30

/** Holds the issues behind whose links something has changed since they were approved, so that there is time to decide before they are due. */
export async function holdChangedIssues(deps: Pick<JobDeps, 'sql' | 'queue' | 'log'>): Promise<void> {
  const waiting = await deps.sql<{ issueId: string }[]>`
    select id as "issueId" from public.newsletter_issues
    where status in ('approved', 'scheduled') and held_reason is null and approved_at > now() - make_interval(days => ${DAYS})
    order by scheduled_for nulls last limit ${MOST}`
  await doAll(waiting, async ({ issueId }) => {
    const verdict = await verifySeal(deps.sql, deps, issueId)
    if (!verdict.intact) await holdIssue(deps, { issueId, reason: describeChanges(verdict.changed) })
  })
}

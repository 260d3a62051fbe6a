import { setTimeout as delay } from 'node:timers/promises'
import { CHECKLIST_WEIGHTS, type ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import {
  draftMomentOf,
  isOverdue,
  lastSunday,
  momentOnSunday,
  nextSunday,
  OVERDUE_AFTER_MINUTES,
} from '#core/domain/newsletter-schedule.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { checkIssue, describeFindings } from '#server/features/newsletter/approve/check-issue.ts'
import { nameOthers } from '#server/features/newsletter/approve/issues-beside.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import {
  describeChanges,
  holdIssue,
  mailSendersLater,
  recordEvent,
} from '#server/features/newsletter/issue-status.ts'
import { draftNewsletterJob, sendScheduledIssuesJob } from '#server/features/newsletter/jobs.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import type { Services } from '#server/features/services.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

/** Slightly more than a minute: an issue that is due before the next run of the scheduler gets a job for its time. */
const AHEAD_MS = 75_000

/** Workers poll for delayed jobs every ten seconds; the job waits for the remaining time. */
const EARLY_MS = 15_000

/** Further ones are checked in the next minute, or when they are due. */
const MOST = 20

/** An issue that was approved earlier is only checked when it is sent. */
const DAYS = 30

/**
 * Runs all steps of the newsletter schedule. Safe in several processes at once, and again after a process was killed. A failing step does
 * not prevent the others.
 * @throws the first error of a step
 */
export async function runScheduler(deps: Services, now = new Date()): Promise<void> {
  await inOrder([
    () => processDueIssues(deps, now),
    () => enqueueUpcomingJobs(deps, now),
    () => enqueueSundayDraft(deps, now),
  ])
}

/** The steps that have to run at the scheduled time itself. */
async function processDueIssues(deps: Services, now = new Date()): Promise<void> {
  await inOrder([
    () => rescheduleSundays(deps),
    () => resolveDueDrafts(deps, now),
    () => holdChangedIssues(deps),
    () => sendDueIssues(deps, now),
  ])
}

const inOrder = (steps: readonly (() => Promise<void>)[]) => runAllSettled(steps, (step) => step())

/** Enqueues the draft for the coming Sunday, from a day before, if there are recipients. */
async function enqueueSundayDraft(
  { sql, queue, settings }: Pick<Services, 'sql' | 'queue' | 'settings'>,
  now: Date,
): Promise<void> {
  const schedule = settings.current()
  const { sunday } = nextSunday(now, schedule)
  if (now < draftMomentOf(sunday, schedule)) return
  const [row] = await sql<[{ isMissing: boolean }]>`
    select not private.is_sunday_decided(${sunday}::date) and exists (select from private.newsletter_recipients) as "isMissing"`
  if (row.isMissing) await queue.enqueue(draftNewsletterJob, { sunday })
}

/** Holds issues that have changed since their approval, so that administrators have time to decide before they are due. */
async function holdChangedIssues(deps: Pick<Services, 'sql' | 'queue' | 'log'>): Promise<void> {
  const waiting = await deps.sql<{ issueId: string }[]>`
    select id as "issueId" from public.newsletter_issues
    where status in ('approved', 'scheduled') and held_reason is null and approved_at > now() - make_interval(days => ${DAYS})
    order by scheduled_for nulls last limit ${MOST}`
  await runAllSettled(waiting, async ({ issueId }) => {
    const verdict = await verifySeal(deps.sql, deps, issueId)
    if (!verdict.intact) await holdIssue(deps, { issueId, reason: describeChanges(verdict.changed) })
  })
}

/** Reschedules the issues of Sundays after a change of the newsletter's time or zone. */
async function rescheduleSundays({ sql, settings }: Pick<Services, 'sql' | 'settings'>): Promise<void> {
  const schedule = settings.current()
  const waiting = await sql<{ issueId: string; sunday: string; scheduledFor: Date }[]>`
    select issue_id as "issueId", to_char(sunday, 'YYYY-MM-DD') as sunday, scheduled_for as "scheduledFor"
    from public.newsletter_issues join private.newsletter_approvals on issue_id = id
    where status = 'scheduled' and held_reason is null and sunday is not null`
  for (const { issueId, sunday, scheduledFor } of waiting) {
    const at = momentOnSunday(sunday, schedule)
    if (at.getTime() === scheduledFor.getTime()) continue
    await sql.transaction(async (transaction) => {
      const moved = await transaction`
        update public.newsletter_issues set scheduled_for = ${at}
        where id = ${issueId} and status = 'scheduled' and scheduled_for = ${scheduledFor} returning id`
      const reason = `${schedule.newsletter_time} in ${schedule.newsletter_zone}, because the settings have been changed.`
      if (moved.length > 0) await recordEvent(transaction, { issueId, event: 'scheduled', reason })
    })
  }
}

/** Enqueues a job for each time at which an issue or a Sunday is due soon. */
async function enqueueUpcomingJobs(
  { sql, queue, settings }: Pick<Services, 'sql' | 'queue' | 'settings'>,
  now: Date,
): Promise<void> {
  const end = new Date(now.getTime() + AHEAD_MS)
  const { sunday, at } = nextSunday(now, settings.current())
  const moments = await sql<{ at: Date }[]>`
    select scheduled_for as at from public.newsletter_issues
    where status = 'scheduled' and held_reason is null and scheduled_for > ${now} and scheduled_for <= ${end}
    union
    select ${at}::timestamptz from private.newsletter_sundays
    where sunday = ${sunday}::date and settled_at is null and ${at}::timestamptz <= ${end}`
  for (const moment of moments) {
    const job = { at: moment.at.toISOString() }
    await queue.enqueue(sendScheduledIssuesJob, job, { at: new Date(moment.at.getTime() - EARLY_MS) })
  }
}

/** The longest single wait; jobs are enqueued less than this before their time. */
const LONGEST_WAIT_MS = 90_000

/**
 * Waits for the last seconds before a scheduled time, and then sends what is due. The issue may have been rescheduled since the job was
 * enqueued.
 * @throws TryAgainLater when the process ends before that time
 */
export async function sendScheduledIssues(
  deps: Services,
  { at }: JobPayload<typeof sendScheduledIssuesJob>,
  { signal }: JobRun<typeof sendScheduledIssuesJob>,
): Promise<void> {
  const moment = new Date(at)
  const isAhead = moment > new Date()
  // Links that could not be checked in advance are checked at the scheduled time.
  if (isAhead) await Promise.race([prefetchLinkChecks(deps, moment).catch(() => {}), until(moment, signal)])
  await until(moment, signal)
  await processDueIssues(deps)
}

async function until(moment: Date, signal: AbortSignal): Promise<void> {
  while (moment.getTime() > Date.now()) {
    const left = Math.min(moment.getTime() - Date.now(), LONGEST_WAIT_MS)
    await delay(left, undefined, { signal }).catch(() => {
      throw new TryAgainLater('the process ends before the moment')
    })
  }
}

interface DueIssue {
  issueId: string
  scheduledFor: Date
  accepted: ChecklistFinding[]
}

const MOST_AT_ONCE = 20
/** For other servers at the scheduled time; their earlier responses are cached. */
const LINK_TIMEOUT_MS = 2_000
const OVERDUE = `Its time passed more than ${OVERDUE_AFTER_MINUTES} minutes ago, while nothing was running. Approve it again, to be sent now or at another time.`

/** Starts the issues that are due, or holds them. */
async function sendDueIssues(deps: Services, now: Date): Promise<void> {
  await runAllSettled(await listIssues(deps, now), async (issue) => {
    const reason = isOverdue(issue.scheduledFor, now) ? OVERDUE : await reasonToHold(deps, issue)
    const refusal = reason ?? (await start(deps, issue, now))
    if (refusal !== null) await holdIssue(deps, { issueId: issue.issueId, reason: refusal })
  })
}

/** Checks the links of the issues that are due until then, so that the results are cached at the scheduled time. */
async function prefetchLinkChecks(deps: Services, until: Date): Promise<void> {
  await runAllSettled(await listIssues(deps, until), ({ issueId }) => checkIssue(deps, issueId))
}

function listIssues({ sql }: Pick<Services, 'sql'>, until: Date): Promise<DueIssue[]> {
  return sql`
    select id as "issueId", scheduled_for as "scheduledFor", coalesce(accepted, '[]') as accepted
    from public.newsletter_issues left join private.newsletter_approvals on issue_id = id
    where status = 'scheduled' and held_reason is null and scheduled_for <= ${until}
    order by scheduled_for limit ${MOST_AT_ONCE}`
}

async function start(deps: Services, { issueId }: DueIssue, now: Date): Promise<string | null> {
  const result = await startSending(deps, issueId, null, { now })
  if (result.status === 'beside')
    return `Some of the same people got another issue within 24 hours: ${nameOthers(result.others, deps.settings.current())}. Approve it again if both are meant.`
  return result.status === 'refused' ? result.reason : null
}

async function reasonToHold(deps: Services, { issueId, accepted }: DueIssue): Promise<string | null> {
  const verdict = await verifySeal(deps.sql, deps, issueId)
  if (!verdict.intact) return describeChanges(verdict.changed)
  const known = new Set(accepted.map(keyOf))
  const found = await checkIssue(deps, issueId, { timeoutMs: LINK_TIMEOUT_MS })
  const fresh = found.filter(
    (finding) => CHECKLIST_WEIGHTS[finding.code] !== 'informs' && !known.has(keyOf(finding)),
  )
  return fresh.length > 0 ? `The checklist has found something new: ${describeFindings(fresh)}` : null
}

const keyOf = ({ code, language, detail }: ChecklistFinding) => JSON.stringify([code, language, detail])

interface OpenSunday {
  sunday: string
  issueId: string | null
  status: IssueStatus | null
  revision: number
  /** True if nothing has been composed into the draft of the clock. */
  isEmpty: boolean
  needsApproval: boolean
}

/** After this time administrators are not mailed about a missing approval. */
const TOLD_WITHIN_MS = 24 * 3_600_000

/** Resolves the drafts of Sundays that are due: they are approved automatically, or administrators are mailed. */
async function resolveDueDrafts(deps: Services, now: Date): Promise<void> {
  const schedule = deps.settings.current()
  const open = await deps.sql<OpenSunday[]>`
    select to_char(sunday, 'YYYY-MM-DD') as sunday, issue_id as "issueId", status, revision,
      composed_at is null and origin = 'clock' as "isEmpty", needs_approval as "needsApproval"
    from private.newsletter_sundays left join public.newsletter_issues on id = issue_id
    where settled_at is null and sunday <= ${lastSunday(now, schedule).sunday}::date order by sunday`
  await runAllSettled(open, async (sunday) => {
    const at = momentOnSunday(sunday.sunday, schedule)
    const verdict = await decide(deps, sunday, at, now)
    if (verdict !== 'later') await settle(deps, sunday, verdict.reason)
  })
}

/** `reason`: why it is not sent, for a mail to administrators; null for no mail. `later`: the draft has just been changed. */
async function decide(
  deps: Services,
  { sunday, issueId, status, revision, isEmpty, needsApproval }: OpenSunday,
  at: Date,
  now: Date,
): Promise<'later' | { reason: string | null }> {
  const schedule = deps.settings.current()
  const waits = issueId !== null && (status === 'draft' || status === 'approved')
  const isLongAgo = now.getTime() - at.getTime() > TOLD_WITHIN_MS
  if (!waits || isLongAgo || (await hasAnotherIssue(deps, issueId, at))) return { reason: null }
  if (isEmpty && status === 'draft') return { reason: 'No draft could be composed for it.' }
  if (status === 'approved')
    return {
      reason: 'It is approved, but no time was chosen for it. Send it now, or reopen it and choose one.',
    }
  if (!schedule.newsletter_automatic) return { reason: 'Nobody had approved it by its time.' }
  if (isOverdue(at, now))
    return { reason: 'Its time passed while nothing was running, and nobody had approved it.' }
  if (await wasRestoredSince(deps, draftMomentOf(sunday, schedule)))
    return {
      reason:
        'The site was restored from a backup after the draft was due, and the newsletter may have been sent before that. It is not sent automatically, and nobody had approved it.',
    }
  // A change after this has another revision, which is not approved.
  if (needsApproval)
    return {
      reason:
        'Somebody who may not send has changed it, so it is not sent automatically, and nobody had approved it.',
    }
  const result = await approveIssue(
    deps,
    { issueId, revision, accepted: ['no_test'], sendAt: { sunday }, pauseAfter: null, actor: null },
    { now, timeoutMs: LINK_TIMEOUT_MS },
  )
  const refused = (why: string) => ({ reason: `It is not sent automatically, because of ${why}` })
  switch (result.status) {
    case 'changed':
      return 'later'
    case 'findings':
      return refused(
        `the checklist: ${describeFindings(result.findings.filter(({ code }) => code !== 'no_test'))}`,
      )
    case 'beside':
      return refused(`another issue for some of the same people: ${nameOthers(result.others, schedule)}.`)
    case 'refused':
      return { reason: `It is not sent automatically. ${result.reason}` }
    default:
      return { reason: null }
  }
}

/** Tells whether a backup was restored and let go on after a moment. It is not known what the site of the backup has sent until then. */
async function wasRestoredSince({ sql }: Services, moment: Date): Promise<boolean> {
  const [row] = await sql<[{ was: boolean }]>`
    select exists (select from private.restorations where confirmed_at >= ${moment}) as was`
  return row.was
}

/** Tells whether another issue is sent at about that time, which replaces this one. One that was paused days ago does not. */
async function hasAnotherIssue({ sql }: Services, issueId: string, at: Date): Promise<boolean> {
  const others = await sql`
    select from private.issues_beside(${issueId}, ${at}) as other where other.at >= ${at}::timestamptz - interval '1 day'`
  return others.length > 0
}

/** Marks a Sunday as settled; only the process that does so first enqueues mails. */
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
    await mailSendersLater(queue, transaction, { issueId, event: 'not_approved' })
  })
}

/**
 * Runs `work` for one item after another, also when it fails for some.
 * @throws the first error, at the end
 */
export async function runAllSettled<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

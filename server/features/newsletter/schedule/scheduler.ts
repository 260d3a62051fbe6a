import { setTimeout as delay } from 'node:timers/promises'
import { draftMomentOf, momentOnSunday, nextSunday } from '#core/domain/newsletter-schedule.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { describeChanges, holdIssue, recordEvent } from '#server/features/newsletter/issue-status.ts'
import { draftNewsletterJob, sendScheduledIssuesJob } from '#server/features/newsletter/jobs.ts'
import {
  prefetchLinkChecks,
  resolveDueDrafts,
  runAllSettled,
  sendDueIssues,
} from '#server/features/newsletter/schedule/due-issues.ts'
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

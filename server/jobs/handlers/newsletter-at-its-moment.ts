import { setTimeout as delay } from 'node:timers/promises'
import { type JobDeps, type JobRun, TryAgainLater } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { sendWhatIsDue } from '#server/newsletter/schedule/follow-schedule.ts'
import { prepareDueIssues } from '#server/newsletter/schedule/send-due-issues.ts'

/** No job is enqueued longer before its moment. */
const LONGEST_WAIT_MS = 90_000

/**
 * Waits for the last seconds before a moment, and sends what is due then. The payload only says for when it was enqueued: the issue may
 * have been moved since.
 * @throws TryAgainLater when the process ends before
 */
export async function newsletterAtItsMoment(
  deps: JobDeps,
  { at }: JobPayload<'newsletter-at-its-moment'>,
  { signal }: JobRun<'newsletter-at-its-moment'>,
): Promise<void> {
  const moment = new Date(at)
  const isAhead = moment > new Date()
  // What cannot be prepared is asked for at the moment.
  if (isAhead) await Promise.race([prepareDueIssues(deps, moment).catch(() => {}), until(moment, signal)])
  await until(moment, signal)
  await sendWhatIsDue(deps)
}

async function until(moment: Date, signal: AbortSignal): Promise<void> {
  while (moment.getTime() > Date.now()) {
    const left = Math.min(moment.getTime() - Date.now(), LONGEST_WAIT_MS)
    await delay(left, undefined, { signal }).catch(() => {
      throw new TryAgainLater('the process ends before the moment')
    })
  }
}

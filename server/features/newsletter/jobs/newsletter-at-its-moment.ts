import { setTimeout as delay } from 'node:timers/promises'
import type { newsletterAtItsMomentJob } from '#server/features/newsletter/jobs/definitions.ts'
import { sendWhatIsDue } from '#server/features/newsletter/schedule/follow-schedule.ts'
import { prepareDueIssues } from '#server/features/newsletter/schedule/send-due-issues.ts'
import type { Services } from '#server/features/services.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

/** No job is enqueued longer before its moment. */
const LONGEST_WAIT_MS = 90_000

/**
 * Waits for the last seconds before a moment, and sends what is due then. The payload only says for when it was enqueued: the issue may
 * have been moved since.
 * @throws TryAgainLater when the process ends before
 */
export async function newsletterAtItsMoment(
  deps: Services,
  { at }: JobPayload<typeof newsletterAtItsMomentJob>,
  { signal }: JobRun<typeof newsletterAtItsMomentJob>,
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

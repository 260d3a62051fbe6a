import type { JobDeps } from '#server/jobs/job-run.ts'
import { doAll } from '#server/newsletter/schedule/do-all.ts'
import { holdChangedIssues } from '#server/newsletter/schedule/hold-changed-issues.ts'
import { moveWithSettings } from '#server/newsletter/schedule/move-with-settings.ts'
import { queueNextMoments } from '#server/newsletter/schedule/queue-next-moments.ts'
import { queueSundayDraft } from '#server/newsletter/schedule/queue-sunday-draft.ts'
import { sendDueIssues } from '#server/newsletter/schedule/send-due-issues.ts'
import { settleSundays } from '#server/newsletter/schedule/settle-sundays.ts'

/**
 * Does what is due of the newsletter: any process may, at any time, several at once, and again after one was killed. Each step is done
 * also when another one fails.
 * @throws the first error of a step
 */
export async function followSchedule(deps: JobDeps, now = new Date()): Promise<void> {
  await inOrder([
    () => sendWhatIsDue(deps, now),
    () => queueNextMoments(deps, now),
    () => queueSundayDraft(deps, now),
  ])
}

/** The part that has to happen at the moment itself. */
export async function sendWhatIsDue(deps: JobDeps, now = new Date()): Promise<void> {
  await inOrder([
    () => moveWithSettings(deps),
    () => settleSundays(deps, now),
    () => holdChangedIssues(deps),
    () => sendDueIssues(deps, now),
  ])
}

const inOrder = (steps: readonly (() => Promise<void>)[]) => doAll(steps, (step) => step())

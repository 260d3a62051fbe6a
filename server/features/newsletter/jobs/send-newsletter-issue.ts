import type { sendNewsletterIssueJob } from '#server/features/newsletter/jobs/definitions.ts'
import { sendIssue } from '#server/features/newsletter/send/send-issue.ts'
import type { Services } from '#server/features/services.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/**
 * Works on an issue of the newsletter that is being sent.
 * @throws TryAgainLater
 */
export async function sendNewsletterIssue(
  deps: Services,
  { issueId }: JobPayload<typeof sendNewsletterIssueJob>,
  run: JobRun<typeof sendNewsletterIssueJob>,
): Promise<void> {
  await sendIssue(deps, issueId, run)
}

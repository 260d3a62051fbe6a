import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { sendIssue } from '#server/newsletter/send/send-issue.ts'

/**
 * Works on an issue of the newsletter that is being sent.
 * @throws TryAgainLater
 */
export async function sendNewsletterIssue(
  deps: JobDeps,
  { issueId }: JobPayload<'send-newsletter-issue'>,
  run: JobRun<'send-newsletter-issue'>,
): Promise<void> {
  await sendIssue(deps, issueId, run)
}

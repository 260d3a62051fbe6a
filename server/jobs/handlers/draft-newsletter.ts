import type { JobDeps } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { draftForSunday } from '#server/newsletter/schedule/draft-for-sunday.ts'

/** Makes the draft of the newsletter for a Sunday. */
export async function draftNewsletter(
  deps: JobDeps,
  { sunday }: JobPayload<'draft-newsletter'>,
): Promise<void> {
  await draftForSunday(deps, sunday)
}

import type { draftNewsletterJob } from '#server/features/newsletter/jobs/definitions.ts'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import type { Services } from '#server/features/services.ts'
import type { JobPayload } from '#server/platform/queue/job.ts'

/** Makes the draft of the newsletter for a Sunday. */
export async function draftNewsletter(
  deps: Services,
  { sunday }: JobPayload<typeof draftNewsletterJob>,
): Promise<void> {
  await draftForSunday(deps, sunday)
}

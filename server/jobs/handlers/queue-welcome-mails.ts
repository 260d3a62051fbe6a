import type { JobDeps } from '#server/jobs/job-run.ts'
import { queueWelcomes } from '#server/newsletter/subscriptions/queue-welcomes.ts'

/** Makes up for confirmations that were announced while nobody listened. */
export async function queueWelcomeMails(deps: JobDeps): Promise<void> {
  await queueWelcomes(deps)
}

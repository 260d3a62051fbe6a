import type { JobDeps } from '#server/jobs/job-run.ts'
import { followSchedule } from '#server/newsletter/schedule/follow-schedule.ts'

/** Does what is due of the newsletter, also what became due while no worker ran. */
export async function followNewsletter(deps: JobDeps): Promise<void> {
  await followSchedule(deps)
}

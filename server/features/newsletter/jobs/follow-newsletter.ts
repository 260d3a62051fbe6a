import { followSchedule } from '#server/features/newsletter/schedule/follow-schedule.ts'
import type { Services } from '#server/features/services.ts'

/** Does what is due of the newsletter, also what became due while no worker ran. */
export async function followNewsletter(deps: Services): Promise<void> {
  await followSchedule(deps)
}

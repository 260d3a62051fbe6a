import { queueWelcomes } from '#server/features/newsletter/subscriptions/queue-welcomes.ts'
import type { Services } from '#server/features/services.ts'

/** Makes up for confirmations that were announced while nobody listened. */
export async function queueWelcomeMails(deps: Services): Promise<void> {
  await queueWelcomes(deps)
}

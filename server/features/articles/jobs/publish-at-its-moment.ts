import { publishDue } from '#server/features/articles/publish-due.ts'
import type { Services } from '#server/features/services.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

/**
 * Publishes what is due now. The payload only says for which article it was enqueued: that one may have been moved since.
 * @throws TryAgainLater when somebody is just saving an article that is due
 */
export async function publishAtItsMoment({ sql, log }: Services): Promise<void> {
  const left = await publishDue({ sql, log })
  if (left !== null) throw new TryAgainLater(`the article ${left} is being saved`)
}

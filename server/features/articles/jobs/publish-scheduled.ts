import { publishAtItsMomentJob } from '#server/features/articles/jobs/definitions.ts'
import { publishDue } from '#server/features/articles/publish-due.ts'
import type { Services } from '#server/features/services.ts'

/** Articles that are due before the next run of this job get one for their moment. A little more than a minute. */
const AHEAD_SECONDS = 75
const MOST_AHEAD = 100

/** Publishes every article that is due, also those that became due while no worker ran. */
export async function publishScheduled({ sql, queue, log }: Services): Promise<void> {
  const soon = await sql<{ articleId: string; at: Date }[]>`
    select article_id as "articleId", publish_at as at from public.article_schedules
    where status = 'waiting' and publish_at > now() and publish_at < now() + make_interval(secs => ${AHEAD_SECONDS})
    order by publish_at limit ${MOST_AHEAD}`
  for (const { articleId, at } of soon) await queue.enqueue(publishAtItsMomentJob, { articleId }, { at })
  const articleId = await publishDue({ sql, log })
  if (articleId !== null) await queue.enqueue(publishAtItsMomentJob, { articleId })
}

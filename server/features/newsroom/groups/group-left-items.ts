import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import type { Services } from '#server/features/services.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Groups items that were left, and reads the words of the sections. */
export const groupNewsJob = defineScheduledJob('group-news')

/** In one run; the next one goes on. */
const MOST = 2000

/** Groups items whose process ended before it had, and those that were set aside. */
export async function groupLeftItems(deps: Pick<Services, 'sql' | 'log' | 'hasNewsroom'>): Promise<void> {
  if (!deps.hasNewsroom) return
  const left = await deps.sql<{ id: string }[]>`
    (select id from public.news_items
      where origin_id is null and added_at < now() - interval '5 minutes'
        and not exists (select from private.news_comparisons where item_id = id and failures > 0)
      order by added_at limit ${MOST})
    union all
    (select item_id from private.news_comparisons where try_at <= now() order by try_at limit ${MOST})`
  await groupItems(
    deps,
    left.map(({ id }) => id),
  )
}

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import {
  findSchedule,
  findUnpublishing,
  listSchedules,
  listStoryVersions,
} from '#core/data/article-schedules.ts'
import { listSettings } from '#core/data/settings.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule, ArticleUnpublishing, StoryVersion } from '#core/domain/article-schedule.ts'

export const SCHEDULE_KEY = ['schedule']
/** While an article waits for its time, the desk looks whether it was published. */
const LOOK_EVERY_MS = 20_000

/** Publishing and unpublishing an article ends its schedule, so it is read again with every version of the article. */
export const scheduleQuery = ({ id, updated_at }: Pick<Article, 'id' | 'updated_at'>) => ({
  ...deskQuery([...SCHEDULE_KEY, id, updated_at], (client) => findSchedule(client, id)),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { data?: { status: string } | null | undefined } }) =>
    state.data?.status === 'waiting' ? LOOK_EVERY_MS : (false as const),
})

/** The schedule of a draft that waits for its time. */
export function useWaitingSchedule(article: Article | null): ArticleSchedule | null {
  const { data } = useQuery({
    ...scheduleQuery(article ?? { id: '', updated_at: '' }),
    enabled: article?.published === false,
  })
  return article?.published === false && data?.status === 'waiting' ? data : null
}

/** A language version, and the time of its own at which it is published. */
export type PlannedVersion = StoryVersion & { ownTime: Pick<ArticleSchedule, 'publish_at' | 'zone'> | null }

/** The versions of a story as they are after the last save of this one. */
const storyVersionsQuery = ({ id, updated_at }: Pick<Article, 'id' | 'updated_at'>) =>
  deskQuery([...SCHEDULE_KEY, id, 'versions', updated_at], async (client): Promise<PlannedVersion[]> => {
    const versions = await listStoryVersions(client, id)
    const schedules = await listSchedules(
      client,
      versions.map((version) => version.id),
    )
    const waiting = new Map(
      schedules.flatMap((schedule) =>
        schedule.status === 'waiting' ? [[schedule.article_id, schedule]] : [],
      ),
    )
    return versions.map((version) => ({ ...version, ownTime: waiting.get(version.id) ?? null }))
  })

export function useStoryVersions(article: Article | null): UseQueryResult<PlannedVersion[]> {
  return useQuery({
    ...storyVersionsQuery(article ?? { id: '', updated_at: '' }),
    enabled: article !== null,
  })
}

export const DEFAULT_ZONE = 'Europe/Zurich'

/** The time zone of the newsletter, in which the publication plans. */
export const planningZoneQuery = deskQuery(
  [...SCHEDULE_KEY, 'zone'],
  async (client) => (await listSettings(client)).newsletter_zone ?? DEFAULT_ZONE,
)

/** Reads until when readers find an article. Unpublishing it ends that, so it is read again with every version of the article. */
const unpublishingQuery = ({ id, updated_at }: Pick<Article, 'id' | 'updated_at'>) =>
  deskQuery([...SCHEDULE_KEY, id, 'unpublishing', updated_at], (client) => findUnpublishing(client, id), {
    live: ['article_unpublishings'],
  })

export function useUnpublishing(article: Article | null): ArticleUnpublishing | null {
  const { data } = useQuery({
    ...unpublishingQuery(article ?? { id: '', updated_at: '' }),
    enabled: article !== null,
  })
  return data ?? null
}

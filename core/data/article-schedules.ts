import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type {
  ArticleSchedule,
  ArticleUnpublishing,
  ScheduleAnswer,
  StoryVersion,
  UnpublishingAnswer,
} from '#core/domain/article-schedule.ts'

/** Every language version of a story with what it lacks: it shows which translations a schedule publishes with the original. */
export async function listStoryVersions(client: Client, articleId: string): Promise<StoryVersion[]> {
  const { data } = await client.rpc('list_story_versions', { p_article_id: articleId }).throwOnError()
  return data
}

export async function findSchedule(client: Client, articleId: string): Promise<ArticleSchedule | null> {
  const { data } = await client
    .from('article_schedules')
    .select('*')
    .eq('article_id', articleId)
    .maybeSingle()
    .throwOnError()
  return data
}

export async function listSchedules(client: Client, articleIds: string[]): Promise<ArticleSchedule[]> {
  if (articleIds.length === 0) return []
  const { data } = await client
    .from('article_schedules')
    .select('*')
    .in('article_id', articleIds)
    .throwOnError()
  return data
}

interface ScheduleOptions {
  id: string
  /** The `updated_at` of the version that is scheduled. */
  version: string
  publishAt: Date
  /** The time zone in which the editor chose the time. */
  zone: string
  /** The open findings of the check that do not stop it when it is due. */
  accepted?: readonly string[]
  /** The translations that are published with it, as they were seen. */
  along?: readonly ArticleVersion[]
}

/** Schedules a draft, or changes its schedule. */
export async function scheduleArticle(
  client: Client,
  { id, version, publishAt, zone, accepted = [], along = [] }: ScheduleOptions,
): Promise<ScheduleAnswer> {
  const { data } = await client
    .rpc('schedule_article', {
      p_article_id: id,
      p_publish_at: publishAt.toISOString(),
      p_zone: zone,
      p_accepted: [...accepted],
      p_version: version,
      p_along: Object.fromEntries(along.map((translation) => [translation.id, translation.updated_at])),
    })
    .throwOnError()
  return data
}

export async function cancelSchedule(client: Client, articleId: string): Promise<void> {
  await client.from('article_schedules').delete().eq('article_id', articleId).throwOnError()
}

/** The moment until which readers find an article; null when no time is set. */
export async function findUnpublishing(
  client: Client,
  articleId: string,
): Promise<ArticleUnpublishing | null> {
  const { data } = await client
    .from('article_unpublishings')
    .select('*')
    .eq('article_id', articleId)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Sets the time at which an article is unpublished, with its translations. */
export async function scheduleUnpublishing(
  client: Client,
  { id, unpublishAt, zone }: { id: string; unpublishAt: Date; zone: string },
): Promise<UnpublishingAnswer> {
  const { data } = await client
    .rpc('schedule_unpublishing', {
      p_article_id: id,
      p_unpublish_at: unpublishAt.toISOString(),
      p_zone: zone,
    })
    .throwOnError()
  return data
}

export async function cancelUnpublishing(client: Client, articleId: string): Promise<void> {
  await client.from('article_unpublishings').delete().eq('article_id', articleId).throwOnError()
}

import type { Client } from '#core/data/client.ts'
import type { ArticleSchedule, ScheduleAnswer, StoryVersion } from '#core/domain/article-schedule.ts'

/** Every language version of a story with what it lacks: which translations a schedule publishes with the original. */
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

/** The schedules of these articles, for a list. */
export async function listSchedules(client: Client, articleIds: string[]): Promise<ArticleSchedule[]> {
  if (articleIds.length === 0) return []
  const { data } = await client
    .from('article_schedules')
    .select('*')
    .in('article_id', articleIds)
    .throwOnError()
  return data
}

/** Schedules a draft, or changes its schedule. `zone` is the one in which the editor chose the time. */
export async function scheduleArticle(
  client: Client,
  { id, publishAt, zone }: { id: string; publishAt: Date; zone: string },
): Promise<ScheduleAnswer> {
  const { data } = await client
    .rpc('schedule_article', { p_article_id: id, p_publish_at: publishAt.toISOString(), p_zone: zone })
    .throwOnError()
  return data
}

export async function cancelSchedule(client: Client, articleId: string): Promise<void> {
  await client.from('article_schedules').delete().eq('article_id', articleId).throwOnError()
}

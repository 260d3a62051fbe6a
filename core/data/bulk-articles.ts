import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import type { FeatureAnswer, PublishAnswer } from '#core/domain/article-schedule.ts'

/** The most articles that are changed at once. */
export const MAX_BULK = 100

/** A version of an article, as it was read. */
export type ArticleVersion = Pick<Article, 'id' | 'updated_at'>

export interface BulkOutcome {
  /** The present versions, or the deleted ones. */
  done: ArticleVersion[]
  gone: string[]
}

/** Publishes these versions of drafts, each of them that is complete; returns the outcome for every one. */
export async function publishArticles(
  client: Client,
  versions: readonly ArticleVersion[],
): Promise<PublishAnswer[]> {
  const { data } = await client
    .rpc('publish_articles', {
      p_ids: bounded(versions.map(({ id }) => id)),
      p_versions: versions.map(({ updated_at }) => updated_at),
    })
    .throwOnError()
  return data
}

export interface FeatureOptions {
  /** False to end it. */
  featured?: boolean
  /** True to change its translations, too. */
  along?: boolean
}

/**
 * Features a version of a published article in place of the featured one of its language, or ends that; with its translations, unless it is
 * featured alone.
 */
export async function featureArticle(
  client: Client,
  { id, updated_at }: ArticleVersion,
  { featured = true, along = true }: FeatureOptions = {},
): Promise<FeatureAnswer> {
  const { data } = await client
    .rpc('feature_article', { p_article_id: id, p_version: updated_at, p_featured: featured, p_along: along })
    .throwOnError()
  return data
}

export async function unpublishArticles(client: Client, ids: readonly string[]): Promise<BulkOutcome> {
  return outcomeOf(
    ids,
    client
      .from('articles')
      .update({ published: false })
      .in('id', bounded(ids))
      .select('id, updated_at')
      .throwOnError(),
  )
}

export async function categorizeArticles(
  client: Client,
  ids: readonly string[],
  category: string,
): Promise<BulkOutcome> {
  return outcomeOf(
    ids,
    client
      .from('articles')
      .update({ category })
      .in('id', bounded(ids))
      .select('id, updated_at')
      .throwOnError(),
  )
}

/** Moves articles to the trash, originals with their translations. */
export async function deleteArticles(client: Client, ids: readonly string[]): Promise<BulkOutcome> {
  return outcomeOf(
    ids,
    client.from('articles').delete().in('id', bounded(ids)).select('id, updated_at').throwOnError(),
  )
}

async function outcomeOf(
  ids: readonly string[],
  changed: PromiseLike<{ data: ArticleVersion[] }>,
): Promise<BulkOutcome> {
  const done = (await changed).data
  return { done, gone: ids.filter((id) => !done.some((row) => row.id === id)) }
}

function bounded(ids: readonly string[]): string[] {
  if (ids.length > MAX_BULK) throw new RangeError(`At most ${MAX_BULK} articles are changed at once`)
  return [...ids]
}

import type { Client } from '#core/data/client.ts'
import type { PublishAnswer } from '#core/domain/article-schedule.ts'

/** The most articles that are changed at once. */
export const MAX_BULK = 100

export interface BulkOutcome {
  done: string[]
  /** No longer there. */
  gone: string[]
}

/** Publishes drafts, each of them that is complete; says of every one what became of it. */
export async function publishArticles(client: Client, ids: readonly string[]): Promise<PublishAnswer[]> {
  const { data } = await client.rpc('publish_articles', { p_ids: bounded(ids) }).throwOnError()
  return data
}

export async function unpublishArticles(client: Client, ids: readonly string[]): Promise<BulkOutcome> {
  return outcomeOf(
    ids,
    client.from('articles').update({ published: false }).in('id', bounded(ids)).select('id').throwOnError(),
  )
}

export async function categorizeArticles(
  client: Client,
  ids: readonly string[],
  category: string,
): Promise<BulkOutcome> {
  return outcomeOf(
    ids,
    client.from('articles').update({ category }).in('id', bounded(ids)).select('id').throwOnError(),
  )
}

/** Moves articles to the trash, originals with their translations. */
export async function deleteArticles(client: Client, ids: readonly string[]): Promise<BulkOutcome> {
  return outcomeOf(ids, client.from('articles').delete().in('id', bounded(ids)).select('id').throwOnError())
}

async function outcomeOf(
  ids: readonly string[],
  changed: PromiseLike<{ data: { id: string }[] }>,
): Promise<BulkOutcome> {
  const done = (await changed).data.map((row) => row.id)
  return { done, gone: ids.filter((id) => !done.includes(id)) }
}

function bounded(ids: readonly string[]): string[] {
  if (ids.length > MAX_BULK) throw new RangeError(`At most ${MAX_BULK} articles are changed at once`)
  return [...ids]
}

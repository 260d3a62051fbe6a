import type { Session } from '#server/platform/database/connection.ts'

/** Of one article. */
export const MAX_SOURCES = 100

/**
 * Makes items the sources of an article that rests on sources, in their order; one that is a source of it already keeps its number, and is
 * put back if it was taken out. Returns their numbers; null when an item is not there any more, or they are too many.
 */
export async function addSources(
  sql: Session,
  { articleId, itemIds, by }: { articleId: string; itemIds: readonly string[]; by: string },
): Promise<number[] | null> {
  await sql`select from public.sourced_articles where article_id = ${articleId} for update`
  const present = await sql<{ number: number; item_id: string | null }[]>`
    select number, item_id from public.article_sources where article_id = ${articleId}`
  const known = new Map(present.map(({ number, item_id }) => [item_id, number]))
  const added = itemIds.filter((id) => !known.has(id))
  if (present.length + added.length > MAX_SOURCES) return null
  const last = Math.max(0, ...present.map(({ number }) => number))
  const rows = await sql<{ number: number; item_id: string }[]>`
    insert into public.article_sources (article_id, number, item_id, outlet, title, url, language, published_at, origin_id, added_by)
    select ${articleId}, ${last} + place, item.id, outlet, title, url, coalesce(kept.language, item.language), published_at,
      coalesce(origin_id, item.id), ${by}
    from unnest(${added}::uuid[]) with ordinality as asked (id, place)
      join public.news_items as item on item.id = asked.id
      left join private.news_texts as kept on kept.item_id = item.id
    returning number, item_id`
  if (rows.length < added.length) return null
  await sql`
    update public.article_sources set state = 'present', checked_at = null
    where article_id = ${articleId} and item_id = any (${itemIds}::uuid[]) and state = 'removed'`
  for (const { number, item_id } of rows) known.set(item_id, number)
  return itemIds.map((id) => known.get(id) ?? 0)
}

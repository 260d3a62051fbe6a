import { hashOf } from '#core/text-hash.ts'
import type { NewsEntry } from '#server/features/newsroom/feeds/news-entry.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Addresses and titles that are remembered of a feed: those of its latest answers. */
const MAX_KEYS = 1_000

/**
 * Remembers what a feed lists, and returns the items of it that it has listed before: those without a date by their address or title,
 * others by both. Some feeds list their items for longer than they are kept, and would bring them again.
 */
export async function noteListed<Entry extends NewsEntry>(
  sql: Session,
  feedId: string,
  entries: readonly Entry[],
): Promise<ReadonlySet<Entry>> {
  const [stored] = await sql<
    { keys: string[] }[]
  >`select keys from private.news_feed_lists where feed_id = ${feedId}`
  const before = new Set(stored?.keys.map(Number))
  const listed = entries.map((entry) => ({ entry, keys: [keyOf(entry.canonicalUrl), keyOf(entry.title)] }))
  const keys = [...new Set([...listed.flatMap(({ keys }) => keys), ...before])].slice(0, MAX_KEYS)
  await sql`
    insert into private.news_feed_lists as stored (feed_id, keys) values (${feedId}, ${keys}::bigint[])
    on conflict (feed_id) do update set keys = excluded.keys where stored.keys <> excluded.keys`
  const repeated = listed.filter(({ entry, keys }) =>
    entry.publishedAt ? keys.every((key) => before.has(key)) : keys.some((key) => before.has(key)),
  )
  return new Set(repeated.map(({ entry }) => entry))
}

const keyOf = (text: string) => Number.parseInt(hashOf(text), 36)

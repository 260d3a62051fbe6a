import type { Reservation } from '#core/domain/news-feed.ts'
import { hashOf } from '#core/text-hash.ts'
import type { NewsEntry } from '#server/features/newsroom/feeds/news-entry.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Addresses and titles that are remembered of a feed: those of its latest answers. */
const MAX_KEYS = 1_000

/** Older items are deleted, and so not stored. */
const NEWS_DAYS = 30
const DAY_MS = 86_400_000
/** A feed whose addresses change with each request would otherwise fill the database. */
const MAX_ITEMS_PER_DAY = 500

export type ReservedEntry = NewsEntry & { reservation: Reservation | null }

interface StoredFeed {
  id: string
  outlet: string
  language: string | null
}

/**
 * Stores what a feed has told: new items, and words of present ones that have changed. Returns the ids of the new ones. An item is known
 * by its address, or by its title with its date or excerpt where the address changes with each request.
 */
export async function storeEntries(
  sql: Session,
  feed: StoredFeed,
  entries: readonly ReservedEntry[],
): Promise<string[]> {
  const { isFirst, repeated } = await noteListed(sql, feed.id, entries)
  const begin = Date.now() - NEWS_DAYS * DAY_MS
  const kept = entries.flatMap(({ publishedAt }) => (publishedAt && +publishedAt > begin ? +publishedAt : []))
  const oldest = new Date(kept.length > 0 ? Math.min(...kept) : Date.now() - DAY_MS)
  const given = entries.map((entry) => ({
    url: entry.url,
    canonical_url: entry.canonicalUrl,
    title: entry.title,
    author: entry.author,
    language: entry.language ?? feed.language,
    // An item without a date may be of any age when a feed is first read, and is no news of today. Later, it has just appeared.
    published_at: entry.publishedAt ?? (isFirst ? oldest : null),
    excerpt: entry.reservation ? '' : entry.excerpt,
    reservation: entry.reservation,
    is_repeated: repeated.has(entry),
  }))
  // Reserved items stay so: the page may say it, which the feed does not. So does what was taken from a page.
  await sql`
    with changed as (
      update public.news_items as kept set reservation = coalesce(kept.reservation, given.reservation),
        title = case kept.kind when 'feed' then given.title else kept.title end,
        excerpt = case when coalesce(kept.reservation, given.reservation) is not null then ''
          when kept.kind = 'feed' then given.excerpt else kept.excerpt end
      from jsonb_to_recordset(${JSON.stringify(given)}) as given (canonical_url text, title text, excerpt text, reservation text)
      where kept.feed_id = ${feed.id} and kept.canonical_url = given.canonical_url
        and (kept.reservation is null and given.reservation is not null
          or kept.kind = 'feed' and (kept.title, kept.excerpt) is distinct from (given.title,
            case when kept.reservation is null then given.excerpt else '' end))
      returning kept.id, kept.reservation)
    delete from private.news_texts where item_id in (select id from changed where reservation is not null)`
  const stored = await sql<{ id: string }[]>`
    insert into public.news_items
      (kind, feed_id, url, canonical_url, title, outlet, author, language, published_at, excerpt, reservation)
    select distinct on (given.canonical_url) 'feed', ${feed.id}, given.url, given.canonical_url, given.title, ${feed.outlet},
      given.author, given.language, coalesce(given.published_at, now()), given.excerpt, given.reservation
    from (
      select * from jsonb_to_recordset(${JSON.stringify(given)}) as new (
        url text, canonical_url text, title text, author text, language text, published_at timestamptz, excerpt text, reservation text,
        is_repeated boolean)
      where not is_repeated and (published_at is null or published_at > now() - make_interval(days => ${NEWS_DAYS}))
        and not exists (
          select from public.news_items as kept
          where kept.feed_id = ${feed.id} and (kept.canonical_url = new.canonical_url
            or kept.title = new.title and (new.published_at is null or kept.published_at = new.published_at
              or kept.excerpt <> '' and kept.excerpt = new.excerpt)))
      order by published_at desc nulls last
      limit greatest(0, ${MAX_ITEMS_PER_DAY} - (
        select count(*) from public.news_items where feed_id = ${feed.id} and added_at > now() - interval '1 day'))
    ) as given
    on conflict (feed_id, canonical_url) do nothing
    returning id`
  await sql`
    update public.news_feeds set items = (select count(*) from public.news_items where feed_id = ${feed.id}) where id = ${feed.id}`
  return stored.map(({ id }) => id)
}

/**
 * Remembers what a feed lists, and says whether this is the first time, and which items it has listed before: those without a date by
 * their address or title, others by both. Some feeds list their items for longer than they are kept, and would bring them again.
 */
async function noteListed<Entry extends NewsEntry>(
  sql: Session,
  feedId: string,
  entries: readonly Entry[],
): Promise<{ isFirst: boolean; repeated: ReadonlySet<Entry> }> {
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
  return { isFirst: !stored, repeated: new Set(repeated.map(({ entry }) => entry)) }
}

const keyOf = (text: string) => Number.parseInt(hashOf(text), 36)

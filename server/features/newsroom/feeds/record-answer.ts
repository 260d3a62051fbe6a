import type { Reservation } from '#core/domain/news-feed.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { hashOf } from '#core/text-hash.ts'
import {
  type FeedDocument,
  FeedStatusError,
  lineOf,
  type NewsEntry,
} from '#server/features/newsroom/feeds/fetch-feed.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import type {
  DocumentError,
  DocumentHeaders,
  FetchedDocument,
} from '#server/platform/links/request-document.ts'

/** The spread of their times, so that feeds that were added together are not asked together for ever. */
const SPREAD_SECONDS = 300

/** Returns what a feed says of itself, as it is kept. */
export function describeFeed({ title, site, language }: FeedDocument, base: string) {
  const url = URL.parse(site.trim(), base)
  return {
    title: lineOf(title, 200),
    site_url: url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : null,
    language: readLanguage(language.slice(0, 40)),
  }
}

/** Records an answer; `document` is null when nothing has changed since the one before, of which then holds what this one leaves out. */
export async function recordAnswer(
  sql: Session,
  feed: { id: string; url: string },
  answer: FetchedDocument,
  { document, reservation }: { document: FeedDocument | null; reservation: Reservation | null },
): Promise<void> {
  const { headers } = answer
  const about = document ? describeFeed(document, answer.url) : { title: '', site_url: null, language: null }
  await sql`
    update public.news_feeds set
      title = coalesce(nullif(${about.title}, ''), title), site_url = coalesce(${about.site_url}, site_url),
      language = coalesce(language, ${about.language}), requested_at = now(), succeeded_at = now(),
      etag = coalesce(${headers.etag.slice(0, 500) || null}, case when ${!document} then etag end),
      last_modified = coalesce(${headers['last-modified'].slice(0, 100) || null}, case when ${!document} then last_modified end),
      failing_since = null, failure = null, failure_detail = null, failures = 0,
      reservation = coalesce(${reservation}, case when ${!document} then reservation end),
      next_request_at = now() + make_interval(
        secs => ${secondsUntilNext(headers, document ?? undefined)} + random() * ${SPREAD_SECONDS})
    where id = ${feed.id}`
  if (reservation) await forgetReserved(sql, feed.id, reservation)
  if (answer.movedTo && document) await move(sql, feed, answer.movedTo)
}

/** Records why a feed could not be read. One that is gone for good is not asked any more. */
export async function recordFailure(
  sql: Session,
  { id, failures }: { id: string; failures: number },
  error: DocumentError,
): Promise<void> {
  const { failure, detail } = error
  const retryAfter = error instanceof FeedStatusError ? error.retryAfter : ''
  await sql`
    update public.news_feeds set
      requested_at = now(), failing_since = coalesce(failing_since, now()), failure = ${failure},
      failure_detail = ${tidyLine(detail).slice(0, 300).toWellFormed() || null}, failures = failures + 1,
      is_paused = is_paused or ${failure === 'gone'},
      next_request_at = now() + make_interval(
        secs => ${secondsAfterFailure(failures + 1, retryAfter, new Date())} + random() * ${SPREAD_SECONDS})
    where id = ${id}`
}

/** Leaves title and link of what a publisher has reserved since. */
async function forgetReserved(sql: Session, feedId: string, reservation: Reservation): Promise<void> {
  await sql`
    with reserved as (
      update public.news_items set excerpt = '', reservation = ${reservation}
      where feed_id = ${feedId} and reservation is null
      returning id)
    delete from private.news_texts where item_id in (select id from reserved)`
}

/** Takes the address that replaces the one of a feed, unless another feed has it, or it is less safe. */
async function move(sql: Session, { id, url }: { id: string; url: string }, address: string): Promise<void> {
  if (address.length > 2000 || (url.startsWith('https:') && !address.startsWith('https:'))) return
  await sql`
    update public.news_feeds set url = ${address}
    where id = ${id} and not exists (select from public.news_feeds where url = ${address})`
}

const HOUR_S = 3_600
const LONGEST_WAIT_S = 24 * HOUR_S
/** A publisher may ask to be asked more rarely, but news is no longer news after some hours. */
const LONGEST_AGE_S = 6 * HOUR_S

/** In how many seconds a feed that could be read is asked again: in an hour, or later if it says so. */
export function secondsUntilNext(
  headers: DocumentHeaders,
  { ttlMinutes }: Pick<FeedDocument, 'ttlMinutes'> = { ttlMinutes: 0 },
): number {
  const maxAge = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers['cache-control'])?.[1] ?? 0)
  return Math.min(LONGEST_AGE_S, Math.max(HOUR_S, maxAge, ttlMinutes * 60))
}

/** In how many seconds a feed is asked again that could not be read so many times: an hour, two, four, … a day, or when its server says. */
export function secondsAfterFailure(failures: number, retryAfter: string, now: Date): number {
  const delay = HOUR_S * 2 ** Math.min(10, Math.max(0, failures - 1))
  return Math.min(LONGEST_WAIT_S, Math.max(delay, secondsOf(retryAfter, now)))
}

/** Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string, now: Date): number {
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter)
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - +now) / 1000))
}

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

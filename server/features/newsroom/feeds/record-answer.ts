import type { Reservation } from '#core/domain/news-feed.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { FeedStatusError } from '#server/features/newsroom/feeds/fetch-feed.ts'
import { lineOf } from '#server/features/newsroom/feeds/news-entry.ts'
import type { FeedDocument } from '#server/features/newsroom/feeds/read-feed-document.ts'
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

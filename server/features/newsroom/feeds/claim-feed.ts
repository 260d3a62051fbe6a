import type { Reservation } from '#core/domain/news-feed.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'

/** A feed that this process asks next. */
export interface ClaimedFeed {
  id: string
  url: string
  outlet: string
  language: string | null
  etag: string | null
  last_modified: string | null
  failures: number
  reservation: Reservation | null
}

/** Should this process be killed, the feed is due again after this time. */
const CLAIM_MINUTES = 10
/** Between two requests that somebody asks for. */
const PAUSE_SECONDS = 30

/** The next feed that is due, on none of the hosts; feeds that fail come after all others. Null when none is. */
export function claimDueFeed(sql: Session, hosts: readonly string[]): Promise<ClaimedFeed | null> {
  return claim(
    sql,
    fragment`select id from public.news_feeds
      where not is_paused and next_request_at <= now() and split_part(url, '/', 3) <> all (${hosts})
      order by failures > 0, next_request_at limit 1 for update skip locked`,
  )
}

/** A feed that somebody wants to be asked now; null when it has just been. */
export function claimFeed(sql: Session, id: string): Promise<ClaimedFeed | null> {
  return claim(
    sql,
    fragment`select id from public.news_feeds
      where id = ${id} and (requested_at is null or requested_at < now() - make_interval(secs => ${PAUSE_SECONDS}))
      for update skip locked`,
  )
}

async function claim(sql: Session, found: Fragment): Promise<ClaimedFeed | null> {
  const [feed] = await sql<ClaimedFeed[]>`
    update public.news_feeds
    set next_request_at = now() + make_interval(mins => ${CLAIM_MINUTES}), requested_at = now()
    where id = (${found})
    returning id, url, outlet, language, etag, last_modified, failures, reservation`
  return feed ?? null
}

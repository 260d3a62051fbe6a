import type { Session } from '#server/platform/database/connection.ts'

/** Pages that one run asks for, each on a host of its own. */
const BATCH = 40

export interface ClaimedSource {
  url: string
  etag: string | null
  lastModified: string | null
  isConditional: boolean
}

/**
 * Takes pages that are due: those that articles of the last 14 days cite, a day after they became sources or were asked for last. What a
 * process leaves behind when it is killed is due again after an hour.
 */
export function claimSources(sql: Session): Promise<ClaimedSource[]> {
  return sql<ClaimedSource[]>`
    with young as (
      select source.url, max(source.added_at) as added_at, max(judged.at) as judged_at
      from public.article_sources as source
        join public.sourced_articles as sourced using (article_id)
        join public.articles on articles.id = source.article_id
        cross join lateral (
          select max(judged_at) as at from public.article_sentences where article_id = source.article_id) as judged
      where source.url is not null and source.state <> 'removed'
        and greatest(sourced.begun_at, case when articles.published then articles.publish_date end) > now() - interval '14 days'
      group by source.url),
    due as (
      select distinct on (substring(url from '^https?://([^/?#]+)')) url, judged_at
      from young left join private.source_checks as known using (url)
      where coalesce(known.next_at, young.added_at + interval '1 day') <= now()
      order by substring(url from '^https?://([^/?#]+)'), known.next_at nulls first
      limit ${BATCH}),
    claimed as (
      insert into private.source_checks as known (url, next_at)
      select url, now() + interval '1 hour' from due order by url
      on conflict (url) do update set next_at = excluded.next_at where known.next_at <= now()
      returning url, etag, last_modified, read_at)
    select url, etag, last_modified as "lastModified",
      -- A sentence that was cited since the last whole answer was never compared with it.
      coalesce(read_at > judged_at, false) as "isConditional"
    from claimed join due using (url)`
}

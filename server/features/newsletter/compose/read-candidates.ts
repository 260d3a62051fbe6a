import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An article that an edition may contain, as it is in the language of the edition. */
export interface Candidate {
  /** Of the English original, to which items refer. */
  originalId: string
  /** Of the version in the language. */
  id: string
  title: string
  excerpt: string
  category: string
  /** The time at which its original was published, in ISO 8601. */
  published: string
  featured: boolean
  /** Of its content, in characters. */
  length: number
  /** The day on which an issue with it was sent; null when there was none. */
  sentOn: string | null
}

/** An article of these days that is not published in the language. */
interface Unavailable {
  originalId: string
  /** In English. */
  title: string
  category: string
  /** True if there is an unpublished translation. */
  hasDraft: boolean
}

/** The most articles that are ranked. */
const MAX_CANDIDATES = 200

interface Row extends Omit<Candidate, 'id' | 'excerpt'> {
  id: string | null
  excerpt: string | null
  hasDraft: boolean
}

/** The published articles of a time, the newest first, with those that have no published version in the language. */
export async function readCandidates(
  sql: Session,
  { issueId, language, from, until }: { issueId: string | null; language: Language; from: Date; until: Date },
): Promise<{ candidates: Candidate[]; unavailable: Unavailable[] }> {
  const rows = await sql<Row[]>`
    with original as (
      select id, title, category, publish_date from public.articles
      where language = 'en' and original_article_id is null and published
        and publish_date > ${from.toISOString()}::timestamptz and publish_date <= ${until.toISOString()}::timestamptz
      order by publish_date desc, id limit ${MAX_CANDIDATES}
    )
    select original.id as "originalId", original.category,
      to_char(original.publish_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as published,
      case when version.published then version.id end as id,
      case when version.published then version.title else original.title end as title,
      version.excerpt, coalesce(version.featured, false) as featured, coalesce(char_length(version.content), 0) as length,
      version.id is not null as "hasDraft", to_char(earlier.sent_at at time zone 'UTC', 'YYYY-MM-DD') as "sentOn"
    from original
    left join public.articles as version
      on version.language = ${language} and (version.id = original.id or version.original_article_id = original.id)
    cross join lateral (
      select max(issue.started_at) as sent_at
      from public.newsletter_items as item join public.newsletter_issues as issue on issue.id = item.issue_id
      where item.article_id = original.id and item.left_out is null and issue.started_at is not null
        -- What stayed in the outbox was sent to nobody.
        and issue.origin <> 'demo' and not issue.into_outbox
        and issue.status in ('sending', 'paused', 'sent') and issue.id is distinct from ${issueId}::uuid
    ) as earlier
    order by original.publish_date desc, original.id`
  const candidates: Candidate[] = []
  const unavailable: Unavailable[] = []
  for (const { id, excerpt, hasDraft, ...row } of rows) {
    if (id === null)
      unavailable.push({ originalId: row.originalId, title: row.title, category: row.category, hasDraft })
    else candidates.push({ ...row, id, excerpt: excerpt ?? '' })
  }
  return { candidates, unavailable }
}

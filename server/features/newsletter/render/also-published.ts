import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { IssueItem, LinkedArticle } from '#server/features/newsletter/read-issue.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An article of the days of an issue that is not in it. */
export type AlsoPublished = Pick<LinkedArticle, 'slug' | 'language' | 'title' | 'category'>

/** Further ones are not counted. */
const MAX_ARTICLES = 500

/** The articles of the days of an issue that are not among its items, the newest first, in this language or else in English. */
export async function readAlsoPublished(
  sql: Session,
  {
    issue,
    items,
  }: {
    issue: Pick<NewsletterIssue, 'covers_from' | 'covers_until' | 'created_at' | 'approved_at'>
    items: readonly Pick<IssueItem, 'article_id' | 'left_out'>[]
  },
  language: Language,
): Promise<AlsoPublished[]> {
  const shown = items.filter(({ left_out }) => left_out === null).map(({ article_id }) => article_id)
  if (shown.length === 0) return []
  return sql<AlsoPublished[]>`
    with original as (
      select id, slug, language, title, category, publish_date from public.articles
      where language = 'en' and original_article_id is null and published and id <> all (${shown}::uuid[])
        and publish_date > coalesce(${issue.covers_from}::timestamptz, ${issue.created_at}::timestamptz - interval '7 days')
        and publish_date <= coalesce(${issue.covers_until}::timestamptz, ${issue.approved_at}::timestamptz, now())
      order by publish_date desc, id limit ${MAX_ARTICLES}
    )
    select original.category, coalesce(version.slug, original.slug) as slug,
      coalesce(version.language, original.language) as language, coalesce(version.title, original.title) as title
    from original left join public.articles as version
      on version.original_article_id = original.id and version.language = ${language} and version.published
    order by original.publish_date desc, original.id`
}

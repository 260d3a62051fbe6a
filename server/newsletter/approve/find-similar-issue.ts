import type { Session } from '#server/database/connection.ts'
import type { IssueContent } from '#server/newsletter/read-issue.ts'

/** Shorter than a week, so that a weekly title is not found again. */
const DAYS = 6

/**
 * The subject of an issue that has been sent lately and says the same: it has the same subject in a language, or the same articles.
 * Null when there is none.
 */
export async function findSimilarIssue(
  sql: Session,
  { issue, editions, items }: IssueContent,
): Promise<string | null> {
  const articles = items.filter(({ left_out }) => left_out === null).map(({ article_id }) => article_id)
  const [similar] = await sql<{ subject: string }[]>`
    select coalesce(
      (select subject from public.newsletter_editions where issue_id = other.id order by language <> 'en', language limit 1),
      other.slug) as subject
    from public.newsletter_issues as other
    where id <> ${issue.id} and started_at > now() - make_interval(days => ${DAYS}) and (
      exists (
        select from public.newsletter_editions as edition
        join unnest(${editions.map(({ language }) => language)}::text[], ${editions.map(({ subject }) => subject)}::text[])
          as mine (language, subject) using (language)
        where edition.issue_id = other.id and edition.subject <> ''
          and lower(btrim(edition.subject)) = lower(btrim(mine.subject)))
      or (cardinality(${articles}::uuid[]) > 0 and (
        select array_agg(article_id order by article_id) from public.newsletter_items
        where issue_id = other.id and left_out is null
      ) = (select array_agg(id order by id) from unnest(${articles}::uuid[]) as id)))
    order by started_at desc limit 1`
  return similar?.subject ?? null
}

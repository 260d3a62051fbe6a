import type { Session } from '#server/platform/database/connection.ts'

interface OtherDraft {
  articleId: string
  title: string
  begunBy: string | null
  begunAt: string
}

/** What else was drafted from the story of an article in the last days. */
export function listOtherDrafts(sql: Session, articleId: string): Promise<OtherDraft[]> {
  return sql<OtherDraft[]>`
    select article.id as "articleId", article.title, profile.display_name as "begunBy", to_json(other.begun_at) #>> '{}' as "begunAt"
    from public.sourced_articles as own
      join public.sourced_articles as other on other.group_id = own.group_id and other.article_id <> own.article_id
      join public.articles as article on article.id = other.article_id
      left join public.profiles as profile on profile.user_id = other.begun_by
    where own.article_id = ${articleId} and other.begun_at > now() - interval '14 days'
    order by other.begun_at desc limit 10`
}

import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import type { FeedArticle } from '#core/feeds/describe-feed.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { ObjectName } from '#server/features/social/addresses.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'

/** A published article with what others are told of it. */
export type SocialArticle = FeedArticle & {
  /** The number of the object of the social web that it is at present. */
  generation: number
  translation: TranslationWithOriginal | null
  isDrafted: boolean
  corrections: { text: string; corrected_at: string }[]
}

const COLUMNS = fragment`
  article.id, article.slug, article.language, article.title, article.excerpt, article.content, article.category, article.author,
  article.hero_image, article.publish_date, article.updated_at,
  coalesce(
    (select generation from private.social_posts where article_id = article.id and deleted_at is null),
    (select max(generation) + 1 from private.social_posts where article_id = article.id), 1) as generation,
  (select jsonb_build_object('origin', made.origin, 'translated_at', made.translated_at, 'reviewed_at', made.reviewed_at,
      'corrected_at', made.corrected_at, 'original', (
        select jsonb_build_object('slug', original.slug) from public.articles as original
        where original.id = article.original_article_id and original.published))
    from public.article_translations as made where made.translation_id = article.id) as translation,
  exists (select from public.list_drafted_articles(array[article.id])) as "isDrafted",
  coalesce((select jsonb_agg(jsonb_build_object('text', text, 'corrected_at', corrected_at) order by corrected_at)
    from public.article_corrections where article_id = article.id), '[]') as corrections`

const listWhere = (sql: Session, rest: Fragment): Promise<SocialArticle[]> =>
  sql<SocialArticle[]>`
    select ${COLUMNS} from public.articles as article
    where article.published and article.language = any(private.offered_languages()) and ${rest}`

/** Null for one that readers do not have. */
export async function findSocialArticle(sql: Session, id: string): Promise<SocialArticle | null> {
  const [article] = await listWhere(sql, fragment`article.id = ${id}`)
  return article ?? null
}

/** Those of a language, newest first. */
export const listSocialArticles = (
  sql: Session,
  { language, limit, offset }: { language: Language; limit: number; offset: number },
): Promise<SocialArticle[]> =>
  listWhere(
    sql,
    fragment`article.language = ${language} order by article.publish_date desc, article.id limit ${limit} offset ${offset}`,
  )

export async function countSocialArticles(sql: Session, language: Language): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from public.articles where published and language = ${language}`
  return row.count
}

/** Finds the time at which an object was deleted; null for one that is there, or never was. */
export async function findDeletion(
  sql: Session,
  { articleId, generation }: ObjectName,
): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }?]>`
    select deleted_at as at from private.social_posts where article_id = ${articleId} and generation = ${generation}`
  return row?.at ?? null
}

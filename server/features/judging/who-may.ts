import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import type { Demand } from '#server/supabase/functions/requirement.ts'

export const NOT_SOURCED = 'There is no such article, or it rests on no sources.'

/** To have an article judged, as whoever may save it may. */
export const mayWrite = (articleId: string): Demand => ({
  condition: fragment`private.writes_article(${articleId}::uuid)`,
  refusal: 'You cannot change this article now.',
})

/** To read what an article rests on. */
export const mayRead = (articleId: string): Demand => ({
  condition: fragment`(private.is_editor() or ${articleId}::uuid in (select private.readable_drafts()))`,
  refusal: 'You do not read this article.',
})

/**
 * Tells whether an access token may write: without the scope publish it leaves alone, as when it saves, what readers have, and what is
 * scheduled.
 */
export const tokenMayWrite = (articleId: string): Fragment => fragment`(
  private.has_scope('publish') or not exists (
    select from public.articles
    where ${articleId}::uuid in (id, original_article_id) and (published or exists (
      select from public.article_schedules where article_id = articles.id and status = 'waiting'))))`
export const NOT_WITH_DRAFTS =
  'This access token writes drafts: it changes nothing of what is published or scheduled. Make a token with the scope publish.'

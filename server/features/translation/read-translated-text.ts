import type { Session } from '#server/platform/database/connection.ts'

/**
 * The text of the original from which a translation was made; null when it is unknown. Without a recorded revision it is the one at the time
 * of the last save, as for a review.
 */
export async function readTranslatedText(sql: Session, translationId: string): Promise<string | null> {
  const [row] = await sql<{ content: string | null }[]>`
    select (
      select revision.article ->> 'content' from public.article_revisions as revision
      where revision.article_id = article.original_article_id
        and (revision.id = made.source_revision or revision.made_at <= article.updated_at)
      order by revision.id = made.source_revision desc nulls last, revision.id desc limit 1) as content
    from public.articles as article left join public.article_translations as made on made.translation_id = article.id
    where article.id = ${translationId}`
  return row?.content ?? null
}

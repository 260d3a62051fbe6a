import type { Sql } from '#server/database/connection.ts'
import { ONLY_ORIGINALS } from '#server/functions/translate-article.ts'

/** Why an article cannot be translated, and the status of the response; null when it can. */
export async function refusalOfArticle(sql: Sql, articleId: string) {
  const [article] = await sql<{ is_original: boolean }[]>`
    select language = 'en' and original_article_id is null as is_original from public.articles where id = ${articleId}`
  if (!article) return { error: 'Article not found', status: 404 } as const
  return article.is_original ? null : ({ error: ONLY_ORIGINALS, status: 400 } as const)
}

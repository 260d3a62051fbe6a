import { listPublishedArticles } from '#core/data/articles.ts'
import { listArticlesOfAuthor } from '#core/data/authors.ts'
import type { Client } from '#core/data/client.ts'
import type { FeedArticle } from '#core/feeds/describe-feed.ts'
import type { Language } from '#core/i18n/languages.ts'

export const FEED_COLUMNS =
  'id, slug, language, title, excerpt, content, category, author, hero_image, publish_date, updated_at'

interface FeedOptions {
  language: Language
  category?: string | undefined
  /** The slug of an author, for the articles of all categories. */
  author?: string | undefined
  limit: number
}

/** The first articles of a list, with their content. */
export async function listFeedArticles(client: Client, options: FeedOptions): Promise<FeedArticle[]> {
  const { author } = options
  const listed = author
    ? await listArticlesOfAuthor(client, { ...options, author })
    : await listPublishedArticles(client, options)
  const ids = listed.map((article) => article.id)
  if (ids.length === 0) return []
  const { data } = await client
    .from('articles')
    .select(FEED_COLUMNS)
    .eq('published', true)
    .in('id', ids)
    .throwOnError()
  const byId = new Map(data.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

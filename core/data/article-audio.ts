import type { Client } from '#core/data/client.ts'
import { FEED_COLUMNS } from '#core/data/feeds.ts'
import type { FeedArticle } from '#core/feeds/describe-feed.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The recording of the present text of an article. */
export interface HeardAudio {
  id: string
  seconds: number
  bytes: number
}

/** The recording of a published article; null while it has none. */
export async function findArticleAudio(client: Client, articleId: string): Promise<HeardAudio | null> {
  const { data } = await client.rpc('find_article_audio', { p_article_id: articleId }).throwOnError()
  return (data[0] as HeardAudio | undefined) ?? null
}

/** An article as an episode of a podcast. */
export type ArticleEpisode = FeedArticle & { audio: HeardAudio & { model: string } }

/** The newest articles of a language that can be heard. */
export async function listEpisodes(
  client: Client,
  { language, limit }: { language: Language; limit: number },
): Promise<ArticleEpisode[]> {
  const { data: heard } = await client
    .rpc('list_article_audio', { p_language: language, p_limit: limit })
    .throwOnError()
  if (heard.length === 0) return []
  const ids = heard.flatMap(({ article_id }) => article_id ?? [])
  const { data } = await client
    .from('articles')
    .select(FEED_COLUMNS)
    .eq('published', true)
    .in('id', ids)
    .throwOnError()
  const articles = new Map(data.map((article) => [article.id, article]))
  return heard.flatMap(({ article_id, ...audio }) => {
    const article = articles.get(article_id ?? '')
    return article ? [{ ...article, audio: audio as ArticleEpisode['audio'] }] : []
  })
}

/** Returns true if any article of a language can be heard. */
export async function hasEpisodes(client: Client, language: Language): Promise<boolean> {
  const { data } = await client.rpc('list_article_audio', { p_language: language, p_limit: 1 }).throwOnError()
  return data.length > 0
}

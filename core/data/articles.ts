import type { Client } from '#core/data/client.ts'
import type { Article, ArticleSummary, Category } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

const SUMMARY_COLUMNS =
  'id, slug, language, title, subtitle, excerpt, category, author, reading_time, hero_image, publish_date, featured'

interface ListOptions {
  language: Language
  category?: Category
  limit?: number
}

/**
 * Published articles of a language, newest English original first. In another language only those originals are
 * listed that have a published translation, in the order of the originals.
 */
export async function listPublishedArticles(client: Client, options: ListOptions): Promise<ArticleSummary[]> {
  if (options.language === DEFAULT_LANGUAGE) return listOriginals(client, options)
  let originals = client
    .from('articles')
    .select('id')
    .eq('language', DEFAULT_LANGUAGE)
    .is('original_article_id', null)
    .eq('published', true)
    .order('publish_date', { ascending: false })
    .order('id')
  if (options.category) originals = originals.eq('category', options.category)
  const { data: order } = await originals.throwOnError()
  const ids = order.map((row) => row.id)
  if (ids.length === 0) return []
  const { data: translations } = await client
    .from('articles')
    .select(`${SUMMARY_COLUMNS}, original_article_id`)
    .eq('language', options.language)
    .eq('published', true)
    .in('original_article_id', ids)
    .throwOnError()
  const byOriginal = new Map(translations.map((row) => [row.original_article_id, row]))
  const listed = ids.flatMap((id) => byOriginal.get(id) ?? [])
  return options.limit ? listed.slice(0, options.limit) : listed
}

async function listOriginals(client: Client, { category, limit }: ListOptions): Promise<ArticleSummary[]> {
  let query = client
    .from('articles')
    .select(SUMMARY_COLUMNS)
    .eq('language', DEFAULT_LANGUAGE)
    .is('original_article_id', null)
    .eq('published', true)
    .order('publish_date', { ascending: false })
    .order('id')
  if (category) query = query.eq('category', category)
  if (limit) query = query.limit(limit)
  const { data } = await query.throwOnError()
  return data
}

/** The one article that leads the home page of a language, or null. */
export async function findFeaturedArticle(
  client: Client,
  language: Language,
): Promise<ArticleSummary | null> {
  const { data } = await client
    .from('articles')
    .select(SUMMARY_COLUMNS)
    .eq('language', language)
    .eq('published', true)
    .eq('featured', true)
    .limit(1)
    .throwOnError()
  return data[0] ?? null
}

/** A published article by slug, in the language asked for and else in English. */
export async function findPublishedArticle(
  client: Client,
  slug: string,
  language: Language,
): Promise<Article | null> {
  const inLanguage = await findPublishedArticleIn(client, slug, language)
  if (inLanguage || language === DEFAULT_LANGUAGE) return inLanguage
  return findPublishedArticleIn(client, slug, DEFAULT_LANGUAGE)
}

async function findPublishedArticleIn(
  client: Client,
  slug: string,
  language: Language,
): Promise<Article | null> {
  const { data } = await client
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .eq('language', language)
    .eq('published', true)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Where an article can be read: every published version, the original included. */
export async function listPublishedVersions(
  client: Client,
  article: Pick<Article, 'id' | 'original_article_id'>,
): Promise<Pick<Article, 'language' | 'slug'>[]> {
  const originalId = article.original_article_id ?? article.id
  const { data } = await client
    .from('articles')
    .select('language, slug')
    .eq('published', true)
    .or(`id.eq.${originalId},original_article_id.eq.${originalId}`)
    .throwOnError()
  return data
}

/** Writes articles that are valid already; answers their ids and slugs. */
export async function insertArticles(
  client: Client,
  articles: ArticleInput[],
): Promise<Pick<Article, 'id' | 'slug'>[]> {
  const { data } = await client.from('articles').insert(articles).select('id, slug').throwOnError()
  return data
}

/** Whether there is any article the caller can see. */
export async function hasArticles(client: Client): Promise<boolean> {
  const { data } = await client.from('articles').select('id').limit(1).throwOnError()
  return data.length > 0
}

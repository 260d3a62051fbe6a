import type { Client } from '#core/data/client.ts'
import { columnsOf } from '#core/data/postgrest.ts'
import { type Article, type ArticleSummary, SUMMARY_FIELDS } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

export const SUMMARY_COLUMNS = columnsOf(SUMMARY_FIELDS)

/** The most rows that the backend returns for one request. */
const MAX_ROWS = 1000
/** The number of slugs that fit into the address of a request. */
const SLUGS_PER_QUERY = 50

interface ListOptions {
  language: Language
  category?: string | undefined
  limit?: number
  offset?: number
}

/**
 * Published articles of a language, newest first. In a language other than English these are the published translations, in the
 * order of their English originals.
 */
export async function listPublishedArticles(client: Client, options: ListOptions): Promise<ArticleSummary[]> {
  return options.language === DEFAULT_LANGUAGE
    ? listOriginals(client, options)
    : listTranslations(client, options)
}

async function listOriginals(
  client: Client,
  { category, limit = MAX_ROWS, offset = 0 }: ListOptions,
): Promise<ArticleSummary[]> {
  let query = client
    .from('articles')
    .select(SUMMARY_COLUMNS)
    .eq('language', DEFAULT_LANGUAGE)
    .is('original_article_id', null)
    .eq('published', true)
    .order('publish_date', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1)
  if (category) query = query.eq('category', category)
  const { data } = await query.throwOnError()
  return data
}

async function listTranslations(
  client: Client,
  { language, category, limit = MAX_ROWS, offset = 0 }: ListOptions,
): Promise<ArticleSummary[]> {
  let query = client
    .from('translated_articles')
    .select(SUMMARY_COLUMNS)
    .eq('language', language)
    .order('original_publish_date', { ascending: false })
    .order('original_id')
    .range(offset, offset + limit - 1)
  if (category) query = query.eq('original_category', category)
  const { data } = await query.throwOnError()
  return data
}

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

/** A published article by slug: in the requested language, or else in English. */
export async function findPublishedArticle(
  client: Client,
  slug: string,
  language: Language,
): Promise<Article | null> {
  if (!isSlug(slug)) return null
  const { data } = await client
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .in('language', [language, DEFAULT_LANGUAGE])
    .eq('published', true)
    // Sorts the requested language before English.
    .order('language', { ascending: language < DEFAULT_LANGUAGE })
    .limit(1)
    .throwOnError()
  return data[0] ?? null
}

export const ORIGINAL_COLUMNS = 'title, subtitle, content, language, updated_at'

/** The part of an original that is shown beside its translations; null when it is not published. */
export async function findPublishedOriginal(
  client: Client,
  id: string,
): Promise<Pick<Article, 'title' | 'subtitle' | 'content' | 'language' | 'updated_at'> | null> {
  const { data } = await client
    .from('articles')
    .select(ORIGINAL_COLUMNS)
    .eq('id', id)
    .eq('published', true)
    .limit(1)
    .throwOnError()
  return data[0] ?? null
}

/** The published articles with these slugs, in any language. */
export async function listArticlesBySlug(client: Client, slugs: readonly string[]): Promise<Namesake[]> {
  const batches: string[][] = []
  for (let start = 0; start < slugs.length; start += SLUGS_PER_QUERY) {
    batches.push(slugs.slice(start, start + SLUGS_PER_QUERY))
  }
  const found = await Promise.all(
    batches.map((batch) =>
      client.from('articles').select(NAMESAKE_COLUMNS).eq('published', true).in('slug', batch).throwOnError(),
    ),
  )
  return found.flatMap(({ data }) => data)
}

/**
 * The present slug of an article that was once published under this slug, in the requested language or else in English; null
 * when no such article is published. For an English article the result has the reader's language, because the new
 * address may have a version in it; a translation exists only in its own language.
 */
export async function findMovedArticle(
  client: Client,
  slug: string,
  language: Language,
): Promise<Pick<Article, 'slug' | 'language'> | null> {
  if (!isSlug(slug)) return null
  const { data: redirects } = await client
    .from('slug_redirects')
    .select('article_id, language')
    .eq('slug', slug)
    .in('language', [language, DEFAULT_LANGUAGE])
    .throwOnError()
  if (redirects.length === 0) return null
  const { data: articles } = await client
    .from('articles')
    .select('id, slug, language')
    .in(
      'id',
      redirects.map((row) => row.article_id),
    )
    .eq('published', true)
    .throwOnError()
  const inLanguage = redirects.find((row) => row.language === language)
  const moved = articles.find((article) => article.id === inLanguage?.article_id) ?? articles[0]
  if (!moved) return null
  return { slug: moved.slug, language: moved.language === DEFAULT_LANGUAGE ? language : moved.language }
}

/**
 * The articles that a slug may mean if none has it in the requested language: the article that had it once in this language; else those
 * that have it in other languages, and those that had it once where the slug is free. When all are versions of one story that also exists
 * in the requested language, that version alone. Drafts are among them for the desk only.
 */
export async function listNamesakes(
  client: Client,
  slug: string,
  language: Language,
  { drafts = false } = {},
): Promise<Namesake[]> {
  if (!isSlug(slug)) return []
  const select = () => client.from('articles').select(NAMESAKE_COLUMNS)
  const visible = (query: ReturnType<typeof select>) => (drafts ? query : query.eq('published', true))
  const [{ data: named }, { data: redirects }] = await Promise.all([
    visible(select().eq('slug', slug)).throwOnError(),
    client.from('slug_redirects').select('article_id, language').eq('slug', slug).throwOnError(),
  ])
  const renamed = redirects.map((row) => row.article_id)
  const { data: moved } =
    renamed.length === 0 ? { data: [] } : await visible(select().in('id', renamed)).throwOnError()
  const movedHere = redirects.find((row) => row.language === language)
  const successor = moved.find(({ id }) => id === movedHere?.article_id)
  if (successor) return [successor]
  // An unpublished article may have the slug that also redirects to it.
  const namesakes = [...new Map([...named, ...moved].map((one) => [one.id, one])).values()]
  const [story, ...otherStories] = new Set(namesakes.map((one) => one.original_article_id ?? one.id))
  if (story && otherStories.length === 0 && language !== DEFAULT_LANGUAGE) {
    const ofStory = select().eq('original_article_id', story).eq('language', language)
    const { data: own } = await visible(ofStory).throwOnError()
    if (own.length > 0) return own
  }
  return LANGUAGE_CODES.flatMap((code) => namesakes.filter((one) => one.language === code))
}

/**
 * The slug of the published English original of an article in a language that is switched off, which has this slug or had it once; null
 * when there is none.
 */
export async function findOriginalSlug(
  client: Client,
  slug: string,
  language?: Language,
): Promise<string | null> {
  if (!isSlug(slug)) return null
  const { data } = await client
    .rpc('find_original_slug', { p_slug: slug, ...(language && { p_language: language }) })
    .throwOnError()
  return data
}

export type Namesake = Pick<
  Article,
  'id' | 'slug' | 'language' | 'title' | 'published' | 'original_article_id'
>

export const NAMESAKE_COLUMNS = 'id, slug, language, title, published, original_article_id'

/** Every published language version of an article, including the original. */
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
    // In a fixed order, so that every process renders the same bytes and so the same ETag.
    .order('language')
    .throwOnError()
  return data
}

/** Inserts articles that have been validated; returns their ids and slugs. */
export async function insertArticles(
  client: Client,
  articles: (ArticleInput & { id?: string })[],
): Promise<Pick<Article, 'id' | 'slug'>[]> {
  const { data } = await client.from('articles').insert(articles).select('id, slug').throwOnError()
  return data
}

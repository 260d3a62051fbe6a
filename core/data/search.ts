import type { Client } from '#core/data/client.ts'
import { containsCondition } from '#core/data/contains-condition.ts'
import { type FoundArticle, SEARCH_LIMIT, SEARCH_REACH, type SearchHit } from '#core/domain/search.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface FindOptions {
  /** As searchTextOf answers it. */
  query: string
  language: Language
  signal?: AbortSignal
}

/**
 * The newest published articles whose title or excerpt contains the query, in any case: in the language, and if it has
 * none, in English.
 */
export async function findArticles(client: Client, options: FindOptions): Promise<FoundArticle[]> {
  const found = await findArticlesIn(client, options)
  if (found.length > 0 || options.language === DEFAULT_LANGUAGE) return found
  try {
    return await findArticlesIn(client, { ...options, language: DEFAULT_LANGUAGE })
  } catch (error) {
    if (options.signal?.aborted) throw error
    console.error(error)
    return found
  }
}

async function findArticlesIn(
  client: Client,
  { query, language, signal }: FindOptions,
): Promise<FoundArticle[]> {
  const contains = containsCondition(query)
  let request = client
    .from('articles')
    .select('id, title, excerpt, category, slug, language')
    .eq('published', true)
    .eq('language', language)
    .or(`title.${contains},excerpt.${contains}`)
    .order('publish_date', { ascending: false })
    .limit(SEARCH_LIMIT)
    .retry(true)
  if (signal) request = request.abortSignal(signal)
  const { data } = await request.throwOnError()
  // An asterisk matched any character.
  return query.includes('*') ? data.filter((article) => hasText(article, query)) : data
}

function hasText({ title, excerpt }: FoundArticle, query: string): boolean {
  const text = query.toLowerCase()
  return title.toLowerCase().includes(text) || excerpt.toLowerCase().includes(text)
}

export interface SearchResults {
  hits: SearchHit[]
  /** Of all matches. */
  total: number
  hasNext: boolean
}

/**
 * A page of the articles that have the words anywhere, the best first: in the language, and if it has none at all, in
 * English.
 */
export async function searchArticles(
  client: Client,
  options: { query: string; language: Language; page: number },
): Promise<SearchResults> {
  const { query, language, page } = options
  const own = await searchArticlesIn(client, query, language, page)
  if (own.total > 0 || language === DEFAULT_LANGUAGE) return own
  const isBeyondTheEnd = page > 1 && (await searchArticlesIn(client, query, language, 1)).total > 0
  return isBeyondTheEnd ? own : searchArticlesIn(client, query, DEFAULT_LANGUAGE, page)
}

async function searchArticlesIn(
  client: Client,
  query: string,
  language: Language,
  page: number,
): Promise<SearchResults> {
  const offset = (page - 1) * SEARCH_LIMIT
  const { data: hits } = await client
    .rpc('search_articles', {
      p_query: query,
      p_language: language,
      p_limit: SEARCH_LIMIT,
      p_offset: offset,
    })
    .throwOnError()
  const total = hits[0]?.total ?? 0
  return { hits, total, hasNext: offset + hits.length < Math.min(total, SEARCH_REACH) }
}

import type { Client } from '#core/data/client.ts'
import { SEARCH_LIMIT, SEARCH_REACH, type SearchHit } from '#core/domain/search.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

export interface SearchResults {
  hits: SearchHit[]
  /** The number of matches on all pages. */
  total: number
  hasNext: boolean
}

/**
 * One page of the articles that have the words of the query anywhere, best matches first. When the language has none at
 * all, those in English.
 */
export async function searchArticles(
  client: Client,
  options: { query: string; language: Language; page: number },
): Promise<SearchResults> {
  const { query, language, page } = options
  const inLanguage = await searchArticlesIn(client, query, language, page)
  if (inLanguage.total > 0 || language === DEFAULT_LANGUAGE) return inLanguage
  const isBeyondLastPage = page > 1 && (await searchArticlesIn(client, query, language, 1)).total > 0
  return isBeyondLastPage ? inLanguage : searchArticlesIn(client, query, DEFAULT_LANGUAGE, page)
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

import type { Client } from '#core/data/client.ts'
import { SEARCH_LIMIT, SEARCH_REACH, type SearchHit } from '#core/domain/search.ts'
import type { SearchFilters } from '#core/domain/search-filters.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

export interface SearchResults {
  hits: SearchHit[]
  /** The number of matches on all pages. */
  total: number
  hasNext: boolean
}

interface Search {
  /** Empty to find everything that the filters leave, the newest first. */
  query: string
  filters?: SearchFilters | undefined
}

/**
 * One page of the articles that have the words of the query anywhere, best matches first. When the language has none at
 * all, those in English.
 */
export async function searchArticles(
  client: Client,
  options: Search & { language: Language; page: number },
): Promise<SearchResults> {
  const { language, page, ...search } = options
  const inLanguage = await searchArticlesIn(client, search, language, page)
  if (inLanguage.total > 0 || language === DEFAULT_LANGUAGE) return inLanguage
  const isBeyondLastPage = page > 1 && (await searchArticlesIn(client, search, language, 1)).total > 0
  return isBeyondLastPage ? inLanguage : searchArticlesIn(client, search, DEFAULT_LANGUAGE, page)
}

async function searchArticlesIn(
  client: Client,
  { query, filters }: Search,
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
      ...(filters && {
        p_category: filters.category,
        p_from: filters.from,
        p_until: filters.to,
        p_author: filters.author,
      }),
    })
    .throwOnError()
  const total = hits[0]?.total ?? 0
  return { hits, total, hasNext: offset + hits.length < Math.min(total, SEARCH_REACH) }
}

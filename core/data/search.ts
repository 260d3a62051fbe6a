import type { Client } from '#core/data/client.ts'
import { containsCondition } from '#core/data/postgrest.ts'
import { type FoundArticle, SEARCH_LIMIT, SEARCH_REACH, type SearchHit } from '#core/domain/search.ts'
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

/** One page of the articles that contain the words of the query, best matches first. If the language has none, those in English. */
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

export const FOUND_COLUMNS = 'id, title, excerpt, category, slug, language'

interface TitleSearchOptions {
  /** The query as searchTextOf returns it. */
  query: string
  language: Language
  signal?: AbortSignal
  /** True to repeat a search that fails, for up to seven seconds. */
  retry?: boolean
  /** Called with the articles that contain the query, while other spellings and forms are still looked for. */
  onFound?: (articles: FoundArticle[]) => void
}

/**
 * Up to ten articles for the search overlay: the newest published ones whose title or excerpt contains the query, ignoring case, and then
 * those that the search finds in other spellings and forms. When the language has none, those in English.
 */
export async function searchTitles(client: Client, options: TitleSearchOptions): Promise<FoundArticle[]> {
  const found = await searchTitlesIn(client, options)
  if (found.length > 0 || options.language === DEFAULT_LANGUAGE) return found
  try {
    return await searchTitlesIn(client, { ...options, language: DEFAULT_LANGUAGE })
  } catch (error) {
    if (options.signal?.aborted) throw error
    console.error(error)
    return found
  }
}

async function searchTitlesIn(client: Client, options: TitleSearchOptions): Promise<FoundArticle[]> {
  // Both requests are sent at once: most texts need both, and a reader waits for the slower one only.
  const asTyped = searchAsTyped(client, options)
  asTyped.catch(() => {})
  const found = await listWithText(client, options)
  if (found.length >= SEARCH_LIMIT) return found
  if (found.length > 0) options.onFound?.(found)
  try {
    const others = await asTyped
    const known = new Set(found.map(({ id }) => id))
    return [...found, ...others.filter(({ id }) => !known.has(id))].slice(0, SEARCH_LIMIT)
  } catch (error) {
    if (!options.signal?.aborted) console.error(error)
    else if (found.length === 0) throw error
    return found
  }
}

async function listWithText(
  client: Client,
  { query, language, signal, retry = true }: TitleSearchOptions,
): Promise<FoundArticle[]> {
  const contains = containsCondition(query)
  let request = client
    .from('articles')
    .select(FOUND_COLUMNS)
    .eq('published', true)
    .eq('language', language)
    .or(`title.${contains},excerpt.${contains}`)
    .order('publish_date', { ascending: false })
    .limit(SEARCH_LIMIT)
    .retry(retry)
  if (signal) request = request.abortSignal(signal)
  const { data } = await request.throwOnError()
  // An asterisk in the query was sent as `_`, which matches any character.
  return query.includes('*') ? data.filter((article) => hasText(article, query)) : data
}

async function searchAsTyped(
  client: Client,
  { query, language, signal, retry = true }: TitleSearchOptions,
): Promise<FoundArticle[]> {
  let request = client
    .rpc('search_as_typed', { p_query: query, p_language: language }, { get: true })
    .retry(retry)
  if (signal) request = request.abortSignal(signal)
  const { data } = await request.throwOnError()
  return data
}

function hasText({ title, excerpt }: FoundArticle, query: string): boolean {
  const text = query.toLowerCase()
  return title.toLowerCase().includes(text) || excerpt.toLowerCase().includes(text)
}

import type { Client } from '#core/data/client.ts'
import { containsCondition } from '#core/data/contains-condition.ts'
import { type FoundArticle, SEARCH_LIMIT } from '#core/domain/search.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

export const FOUND_COLUMNS = 'id, title, excerpt, category, slug, language'

interface TitleSearchOptions {
  /** As searchTextOf returns it. */
  query: string
  language: Language
  signal?: AbortSignal
}

/**
 * The newest published articles whose title or excerpt contains the query, ignoring case, for the search overlay. When the
 * language has none, those in English.
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

async function searchTitlesIn(
  client: Client,
  { query, language, signal }: TitleSearchOptions,
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
    .retry(true)
  if (signal) request = request.abortSignal(signal)
  const { data } = await request.throwOnError()
  // An asterisk in the query was sent as `_`, which matches any character.
  return query.includes('*') ? data.filter((article) => hasText(article, query)) : data
}

function hasText({ title, excerpt }: FoundArticle, query: string): boolean {
  const text = query.toLowerCase()
  return title.toLowerCase().includes(text) || excerpt.toLowerCase().includes(text)
}

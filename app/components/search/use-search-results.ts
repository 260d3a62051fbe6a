import { useEffect, useState } from 'react'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { searchTitles } from '#core/data/search.ts'
import { type FoundArticle, searchTextOf } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 200

export type SearchState =
  | { kind: 'prompt' }
  | { kind: 'searching' }
  | { kind: 'failed' }
  | { kind: 'found'; query: string; articles: FoundArticle[] }

interface SearchResult {
  query: string
  language: Language
  /** Null when the search failed. */
  articles: FoundArticle[] | null
}

/** Searches for the typed text as it changes. A result that belongs to an earlier text is never shown. */
export function useSearchResults(typed: string): SearchState {
  const language = useLanguage()
  const query = searchTextOf(typed)
  const [result, setResult] = useState<SearchResult | null>(null)

  useEffect(() => {
    if (query === null) return
    const controller = new AbortController()
    const { signal } = controller
    const showResult = (articles: FoundArticle[] | null) => {
      if (!signal.aborted) setResult({ query, language, articles })
    }
    const search = async () => {
      try {
        const { browserClient } = await import('#app/browser-client.ts')
        if (signal.aborted) return
        showResult(await searchTitles(browserClient(), { query, language, signal }))
      } catch (error) {
        if (!signal.aborted) console.error(error)
        showResult(null)
      }
    }
    const timer = setTimeout(() => void search(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, language])

  if (query === null) return { kind: 'prompt' }
  if (result?.query !== query || result.language !== language) return { kind: 'searching' }
  if (result.articles === null) return { kind: 'failed' }
  return { kind: 'found', query, articles: result.articles }
}

import { useEffect, useState } from 'react'
import { NoResponseError } from '#app/browser-fetch.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { searchTitles } from '#core/data/search.ts'
import { PATIENCE_SECONDS } from '#core/domain/kept-page.ts'
import { type FoundArticle, searchTextOf } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 200

export type SearchState =
  | { kind: 'prompt' }
  | { kind: 'searching' }
  | { kind: 'failed' }
  /** `reach`: the part that was searched without a network, in words. */
  | { kind: 'found'; query: string; articles: FoundArticle[]; reach?: string }

interface SearchResult {
  query: string
  language: Language
  /** Null when the search failed. */
  found: { articles: FoundArticle[]; reach?: string } | null
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
    const showResult = (found: SearchResult['found']) => {
      if (!signal.aborted) setResult({ query, language, found })
    }
    const search = async () => {
      try {
        const { browserClient } = await import('#app/browser-client.ts')
        if (signal.aborted) return
        const client = browserClient()
        // A reader with stored articles gets those, instead of waiting for a network that does not respond.
        const patience = hasWorker() && {
          signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_SECONDS * 1000)]),
          retry: false,
        }
        const onFound = (articles: FoundArticle[]) => showResult({ articles })
        showResult({
          articles: await searchTitles(client, { query, language, signal, onFound, ...patience }),
        })
      } catch (error) {
        if (signal.aborted) return
        const kept = isOfNetwork(error) ? await searchKeptPages(query).catch(() => null) : null
        if (!kept) console.error(error)
        showResult(kept)
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
  if (result.found === null) return { kind: 'failed' }
  return { kind: 'found', query, ...result.found }
}

const hasWorker = (): boolean => !!navigator.serviceWorker?.controller

/** Searches the stored pages, for readers who are offline. */
async function searchKeptPages(query: string): Promise<SearchResult['found']> {
  if (!hasWorker()) return null
  return (await import('#app/saved/search-kept.ts')).searchKept(query)
}

/** The code of the client, which is not kept, or the server could not be reached, or not in time. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof Error &&
  (['TypeError', 'TimeoutError'].includes(error.name) || error instanceof NoResponseError)

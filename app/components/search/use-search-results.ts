import { useEffect, useState } from 'react'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { findArticles } from '#core/data/search.ts'
import { type FoundArticle, searchTextOf } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 200

export type SearchState =
  | { kind: 'prompt' }
  | { kind: 'searching' }
  | { kind: 'failed' }
  | { kind: 'found'; query: string; articles: FoundArticle[] }

interface Answer {
  query: string
  language: Language
  /** null: the search did not work. */
  articles: FoundArticle[] | null
}

/** What a typed text finds. The answer to anything but the text as it is now is never shown. */
export function useSearchResults(typed: string): SearchState {
  const language = useLanguage()
  const { publishableKey } = useSiteData()
  const query = searchTextOf(typed)
  const [answer, setAnswer] = useState<Answer | null>(null)

  useEffect(() => {
    if (query === null) return
    const controller = new AbortController()
    const { signal } = controller
    const answerWith = (articles: FoundArticle[] | null) => {
      if (!signal.aborted) setAnswer({ query, language, articles })
    }
    const ask = async () => {
      try {
        const { browserClient } = await import('#app/browser-client.ts')
        if (signal.aborted) return
        answerWith(await findArticles(browserClient(publishableKey), { query, language, signal }))
      } catch (error) {
        if (!signal.aborted) console.error(error)
        answerWith(null)
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, language, publishableKey])

  if (query === null) return { kind: 'prompt' }
  if (answer?.query !== query || answer.language !== language) return { kind: 'searching' }
  if (answer.articles === null) return { kind: 'failed' }
  return { kind: 'found', query, articles: answer.articles }
}

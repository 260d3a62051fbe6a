import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { searchTitles } from '#core/data/search-titles.ts'
import { searchTextOf } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 250

/** Our published articles for what has been typed, in the language of the text; else in English. Undefined until it is known. */
export function useArticleSearch(typed: string, language: Language) {
  const text = searchTextOf(typed)
  const [query, setQuery] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    ...deskQuery(['articles', 'link-search', language, query], async (client) =>
      query === null ? [] : searchTitles(client, { query, language }),
    ),
    enabled: query !== null,
  })
  return text === null || text !== query ? undefined : data
}

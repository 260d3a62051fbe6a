import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 250
const MIN_LENGTH = 2
const MAX_LENGTH = 200

interface FindOptions {
  /** Null means all languages. */
  language: Language | null
  /** Null means drafts too. */
  published: boolean | null
  limit: number
}

/**
 * The newest articles whose title, address or author contains the typed text. Undefined until they are known;
 * `isSearching` tells whether a request is running or about to start.
 */
export function useFoundArticles(typed: string, { language, published, limit }: FindOptions) {
  const search = typed.toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_LENGTH)
  const debounced = useDebouncedValue(search, DEBOUNCE_MS)
  const { data, isError } = useQuery({
    ...deskQuery(['articles', 'found', language, published, limit, debounced], (client) =>
      listDeskArticles(client, {
        search: debounced,
        language,
        published,
        category: null,
        featured: null,
        sort: { by: 'publish_date', descending: true },
        page: 1,
        pageSize: limit,
      }),
    ),
    enabled: debounced.length >= MIN_LENGTH,
  })
  const isCurrent = search === debounced && search.length >= MIN_LENGTH
  return {
    articles: isCurrent ? data?.rows : undefined,
    isSearching: search.length >= MIN_LENGTH && !(isCurrent && (data || isError)),
  }
}

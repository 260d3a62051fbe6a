import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import type { Language } from '#core/i18n/languages.ts'

const DEBOUNCE_MS = 250
const MIN_LENGTH = 2
const MAX_LENGTH = 200
const LIMIT = 10

/** The newest published articles in a language whose title, address or author contains what has been typed; undefined until they are known. */
export function useArticleSearch(typed: string, language: Language) {
  const search = typed.toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_LENGTH)
  const [settled, setSettled] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [search])
  const { data } = useQuery({
    ...deskQuery(['articles', 'to-link', language, settled], (client) =>
      listDeskArticles(client, {
        search: settled,
        language,
        published: true,
        category: null,
        featured: null,
        sort: { by: 'publish_date', descending: true },
        page: 1,
        pageSize: LIMIT,
      }),
    ),
    enabled: settled.length >= MIN_LENGTH,
  })
  return search === settled && search.length >= MIN_LENGTH ? data?.rows : undefined
}

import { data, redirect } from 'react-router'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { SearchForm } from '#app/components/search/search-form.tsx'
import { SearchHitList } from '#app/components/search/search-hit-list.tsx'
import { NothingFound, ResultCount } from '#app/components/search/search-message.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { RATE_LIMITED } from '#core/data/client.ts'
import { type SearchResults, searchArticles } from '#core/data/search-articles.ts'
import { searchTextOf } from '#core/domain/search.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { searchPath } from '#core/paths.ts'
import { readQuery } from '#core/query-parameters.ts'
import type { Route } from './+types/search.ts'

/** `results` is null when the query is too short to search for, and when the search failed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const typed = (url.searchParams.get('q') ?? '').trim()
  const query = searchTextOf(typed)
  const { lang: language, page } = readQuery(url.searchParams, ['lang', 'page'])
  if (query === null) return { typed, page, failed: false, results: null }
  let results: SearchResults
  try {
    results = await searchArticles(context.get(serverContext).supabase, { query, language, page })
  } catch (error) {
    const isLimited = error instanceof Error && 'code' in error && error.code === RATE_LIMITED
    if (!isLimited) console.error(error)
    return data({ typed, page, failed: true, results: null }, { status: isLimited ? 429 : 503 })
  }
  if (page > 1 && results.total === 0) throw redirect(localizedPath(searchPath(query), language))
  return { typed, page, failed: false, results }
}

export function meta(args: Route.MetaArgs) {
  const query = args.loaderData?.typed
  return pageMeta(args, (t) => ({
    title: query ? t('search.title', { query }) : t('search.label'),
    hidden: true,
  }))
}

export default function SearchPage({ loaderData: { typed, page, failed, results } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [first] = results?.hits ?? []
  return (
    <div className="page py-10 md:py-14">
      <h1 className="mb-6 font-display text-headline font-medium">{t('search.label')}</h1>
      <SearchForm typed={typed} />
      <div className="mt-10">
        <div role="status">
          {failed && <p className="font-serif text-deck text-red">{t('search.failed')}</p>}
          {!failed && !results && <p className="font-serif text-deck text-soft">{t('search.prompt')}</p>}
          {results && !first && <NothingFound query={typed} />}
          {results && first && <ResultCount count={results.total} language={first.language} />}
        </div>
        {results && first && (
          <>
            <SearchHitList hits={results.hits} />
            <Pagination
              page={page}
              hasNext={results.hasNext}
              pathOf={(number) => searchPath(typed, number)}
              labels={{ previous: t('search.previous'), next: t('search.next') }}
              className="mt-4"
            />
          </>
        )}
      </div>
    </div>
  )
}

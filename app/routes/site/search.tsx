import { data, redirect } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { SearchFilters } from '#app/components/search/search-filters.tsx'
import { SearchForm } from '#app/components/search/search-form.tsx'
import { SearchHitList } from '#app/components/search/search-hit-list.tsx'
import { NothingFound, ResultCount } from '#app/components/search/search-message.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { listAuthors } from '#core/data/authors.ts'
import { isDatabaseAway, RATE_LIMITED } from '#core/data/client.ts'
import { searchArticles } from '#core/data/search.ts'
import { fullTextOf } from '#core/domain/search.ts'
import {
  filteredSearchPath,
  hasFilters,
  NO_FILTERS,
  parseFilters,
  SEARCH_FILTERS,
  typedFiltersOf,
} from '#core/domain/search-filters.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { ownPath } from '#core/own-path.ts'
import { readQuery } from '#core/query-parameters.ts'

/** The number of suggested authors. */
const AUTHORS_COUNT = 50

export const loader = servePage({
  // `results` is null when there is nothing to search for, when a filter is wrong, and when the search failed.
  async load({ server, url, language }) {
    redirectWithoutEmpty(url)
    const { supabase, settings } = server
    const typed = (url.searchParams.get('q') ?? '').trim()
    const query = typed === '' ? '' : fullTextOf(typed)
    const asked = typedFiltersOf(url.searchParams)
    const { filters, problems } = parseFilters(asked, settings)
    const typedFilters = { ...asked, category: filters.category ?? asked.category }
    const { page } = readQuery(url.searchParams, ['page'])
    const shown = { typed, typedFilters, page, failed: false, authors: [], results: null, problems }
    if (Object.keys(problems).length > 0) return data(shown, { status: 400 })
    const isFiltered = hasFilters(typedFilters)
    try {
      const [authors, results] = await Promise.all([
        listAuthors(supabase, { language, limit: AUTHORS_COUNT }),
        query === null || (query === '' && !isFiltered)
          ? null
          : searchArticles(supabase, { query, language, page, ...(isFiltered && { filters }) }),
      ])
      if (page > 1 && results?.total === 0)
        throw redirect(localizedPath(filteredSearchPath(query ?? '', typedFilters), language))
      return { ...shown, authors: authors.map(({ name }) => name), results }
    } catch (error) {
      if (error instanceof Response) throw error
      const isLimited = error instanceof Error && 'code' in error && error.code === RATE_LIMITED
      if (!isLimited && !isDatabaseAway(error)) console.error(error)
      return data({ ...shown, failed: true }, { status: isLimited ? 429 : 503 })
    }
  },
  describe: ({ t, loaderData: { typed } }) => ({
    title: typed ? t('search.title', { query: typed }) : t('search.label'),
    hidden: true,
  }),
  Page({ loaderData, t }) {
    const { typed, typedFilters, page, failed, authors, results, problems } = loaderData
    const isInvalid = Object.keys(problems).length > 0
    const [first] = results?.hits ?? []
    return (
      <div className="page py-10 md:py-14">
        <h1 className="mb-6 font-display text-headline font-medium">{t('search.label')}</h1>
        <SearchForm typed={typed}>
          <SearchFilters query={typed} typed={typedFilters} problems={problems} authors={authors} />
        </SearchForm>
        <div className="mt-10">
          <div role="status">
            {isInvalid && <p className="font-serif text-deck text-red">{t('search.filters.invalid')}</p>}
            {failed && <p className="font-serif text-deck text-red">{t('search.failed')}</p>}
            {!failed && !isInvalid && !results && (
              <p className="font-serif text-deck text-soft">{t('search.prompt')}</p>
            )}
            {results &&
              !first &&
              (typed ? (
                <NothingFound query={typed} />
              ) : (
                <p className="font-serif text-deck">{t('search.filters.empty')}</p>
              ))}
            {results && first && <ResultCount count={results.total} language={first.language} />}
          </div>
          {results && !first && hasFilters(typedFilters) && (
            <p className="mt-4">
              <LocalLink
                to={filteredSearchPath(typed, NO_FILTERS)}
                className="inline-block py-1 text-sm font-semibold underline underline-offset-4"
              >
                {t('search.filters.remove')}
              </LocalLink>
            </p>
          )}
          {results && first && (
            <>
              <SearchHitList hits={results.hits} />
              <Pagination
                page={page}
                hasNext={results.hasNext}
                pathOf={(number) => filteredSearchPath(typed, typedFilters, number)}
                labels={{ previous: t('search.previous'), next: t('search.next') }}
                className="mt-4"
              />
            </>
          )}
        </div>
      </div>
    )
  },
})

/** A form without scripts sends its empty fields too; addresses do without them. */
function redirectWithoutEmpty({ pathname, searchParams }: URL): void {
  const parameters = new URLSearchParams(searchParams)
  for (const name of ['q', ...SEARCH_FILTERS])
    if (parameters.get(name)?.trim() === '') parameters.delete(name)
  if (parameters.size === searchParams.size) return
  throw redirect(ownPath({ pathname, search: parameters.size > 0 ? `?${parameters}` : '', hash: '' }))
}

import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowLeft, ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { searchPath } from '#core/domain/search.ts'

const LINK = 'inline-flex items-center gap-1.5 py-2 text-sm font-semibold underline-offset-4 hover:underline'

/** Links to the previous and the next page of results; nothing where there is only one page. */
export function SearchPages({ query, page, hasNext }: { query: string; page: number; hasNext: boolean }) {
  const { t } = useTranslation()
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={t('pagination.label')} className="mt-4 flex justify-between gap-4">
      {page > 1 ? (
        <LocalLink to={searchPath(query, page - 1)} rel="prev" className={LINK}>
          <ArrowLeft aria-hidden size={15} />
          {t('search.previous')}
        </LocalLink>
      ) : (
        <span />
      )}
      {hasNext && (
        <LocalLink to={searchPath(query, page + 1)} rel="next" className={LINK}>
          {t('search.next')}
          <ArrowRight aria-hidden size={15} />
        </LocalLink>
      )}
    </nav>
  )
}

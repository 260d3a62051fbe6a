import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowLeft, ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

const LINK = 'inline-flex items-center gap-1.5 py-2 text-sm font-semibold underline-offset-4 hover:underline'

interface PaginationProps {
  page: number
  hasNext: boolean
  /** The address of a page, without its language. */
  pathOf: (page: number) => string
  /** The labels of the links to the previous and the next page. */
  labels: { previous: string; next: string }
  className?: string
}

/** Links to the pages before and after one of a list; nothing when the list has only one page. */
export function Pagination({ page, hasNext, pathOf, labels, className = '' }: PaginationProps) {
  const { t } = useTranslation()
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={t('pagination.label')} className={`flex justify-between gap-4 ${className}`}>
      {page > 1 ? (
        <LocalLink to={pathOf(page - 1)} rel="prev" className={LINK}>
          <ArrowLeft size={15} />
          {labels.previous}
        </LocalLink>
      ) : (
        <span />
      )}{' '}
      {hasNext && (
        <LocalLink to={pathOf(page + 1)} rel="next" className={LINK}>
          {labels.next}
          <ArrowRight size={15} />
        </LocalLink>
      )}
    </nav>
  )
}

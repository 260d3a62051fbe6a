import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ArrowLeft, ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { pagePath } from '#core/paths.ts'

const LINK = 'inline-flex items-center gap-1.5 py-2 text-sm font-semibold underline-offset-4 hover:underline'

/** Links to the newer and the older page of a list; nothing when the list has only one page. */
export function Pagination({ path, page, hasNext }: { path: string; page: number; hasNext: boolean }) {
  const { t } = useTranslation()
  if (page === 1 && !hasNext) return null
  return (
    <nav
      aria-label={t('pagination.label')}
      className="mt-14 flex justify-between gap-4 border-line border-t pt-4"
    >
      {page > 1 ? (
        <LocalLink to={pagePath(path, page - 1)} rel="prev" className={LINK}>
          <ArrowLeft aria-hidden size={15} />
          {t('pagination.newer')}
        </LocalLink>
      ) : (
        <span />
      )}
      {hasNext && (
        <LocalLink to={pagePath(path, page + 1)} rel="next" className={LINK}>
          {t('pagination.older')}
          <ArrowRight aria-hidden size={15} />
        </LocalLink>
      )}
    </nav>
  )
}

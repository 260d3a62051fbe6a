import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { categoryPath } from '#core/paths.ts'

/** Names the newest articles, and leads to the page of all of them. */
export function LatestTitle() {
  const { t } = useTranslation()
  return (
    <div className="latest-title border-t-3 border-ink">
      <h2 id="latest" className="font-display text-title font-medium">
        {t('home.latest.title')}
      </h2>
      <LocalLink
        to={categoryPath(ALL_CATEGORIES_PAGE)}
        className="py-1 text-sm font-semibold underline-offset-4 hover:underline"
      >
        {t('home.latest.viewAll')}
      </LocalLink>
    </div>
  )
}

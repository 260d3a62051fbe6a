import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router'
import { toReviewQuery } from '#app/admin/coverage/coverage-queries.ts'
import { RunsNotice } from '#app/admin/coverage/runs-notice.tsx'
import { t } from '#app/admin/messages.ts'
import {
  GLOSSARY_PATH,
  TO_REVIEW_PATH,
  TRANSLATIONS_PATH,
} from '#app/admin/translations/translation-paths.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

const TAB =
  '-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-1 text-soft text-sm hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink'

/** The heading of both views of the translations, with the links between them. */
export function CoverageHeading() {
  const { data } = useQuery(toReviewQuery({ language: null, page: 1, pageSize: 1 }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('coverage.title')}</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={GLOSSARY_PATH} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
            {t('coverage.glossary')}
          </Link>
          <Link
            to="/admin/settings#translation-management"
            className={buttonStyles({ variant: 'secondary', size: 'sm' })}
          >
            {t('coverage.settings')}
          </Link>
        </div>
      </div>
      <nav aria-label={t('coverage.views')} className="mb-6 flex gap-5 border-line border-b">
        <NavLink to={TRANSLATIONS_PATH} end className={TAB}>
          {t('coverage.tab.matrix')}
        </NavLink>
        <NavLink to={TO_REVIEW_PATH} className={TAB}>
          {data ? t('coverage.tab.toReviewCount', { count: data.total }) : t('coverage.tab.toReview')}
        </NavLink>
      </nav>
      <RunsNotice className="mb-6" />
    </>
  )
}

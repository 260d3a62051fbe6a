import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import {
  GLOSSARY_PATH,
  MODEL_SETTINGS_PATH,
  TO_REVIEW_PATH,
  TRANSLATION_QUEUE_PATH,
  TRANSLATIONS_PATH,
} from '#app/admin/kit/paths.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { ScreenLink, useMayOpen } from '#app/admin/kit/session/member.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'
import { coveragePath, runsUnderWayQuery } from '#app/admin/languages/coverage/coverage-table.ts'
import { toReviewQuery } from '#app/admin/languages/coverage/to-review-table.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

const MANAGEMENT_PATH = '/admin/settings/translation-management'

/** The heading of the views of the translations, with the links between them. */
export function CoverageHeading() {
  const mayOpen = useMayOpen()
  const hasColleagues = useHasColleagues()
  const { data } = useQuery(toReviewQuery({ language: null, page: 1, pageSize: 1 }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('coverage.title')}</h1>
        <div className="flex flex-wrap gap-2">
          <Link to={GLOSSARY_PATH} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
            {t('coverage.glossary')}
          </Link>
          {mayOpen(MANAGEMENT_PATH) && (
            <Link to={MANAGEMENT_PATH} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              {t('coverage.settings')}
            </Link>
          )}
        </div>
      </div>
      <ViewTabs
        label={t('coverage.views')}
        tabs={[
          { to: TRANSLATIONS_PATH, label: t('coverage.tab.matrix') },
          {
            to: TO_REVIEW_PATH,
            label: data ? t('coverage.tab.toReviewCount', { count: data.total }) : t('coverage.tab.toReview'),
          },
          ...(hasColleagues ? [{ to: TRANSLATION_QUEUE_PATH, label: t('translationQueue.tab') }] : []),
        ]}
      />
      <RunsNotice className="mb-6" />
    </>
  )
}

const LINK = 'text-ink underline underline-offset-4'

/** The number of running and paused translations, with the reason of a pause; nothing when there are none. */
export function RunsNotice({ className = '' }: { className?: string }) {
  const { data } = useQuery(runsUnderWayQuery)
  if (!data || data.underWay + data.paused === 0) return null
  const { underWay, paused, reason } = data
  return (
    <Notice
      tone={paused > 0 ? 'warning' : 'plain'}
      role="status"
      className={className}
      title={
        paused > 0
          ? t('coverage.runs.paused', { count: paused })
          : t('coverage.runs.underWay', { count: underWay })
      }
    >
      {paused > 0 && reason && <p>{reason}</p>}
      {paused > 0 && underWay > 0 && <p>{t('coverage.runs.others', { count: underWay })}</p>}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to={coveragePath({ state: 'under-way' })} className={LINK}>
          {t('coverage.runs.show')}
        </Link>
        {paused > 0 && (
          <ScreenLink to={MODEL_SETTINGS_PATH} className={LINK}>
            {t('coverage.runs.budget')}
          </ScreenLink>
        )}
      </p>
    </Notice>
  )
}

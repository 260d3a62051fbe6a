import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { coveragePath } from '#app/admin/coverage/coverage-paths.ts'
import { runsUnderWayQuery } from '#app/admin/coverage/coverage-queries.ts'
import { t } from '#app/admin/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

const LINK = 'text-ink underline underline-offset-4'

/** How many translations are under way, and why some do not go on; nothing when none is. */
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
          <Link to={MODEL_SETTINGS_PATH} className={LINK}>
            {t('coverage.runs.budget')}
          </Link>
        )}
      </p>
    </Notice>
  )
}

import { lazy, Suspense } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { ChartTable } from '#app/admin/kit/ui/chart-table.tsx'
import { formatDate } from '#app/admin/kit/ui/format.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import type { CountedDay } from '#core/domain/readership.ts'

// The library for charts is loaded where one is shown.
const ViewsFigure = lazy(() => import('#app/admin/readers/views-figure.tsx'))

const HEIGHT = 'h-64'

/** Views and visitors by day, as a chart and as a table, with their sums and what these do not mean. */
export function ViewsChart({ days }: { days: readonly CountedDay[] }) {
  const sum = (of: 'views' | 'visitors') => formatFigure(days.reduce((total, day) => total + day[of], 0))
  return (
    <>
      <p className="mb-4 max-w-prose text-sm">
        {t('readers.days.sum', { count: days.length, views: sum('views'), visitors: sum('visitors') })}{' '}
        <span className="text-soft">{t('readers.days.meaning')}</span>{' '}
        {days.some((day) => day.is_incomplete) && t('readers.incomplete')}
      </p>
      <Suspense fallback={<div className={HEIGHT} />}>
        <div className={HEIGHT}>
          <ViewsFigure days={days} />
        </div>
      </Suspense>
      <Legend />
      <ChartTable
        label={t('readers.days.title')}
        columns={[t('readers.day'), t('readers.views'), t('readers.visitors')]}
        rows={days.toReversed().map(({ day, views, visitors, is_incomplete }) => ({
          key: day,
          name: formatDate(day),
          numbers: [
            formatFigure(views),
            is_incomplete
              ? t('readers.atLeast', { visitors: formatFigure(visitors) })
              : formatFigure(visitors),
          ],
        }))}
      />
    </>
  )
}

/** Each series has its own shape, so that it can be recognised without its colour. */
function Legend() {
  return (
    <ul aria-hidden className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      <li className="inline-flex items-center gap-2">
        <span className="size-3 bg-blue" />
        {t('readers.views')}
      </li>
      <li className="inline-flex items-center gap-2">
        <span className="size-3 border-2 border-blue" />
        {t('readers.viewsToday')}
      </li>
      <li className="inline-flex items-center gap-2">
        <span className="h-0.5 w-5 bg-ink" />
        {t('readers.visitors')}
      </li>
    </ul>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '#app/admin/calendar/format-day.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { CountingOff } from '#app/admin/readers/counting-off.tsx'
import { PERIODS, type Period, usePeriod } from '#app/admin/readers/period.ts'
import { ReadNow } from '#app/admin/readers/read-now.tsx'
import { ReadersHeading } from '#app/admin/readers/readers-heading.tsx'
import { readershipQuery, useCountsPageViews } from '#app/admin/readers/readers-queries.ts'
import { ReadershipDownloads } from '#app/admin/readers/readership-downloads.tsx'
import { ReadershipSections } from '#app/admin/readers/readership-sections.tsx'
import { TodaySoFar } from '#app/admin/readers/today-so-far.tsx'
import { ViewsChart } from '#app/admin/readers/views-chart.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { Readership } from '#core/domain/readership.ts'
import type { Route } from './+types/readers.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('readers.title'), matches)

/** How often pages are read, and where readers come from. */
export default function Readers() {
  const isCounting = useCountsPageViews()
  const [days, choose] = usePeriod()
  const readership = useQuery({ ...readershipQuery(days), placeholderData: keepPreviousData })
  return (
    <>
      <ReadersHeading intro={t('readers.intro')} />
      {!isCounting && <CountingOff />}
      <QueryView query={readership} what={t('readers.what')} pending={<ListSkeleton rows={6} />}>
        {(found) =>
          isEmpty(found) ? (
            isCounting && (
              <Notice className="max-w-prose" title={t('readers.empty.title')}>
                {t('readers.empty.body')}
              </Notice>
            )
          ) : (
            <>
              {isCounting && <TodaySoFar readership={found} />}
              {isCounting && <ReadNow />}
              <section aria-labelledby="days" className="border-line border-t py-8">
                <PeriodHeading since={found.since} days={days} onChoose={choose} />
                <ViewsChart days={found.days} />
              </section>
              <ReadershipSections readership={found} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

/** Whether nothing was ever counted. */
const isEmpty = ({ since }: Readership) => since === null

interface PeriodHeadingProps {
  since: string | null
  days: Period
  onChoose: (days: Period) => void
}

/** The choice of the days to which everything below it belongs, with what can be downloaded of them. */
function PeriodHeading({ since, days, onChoose }: PeriodHeadingProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="max-w-prose grow basis-72">
        <h2 id="days" className="font-display font-medium text-title">
          {t('readers.days.title')}
        </h2>
        {since && (
          <p className="mt-1 text-sm text-soft">{t('readers.days.since', { day: formatDate(since) })}</p>
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('readers.period')} className="w-36">
          {(control) => (
            <SelectControl
              {...control}
              value={days}
              onChange={(event) =>
                onChoose(PERIODS.find((period) => String(period) === event.target.value) ?? days)
              }
            >
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  {t('readers.period.days', { count: period })}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        <ReadershipDownloads days={days} />
      </div>
    </div>
  )
}

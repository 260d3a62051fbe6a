import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { NEWSLETTER_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ChartTable } from '#app/admin/kit/ui/chart-table.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { MailNotice } from '#app/admin/mail/outbox/mail-notice.tsx'
import { SubscriberCounts } from '#app/admin/subscribers/subscriber-counts.tsx'
import { SubscriberDate } from '#app/admin/subscribers/subscriber-state.tsx'
import { subscriberGrowthQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { SubscribersTable } from '#app/admin/subscribers/subscribers-table.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { GROWTH_WEEKS, type SubscriberWeek } from '#core/domain/subscriber-record.ts'

export const handle: ScreenHandle = { title: t('subscribers.page.title') }

export default function Subscribers() {
  return (
    <>
      <BackLink to={NEWSLETTER_PATH}>{t('subscribers.back')}</BackLink>
      <h1 className="font-display font-medium text-title-lg">{t('subscribers.page.title')}</h1>
      <p className="mt-1.5 mb-6 max-w-prose text-sm text-soft">{t('subscribers.intro')}</p>
      <MailNotice />
      <div className="mb-10">
        <SubscriberCounts />
      </div>
      <GrowthChart />
      <SubscribersTable />
    </>
  )
}

// The library for charts is loaded where one is shown.
const GrowthFigure = lazy(() => import('#app/admin/subscribers/growth-figure.tsx'))

const PERIODS = [
  [13, t('subscribers.growth.quarter')],
  [52, t('subscribers.growth.year')],
  [GROWTH_WEEKS, t('subscribers.growth.twoYears')],
] as const
const HEIGHT = 'h-64'

/** Shows how the number of subscribers has developed, as a chart and as a table. */
function GrowthChart() {
  const [weeks, setWeeks] = useState<number>(52)
  const growth = useQuery({ ...subscriberGrowthQuery(weeks), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="growth" className="mb-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h2 id="growth" className="font-display font-medium text-title">
            {t('subscribers.growth.title')}
          </h2>
          <p className="mt-1 text-sm text-soft">{t('subscribers.growth.intro')}</p>
        </div>
        <Field label={t('subscribers.growth.period')} className="w-36">
          {(control) => (
            <SelectControl
              {...control}
              value={weeks}
              onChange={(event) => setWeeks(Number(event.target.value))}
            >
              {PERIODS.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      </div>
      <QueryView query={growth} what={t('subscribers.growth.what')} pending={<div className={HEIGHT} />}>
        {(found) =>
          !found.some(isLively) ? (
            <p className="text-sm text-soft">{t('subscribers.growth.empty')}</p>
          ) : (
            <>
              <Suspense fallback={<div className={HEIGHT} />}>
                <div className={HEIGHT}>
                  <GrowthFigure weeks={found} />
                </div>
              </Suspense>
              <Legend />
              <GrowthTable weeks={found} />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

/** Tells whether there was anybody to draw. */
const isLively = ({ active, joined, imported, left }: SubscriberWeek) => active + joined + imported + left > 0

/** Each series has its own shape, so that it can be recognised without its colour. */
function Legend() {
  return (
    <ul aria-hidden className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      <li className="inline-flex items-center gap-2">
        <span className="h-0.5 w-5 bg-ink" />
        {t('subscribers.growth.legendActive')}
      </li>
      <li className="inline-flex items-center gap-2">
        <span className="size-3 bg-green" />
        {t('subscribers.growth.joined')}
      </li>
      <li className="inline-flex items-center gap-2">
        <span className="size-3 border-2 border-red" />
        {t('subscribers.growth.left')}
      </li>
    </ul>
  )
}

const GrowthTable = ({ weeks }: { weeks: readonly SubscriberWeek[] }) => (
  <ChartTable
    label={t('subscribers.growth.title')}
    columns={[
      t('subscribers.growth.week'),
      t('subscribers.growth.joined'),
      t('subscribers.growth.imported'),
      t('subscribers.growth.left'),
      t('subscribers.growth.active'),
    ]}
    rows={weeks.toReversed().map(({ week, joined, imported, left, active }) => ({
      key: week,
      name: <SubscriberDate iso={`${week}T12:00:00Z`} />,
      numbers: [joined, imported, left, active].map((count) => count.toLocaleString('en-US')),
    }))}
  />
)

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { lazy, Suspense } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { ChartTable } from '#app/admin/kit/ui/chart-table.tsx'
import { FigureCards } from '#app/admin/kit/ui/figure-cards.tsx'
import { formatDate, languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { formatFigure, formatLongWeekday } from '#app/admin/readers/format-figure.ts'
import { ReadersHeading } from '#app/admin/readers/readers-heading.tsx'
import {
  PERIODS,
  type Period,
  readershipQuery,
  recentViewsQuery,
  useCountsPageViews,
  usePeriod,
} from '#app/admin/readers/readers-queries.ts'
import { PageName, ReadershipSections, SumTable } from '#app/admin/readers/readership-sections.tsx'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { csvLine } from '#core/csv.ts'
import { exportReadership } from '#core/data/readership.ts'
import type { CountedDay, PageViews, Readership, Referrer } from '#core/domain/readership.ts'

/** Figures of page views, and of the sites that readers come from. */
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

/** Says that nothing is counted, and where that is changed. */
function CountingOff() {
  return (
    <Notice className="mb-8 max-w-prose" title={t('readers.off.title')}>
      <p>{t('readers.off.body')}</p>
      <ScreenLink to={settingsPath(SECTIONS.site)} className="text-ink underline underline-offset-4">
        {t('readers.off.settings')}
      </ScreenLink>
    </Notice>
  )
}

/** Returns true if nothing was ever counted. */
const isEmpty = ({ since }: Readership) => since === null

/** Today until now, beside the same weekday of last week from its beginning to its end. */
function TodaySoFar({ readership: { days, today, week_ago } }: { readership: Readership }) {
  const now = days.at(-1)
  const weekday = formatLongWeekday(today)
  const isEstimate = now?.is_incomplete || week_ago?.is_incomplete
  return (
    <section aria-labelledby="today" className="mb-10">
      <h2 id="today" className="mb-3 font-semibold">
        {t('readers.today.title')}
      </h2>
      <FigureCards
        figures={[
          { label: t('readers.today.views'), value: now?.views ?? 0 },
          { label: t('readers.today.visitors'), value: now?.visitors ?? 0 },
          { label: t('readers.today.viewsBefore', { weekday }), value: week_ago?.views ?? null },
          { label: t('readers.today.visitorsBefore', { weekday }), value: week_ago?.visitors ?? null },
        ]}
      />
      <p className="mt-2 text-faint text-sm">
        {t(week_ago ? 'readers.today.note' : 'readers.today.uncounted', { weekday })}{' '}
        {isEstimate && t('readers.incomplete')}
      </p>
    </section>
  )
}

interface PeriodHeadingProps {
  since: string | null
  days: Period
  onChoose: (days: Period) => void
}

/** The choice of the days to which everything below it belongs, with the downloads of them. */
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

/** The pages, and the sites that led to them, as files for spreadsheets. */
function ReadershipDownloads({ days }: { days: Period }) {
  const fileOf = (name: string) => ({
    name: `${name}-${days}-days.csv`,
    type: 'text/csv',
    done: t('readers.csv.done'),
  })
  const pages = useDownload(
    async (client) => writePagesCsv((await exportReadership(client, days)).pages),
    fileOf('pages'),
  )
  const referrers = useDownload(
    async (client) => writeReferrersCsv((await exportReadership(client, days)).referrers),
    fileOf('referrers'),
  )
  return (
    <div className="flex flex-wrap gap-3">
      {[
        { label: t('readers.csv.pages'), file: pages },
        { label: t('readers.csv.referrers'), file: referrers },
      ].map(({ label, file }) => (
        <Button key={label} variant="secondary" aria-disabled={file.busy} onClick={file.run}>
          <Download aria-hidden size={16} />
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Shows what was read in the last half hour, read again every ten seconds while the page is in sight. */
function ReadNow() {
  const recent = useQuery(recentViewsQuery)
  return (
    <PageSection id="now" title={t('readers.now.title')} intro={t('readers.now.intro')}>
      <QueryView query={recent} what={t('readers.now.what')} pending={<ListSkeleton rows={3} />}>
        {(pages) =>
          pages.length === 0 ? (
            <p className="text-sm text-soft">{t('readers.now.empty')}</p>
          ) : (
            <SumTable
              caption={t('readers.now.title')}
              columns={[t('readers.page'), t('readers.views')]}
              rows={pages.map(({ path, language, title, views }) => ({
                key: `${path} ${language}`,
                name: (
                  <PageName
                    name={title ?? (path === '/' ? t('readers.home') : path)}
                    lang={title ? language : undefined}
                    note={languageName(language)}
                  />
                ),
                figures: [views],
              }))}
            />
          )
        }
      </QueryView>
    </PageSection>
  )
}

/** A spreadsheet takes the text for UTF-8 because of the mark at its beginning. */
const MARK = '\uFEFF'

/** Views and visitors of each page. */
export function writePagesCsv(pages: readonly PageViews[]): string {
  const lines = pages.map(({ path, slug, language, views, visitors }) =>
    csvLine([path, slug ?? '', language, String(views), String(visitors)]),
  )
  return [MARK, csvLine(['path', 'slug', 'language', 'views', 'visitors']), ...lines].join('')
}

/** Views by the host that led here; without a host are those that are not listed. */
export function writeReferrersCsv(referrers: readonly Referrer[]): string {
  const lines = referrers.map(({ host, views }) => csvLine([host, String(views)]))
  return [MARK, csvLine(['host', 'views']), ...lines].join('')
}

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

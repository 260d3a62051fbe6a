import { FigureCards } from '#app/admin/dashboard/stat-cards.tsx'
import { t } from '#app/admin/messages.ts'
import { formatLongWeekday } from '#app/admin/readers/format-figure.ts'
import type { Readership } from '#core/domain/readership.ts'

/** Today until now, beside the same weekday of last week from its beginning to its end. */
export function TodaySoFar({ readership: { days, today, week_ago } }: { readership: Readership }) {
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

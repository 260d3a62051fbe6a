import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { FigureCards } from '#app/admin/kit/ui/figure-cards.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import type { SubscriberCounts as Counts } from '#core/domain/subscriber-record.ts'

const CARDS: { label: string; count: Exclude<keyof Counts, 'languages'> }[] = [
  { label: t('subscribers.count.total'), count: 'total' },
  { label: t('subscribers.count.active'), count: 'active' },
  { label: t('subscribers.count.pending'), count: 'pending' },
  { label: t('subscribers.count.unsubscribed'), count: 'unsubscribed' },
]

/** Shows how many subscribers there are, and how many get the newsletter in each language. */
export function SubscriberCounts() {
  const counts = useQuery(subscriberCountsQuery)
  return (
    <QueryView query={counts} what={t('subscribers.counts')} pending={<ListSkeleton rows={2} />}>
      {(found) => (
        <>
          <FigureCards figures={CARDS.map(({ label, count }) => ({ label, value: found[count] }))} />
          {found.languages.length > 0 && (
            <section
              aria-label={t('subscribers.count.languages')}
              className="flex flex-wrap gap-x-6 gap-y-1 py-3 text-sm"
            >
              {found.languages.map(({ language, active }) => (
                <p key={language}>
                  <span className="text-faint">{languageName(language)}</span>{' '}
                  <span className="tabular-nums">{active.toLocaleString('en-US')}</span>
                </p>
              ))}
            </section>
          )}
        </>
      )}
    </QueryView>
  )
}

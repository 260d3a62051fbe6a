import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { articleEventsQuery, EVENTS_PER_PAGE } from '#app/admin/history/history-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useHasColleagues } from '#app/admin/people/names-of-people.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { formatHere } from '#app/admin/schedule/format-time.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { ArticleEvent } from '#core/domain/activity.ts'

/** How many the panel beside the form shows. */
const LATEST = 3

/** The latest of what happened to an article, below its latest versions. Nothing while there are no colleagues. */
export function LatestArticleEvents({ articleId }: { articleId: string }) {
  const hasColleagues = useHasColleagues()
  const { data } = useQuery({ ...articleEventsQuery(articleId, { before: null }), enabled: hasColleagues })
  if (!hasColleagues || !data || data.entries.length === 0) return null
  return (
    <div className="mt-4">
      <h3 className="text-faint text-sm">{t('history.events.title')}</h3>
      <EventList entries={data.entries.slice(0, LATEST)} />
    </div>
  )
}

/** What happened to an article: who handed it to whom, published, corrected or translated it. Nothing while there are no colleagues. */
export function ArticleEvents({ articleId }: { articleId: string }) {
  const hasColleagues = useHasColleagues()
  return hasColleagues ? <EventsSection articleId={articleId} /> : null
}

function EventsSection({ articleId }: { articleId: string }) {
  const [before, setBefore] = useState<number | null>(null)
  const history = useQuery({
    ...articleEventsQuery(articleId, { before }),
    placeholderData: keepPreviousData,
  })
  return (
    <PageSection id="events" title={t('history.events.title')} intro={t('history.events.intro')}>
      <QueryView query={history} what={t('history.events.what')} pending={<ListSkeleton rows={4} />}>
        {(found) => (
          <>
            {found && found.entries.length > 0 ? (
              <EventList entries={found.entries} />
            ) : (
              <p className="text-sm text-soft">{t('history.events.empty')}</p>
            )}
            {found?.is_full === false && (
              <p className="mt-2 text-faint text-sm">{t('history.events.partly')}</p>
            )}
            <div className="mt-3 flex flex-wrap gap-2">
              {before !== null && (
                <Button variant="secondary" size="sm" onClick={() => setBefore(null)}>
                  {t('history.events.latest')}
                </Button>
              )}
              {found && found.entries.length === EVENTS_PER_PAGE && (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => setBefore(found.entries.at(-1)?.id ?? null)}
                >
                  {t('history.events.earlier')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </PageSection>
  )
}

function EventList({ entries }: { entries: readonly ArticleEvent[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map(({ id, name, did, happened_at, reason, due }) => (
        <li key={id} className="py-2.5 text-sm wrap-anywhere">
          <p>
            <bdi className="font-medium">{name}</bdi> {did}
          </p>
          {due && <p className="text-soft">{t('history.events.due', { when: formatHere(new Date(due)) })}</p>}
          {reason && <p className="text-soft">“{reason}”</p>}
          <p className="text-faint">
            <LocalTime iso={happened_at} precision="minute" />
          </p>
        </li>
      ))}
    </ol>
  )
}

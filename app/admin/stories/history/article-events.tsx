import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { formatDate, formatHere } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { articleEventsQuery } from '#app/admin/stories/history/history-queries.ts'
import { STATE_NAMES } from '#app/admin/stories/work/work-queries.ts'
import type { ArticleEvent } from '#core/domain/activity.ts'

/** The number of events that the panel beside the form shows. */
const LATEST = 3

/** The latest of what happened to an article, below its latest versions. Nothing while there are no colleagues. */
export function LatestArticleEvents({ articleId }: { articleId: string }) {
  const hasColleagues = useHasColleagues()
  const { data } = useQuery({
    ...articleEventsQuery(articleId, { from: null, until: null, most: LATEST }),
    enabled: hasColleagues,
  })
  if (!hasColleagues || !data || data.entries.length === 0) return null
  return (
    <div className="mt-4">
      <h3 className="text-faint text-sm">{t('history.events.title')}</h3>
      <ol className="divide-y divide-line">
        {data.entries.map((event) => (
          <li key={event.id} className="py-2.5">
            <EventLine event={event} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/**
 * Says what somebody did with an article, as a sentence: handed it over, published, approved, corrected or translated it, or resolved a
 * note.
 */
export function EventLine({ event }: { event: ArticleEvent }) {
  const { name, did, happened_at, of, handover, reason, due } = event
  return (
    <div className="text-sm wrap-anywhere">
      <p>
        <bdi className="font-medium">{name}</bdi> {did}
      </p>
      {of && <p className="text-soft">{t('history.events.of', { name: of })}</p>}
      {handover && <p className="text-soft">{describeHandover(handover)}</p>}
      {due && <p className="text-soft">{t('history.events.due', { when: formatHere(new Date(due)) })}</p>}
      {reason && <p className="text-soft">“{reason}”</p>}
      <p className="text-faint">
        <LocalTime iso={happened_at} precision="minute" />
      </p>
    </div>
  )
}

/** In which state an article was and is, and until when it is due. */
function describeHandover({
  state_before,
  state_after,
  due_on,
}: NonNullable<ArticleEvent['handover']>): string {
  const [before, after] = [STATE_NAMES[state_before], STATE_NAMES[state_after]]
  const state = before === after ? after : t('history.events.state', { before, after })
  return due_on ? `${state} · ${t('work.due.on', { day: formatDate(due_on) })}` : state
}

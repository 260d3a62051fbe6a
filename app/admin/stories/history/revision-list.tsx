import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { showResults, TablePages, TableSkeleton } from '#app/admin/kit/table/table-view.tsx'
import { formatHere } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { EventLine } from '#app/admin/stories/history/article-events.tsx'
import {
  articleEventsQuery,
  historyPath,
  REVISIONS_PER_PAGE,
  revisionsQuery,
  useNameOfEditor,
} from '#app/admin/stories/history/history-queries.ts'
import { VersionNotes } from '#app/admin/stories/notes/version-notes.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { RevisionSummary } from '#core/data/article-revisions.ts'
import type { ArticleEvent, ArticleHistory } from '#core/domain/activity.ts'
import type { RevisionEvent } from '#core/domain/article-revision.ts'
import { formatCardDate } from '#core/i18n/dates.ts'

const LINK =
  'inline-flex min-h-9 items-center text-sm underline decoration-line underline-offset-4 hover:decoration-current'

/**
 * The versions of an article, the latest first, with what happened to it in between where there are colleagues. Each version can be compared
 * with the one before it, and with the article as it is now.
 */
export function RevisionList({ articleId, page }: { articleId: string; page: number }) {
  const revisions = useQuery({ ...revisionsQuery(articleId, page), placeholderData: keepPreviousData })
  const events = useEventsOfPage(articleId, page)
  const list = useRef<HTMLElement>(null)
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t(events ? 'history.timeline' : 'history.list')}
      className="scroll-mt-4"
    >
      <QueryView query={revisions} what={t('history.what')} pending={<TableSkeleton />}>
        {({ rows, total }) => {
          const timeline = mergeTimeline(rows, events?.data?.entries ?? [])
          return (
            <>
              {page === 1 && rows[0] && (
                <VersionNotes articleId={articleId} savedAt={null} beforeAt={rows[0].made_at} />
              )}
              {timeline.length === 0 ? (
                <p className="border-line border-y py-8 text-sm text-soft">
                  {total === 0 ? t('history.empty') : t('history.none')}
                </p>
              ) : (
                <ol className="divide-y divide-line border-line border-y">
                  {timeline.map((entry) =>
                    'event' in entry ? (
                      <li key={`event ${entry.event.id}`} className="py-3.5">
                        <EventLine event={entry.event} />
                      </li>
                    ) : (
                      <VersionItem
                        key={entry.revision.id}
                        revision={entry.revision}
                        before={rows[entry.index + 1]}
                        isNow={page === 1 && entry.index === 0}
                        isFirst={page * REVISIONS_PER_PAGE >= total && entry.index === rows.length - 1}
                      />
                    ),
                  )}
                </ol>
              )}
              {events && <EventsNotice events={events} />}
              <TablePages
                label={t('history.pages')}
                page={page}
                pageSize={REVISIONS_PER_PAGE}
                total={total}
                linkTo={(to) => (to.page > 1 ? `?page=${to.page}` : '?')}
                onTurn={() => showResults(list.current)}
              />
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

/** Says that what happened cannot be read, or is not all of it. */
function EventsNotice({ events }: { events: NonNullable<ReturnType<typeof useEventsOfPage>> }) {
  if (events.isPending && events.fetchStatus === 'idle') return null
  return (
    <QueryView query={events} what={t('history.events.what')} pending={null}>
      {(found) => (
        <>
          {found?.is_full === false && (
            <p className="mt-2 text-faint text-sm">{t('history.events.partly')}</p>
          )}
          {found && found.entries.length >= MOST_EVENTS && (
            <p className="mt-2 text-faint text-sm">{t('history.events.cut', { most: MOST_EVENTS })}</p>
          )}
        </>
      )}
    </QueryView>
  )
}

interface VersionItemProps {
  revision: RevisionSummary
  /** The version before it, where that is on the same page. */
  before: RevisionSummary | undefined
  isNow: boolean
  isFirst: boolean
}

function VersionItem({ revision, before, isNow, isFirst }: VersionItemProps) {
  const { id, article_id } = revision
  const date = formatCardDate(revision.made_at, 'en')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-1 py-3.5">
      <div className="min-w-0">
        <RevisionLine revision={revision} />
        {(before || isFirst) && (
          <VersionNotes
            articleId={article_id}
            savedAt={revision.made_at}
            beforeAt={before?.made_at ?? null}
          />
        )}
      </div>
      <div className="-my-1.5 flex flex-wrap gap-x-5">
        {before && (
          <Link
            to={historyPath(article_id, { from: before.id, to: id })}
            aria-label={t('history.before.label', { date })}
            className={LINK}
          >
            {t('history.before')}
          </Link>
        )}
        {!isNow && (
          <Link
            to={historyPath(article_id, { from: id, to: 'now' })}
            aria-label={t('history.compare.label', { date })}
            className={LINK}
          >
            {t('history.compare')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** Says when a version was saved, by whom, why, what happened to it, and how its texts changed. */
export function RevisionLine({ revision }: { revision: RevisionSummary }) {
  const nameOf = useNameOfEditor()
  const { made_at, made_by, note, title, published, events } = revision
  const words = describeWords(revision)
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          <LocalTime iso={made_at} precision="minute" />
        </span>
        <span className="min-w-0 break-all text-soft">{t('history.by', { who: nameOf(made_by) })}</span>
        <Badge look="plain" tone={published ? 'green' : 'grey'}>
          {published ? t('history.published') : t('history.draft')}
        </Badge>
      </p>
      <p className="mt-0.5 wrap-anywhere text-soft">{title || t('history.untitled')}</p>
      {(events.length > 0 || words) && (
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft">
          {events.map((event) => (
            <span key={event.what} className="min-w-0 break-all font-medium text-ink">
              {describeEvent(event, event.by === undefined || event.by === made_by ? '' : nameOf(event.by))}
            </span>
          ))}
          {words && <span className="tabular-nums">{words}</span>}
        </p>
      )}
      {note && <p className="mt-0.5 wrap-anywhere text-faint">{note}</p>}
    </div>
  )
}

const EVENTS: Record<RevisionEvent['what'], string> = {
  created: t('history.event.created'),
  published: t('history.event.published'),
  restored: t('history.event.restored'),
  reviewed: t('history.event.reviewed'),
  scheduled: t('history.event.scheduled'),
  translated: t('history.event.translated'),
  unpublished: t('history.event.unpublished'),
}

/** Says what happened to a version; `who` is empty where the line names the editor already. */
function describeEvent(event: RevisionEvent, who: string): string {
  const what = event.for
    ? t('history.event.for', { what: EVENTS[event.what], when: formatHere(new Date(event.for)) })
    : EVENTS[event.what]
  return who ? t('history.event.by', { what, who }) : what
}

/** Says how many words came and went, or how many a first version has. */
function describeWords({ words, words_added, words_removed }: RevisionSummary): string {
  if (words === null) return ''
  if (words_added === null) return t('history.words', { count: words })
  if (words_added === 0 && words_removed === 0) return ''
  return t('history.words.changed', { added: words_added, removed: words_removed ?? 0 })
}

/** More than this of what happened between the versions of a page is not listed. */
const MOST_EVENTS = 200

/** A version, with its place on its page, or something that happened. */
type TimelineEntry = { revision: RevisionSummary; index: number } | { event: ArticleEvent }

/** Puts what happened among the versions of a page, the latest first. What a save did stands above the version that it made. */
export function mergeTimeline(
  revisions: readonly RevisionSummary[],
  events: readonly ArticleEvent[],
): TimelineEntry[] {
  const versions = revisions.map((revision, index) => ({ revision, index, at: Date.parse(revision.made_at) }))
  const happened = events.map((event) => ({ event, at: Date.parse(event.happened_at) }))
  return [...happened, ...versions].sort((a, b) => b.at - a.at)
}

/**
 * Reads what happened between the versions of a page: since the oldest of them, until the oldest of the page before. Null while there are
 * no colleagues, because only they need it.
 */
function useEventsOfPage(articleId: string, page: number): UseQueryResult<ArticleHistory | null> | null {
  const hasColleagues = useHasColleagues()
  const present = useQuery(revisionsQuery(articleId, page)).data
  const newer = useQuery({
    ...revisionsQuery(articleId, page - 1),
    enabled: hasColleagues && page > 1,
  }).data
  const isLast = present && page * REVISIONS_PER_PAGE >= present.total
  const events = useQuery({
    ...articleEventsQuery(articleId, {
      from: isLast ? null : (present?.rows.at(-1)?.made_at ?? null),
      until: newer?.rows.at(-1)?.made_at ?? null,
      most: MOST_EVENTS,
    }),
    enabled: hasColleagues && present !== undefined && (page === 1 || (newer?.rows.length ?? 0) > 0),
  })
  return hasColleagues ? events : null
}

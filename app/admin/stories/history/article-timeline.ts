import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import {
  articleEventsQuery,
  REVISIONS_PER_PAGE,
  revisionsQuery,
} from '#app/admin/stories/history/history-queries.ts'
import type { RevisionSummary } from '#core/data/article-revisions.ts'
import type { ArticleEvent, ArticleHistory } from '#core/domain/activity.ts'

/** More than this of what happened between the versions of a page is not listed. */
export const MOST_EVENTS = 200

/** A version, with its place on its page, or something that happened. */
export type TimelineEntry = { revision: RevisionSummary; index: number } | { event: ArticleEvent }

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
 * What happened between the versions of a page: since the oldest of them, until the oldest of the page before. Null while there are no
 * colleagues, because only they need it.
 */
export function useEventsOfPage(
  articleId: string,
  page: number,
): UseQueryResult<ArticleHistory | null> | null {
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

import { useCallback, useState, useSyncExternalStore } from 'react'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import type { ReviewRow, ReviewSummary } from '#app/admin/review/draft/row-draft.ts'

export function useReviewRow(draft: ReviewDraft, position: number): ReviewRow {
  const subscribe = useCallback(
    (listener: () => void) => draft.subscribeRow(position, listener),
    [draft, position],
  )
  // A row may be removed before its element is unmounted.
  const [first] = useState(() => draft.row(position))
  return useSyncExternalStore(subscribe, () => draft.rows()[position] ?? first)
}

/** A part of the summary; renders again only when it changes. */
export function useSummary<Value extends string | number | boolean>(
  draft: ReviewDraft,
  select: (summary: ReviewSummary) => Value,
): Value {
  return useSyncExternalStore(draft.subscribe, () => select(draft.summary()))
}

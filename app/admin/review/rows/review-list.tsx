import type { RefObject } from 'react'
import { t } from '#app/admin/messages.ts'
import type { SegmentFacts } from '#app/admin/review/check/reviewed-texts.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { ReviewRow, type RowActions } from '#app/admin/review/rows/review-row.tsx'
import type { TranslationReport } from '#core/domain/translation-report.ts'

interface ReviewListProps {
  list: RefObject<HTMLOListElement | null>
  draft: ReviewDraft
  facts: readonly SegmentFacts[] | null
  reports: ReadonlyMap<number, TranslationReport[]>
  active: number | null
  /** The row for which the model is being asked. */
  asking: number | null
  onAsk: (position: number | null) => void
  actions: RowActions
}

/** All blocks, side by side. */
export function ReviewList({ list, draft, facts, reports, active, asking, onAsk, actions }: ReviewListProps) {
  return (
    <ol ref={list} aria-label={t('review.list.label')}>
      {draft.rows().map(({ segment }, position) => (
        <ReviewRow
          key={segment.id}
          draft={draft}
          position={position}
          facts={facts?.[position]}
          reports={reports.get(position)}
          isActive={active === position}
          isEntry={(active ?? 0) === position}
          isAsking={asking === position}
          onAsk={onAsk}
          actions={actions}
        />
      ))}
    </ol>
  )
}

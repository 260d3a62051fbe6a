import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { SegmentFacts } from '#app/admin/review/check/reviewed-texts.ts'
import { placeReports } from '#app/admin/review/reports/place-reports.ts'
import { openReportsQuery } from '#app/admin/review/review-queries.ts'
import type { TranslationReport } from '#core/domain/translation-report.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'

const NONE: readonly TranslationReport[] = []

/** What readers have reported of a translation, at the blocks that they mean. */
export function usePlacedReports(review: TranslationReview, facts: readonly SegmentFacts[] | null) {
  const { data: reports = NONE } = useQuery(openReportsQuery(review.translation?.id ?? null))
  /** A report stays at its block when that is written anew. */
  const known = useRef(new Map<string, string>())
  const { segments } = review

  return useMemo(() => {
    const positions = new Map(segments.map(({ id }, position) => [id, position]))
    const before = new Map(
      [...known.current].flatMap(([report, id]) => {
        const position = positions.get(id)
        return position === undefined ? [] : [[report, position] as const]
      }),
    )
    const texts = segments.map(({ text }, position) => ({ text, tags: facts?.[position]?.tags }))
    const placed = placeReports(reports, texts, before)
    for (const [position, at] of placed.at) {
      const id = segments[position]?.id
      if (id !== undefined) for (const report of at) known.current.set(report.id, id)
    }
    return { ...placed, total: reports.length }
  }, [reports, segments, facts])
}

import { STATE_NAMES } from '#app/admin/coverage/coverage-table.ts'
import { t } from '#app/admin/messages.ts'
import type { CoverageCell, CoveredArticle } from '#core/domain/translation-coverage.ts'

/** What a cell says at first sight, and what there is to add. */
export function describeCell(
  article: Pick<CoveredArticle, 'published'>,
  cell: CoverageCell,
): { text: string; more: string[] } {
  const { state, translation_id, published, waits, conflicts, reports, reason } = cell
  const more: string[] = []
  if (reason && (state === 'failed' || state === 'under-way')) more.push(reason)
  if (conflicts > 0) more.push(t('coverage.cell.conflicts', { count: conflicts }))
  if (reports > 0) more.push(t('coverage.cell.reports', { count: reports }))
  if (translation_id !== null && !published && article.published)
    more.push(t(waits ? 'coverage.cell.unpublishedYet' : 'coverage.cell.unpublished'))
  else if (waits) more.push(t('coverage.cell.renewed'))
  return { text: textOf(cell), more }
}

function textOf({ state, changed_segments, run_status, segments, segments_done }: CoverageCell): string {
  if (state === 'stale' && changed_segments !== null && changed_segments > 0)
    return t('coverage.cell.stale', { count: changed_segments })
  if (run_status === 'paused') return t('coverage.cell.paused')
  if (run_status === 'queued') return t('coverage.cell.queued')
  if (run_status === 'running' && segments)
    return t('coverage.cell.running', { done: segments_done ?? 0, all: segments })
  return STATE_NAMES[state]
}

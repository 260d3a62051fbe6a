import { useCallback, useState, useSyncExternalStore } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import { fieldLabel } from '#core/domain/article-fields.ts'
import type { ReviewSegment } from '#core/domain/translation-review.ts'

/** A problem that a check has found in a text. */
export interface RowFinding {
  sentence: string
  /** True if the text does not fit into the article; such a finding cannot be confirmed. */
  isStructural: boolean
}

/** The edited state of a segment. */
export interface RowDraft {
  text: string
  approved: boolean
  /** True if `text` decides the conflict. */
  decided: boolean
  /** True if the editor has confirmed the findings. */
  confirmed: boolean
  /** The reason why a text stands that the checks have refused; empty until the editor says so. */
  reason: string
}

/** A segment as it is reviewed. */
export interface ReviewRow extends RowDraft {
  position: number
  segment: ReviewSegment
  findings: readonly RowFinding[]
  /** True while `findings` belong to an earlier text. */
  isChecking: boolean
}

/** The stored state of a segment. */
export function draftOf(segment: ReviewSegment): RowDraft {
  return {
    text: segment.text,
    approved: segment.approvedAt !== null,
    decided: false,
    confirmed: false,
    reason: '',
  }
}

export function isChanged({ segment, ...draft }: RowDraft & { segment: ReviewSegment }): boolean {
  const stored = draftOf(segment)
  return (['text', 'approved', 'decided', 'confirmed', 'reason'] as const).some(
    (key) => draft[key] !== stored[key],
  )
}

export const isWritten = ({ text }: Pick<RowDraft, 'text'>) => text.trim() !== ''

/** Tells whether a proposed text has to be decided on. */
export const isConflict = ({ segment, decided }: ReviewRow) => segment.proposed !== null && !decided

/** Tells whether the source has changed since its translation, and the translation has not been confirmed. */
export const isOutdated = ({ segment, text, decided, approved }: ReviewRow) =>
  segment.translatedFrom !== null &&
  segment.proposed === null &&
  text === segment.text &&
  isWritten(segment) &&
  !decided &&
  !approved

/** Tells whether the editor keeps the findings; a refused answer only with a reason. */
export const isKept = ({ segment, confirmed, reason }: RowDraft & { segment: ReviewSegment }) =>
  confirmed && (segment.refused === null || reason.trim() !== '')

/** Tells whether a refused answer stands here that the editor has neither mended, approved nor kept. */
export const isRefused = (row: ReviewRow) =>
  row.segment.refused !== null && row.text === row.segment.refused.text && !row.approved && !isKept(row)

/** The findings that block an approval or a save; none for a text that was approved with them. */
export function openFindings(row: ReviewRow): readonly RowFinding[] {
  const { findings, segment, text } = row
  if (segment.approvedAt !== null && text === segment.text) return []
  return isKept(row) ? findings.filter(({ isStructural }) => isStructural) : findings
}

/** Returns why a row cannot be approved yet; null when it can. */
export function obstacleOf(row: ReviewRow): 'empty' | 'outdated' | 'conflict' | 'findings' | null {
  if (!isWritten(row)) return 'empty'
  if (isOutdated(row)) return 'outdated'
  if (isConflict(row)) return 'conflict'
  return openFindings(row).length > 0 ? 'findings' : null
}

/** Returns why a row is approved only by itself: an obstacle, or an original that says something else now. */
export const reasonToSkip = (row: ReviewRow) =>
  obstacleOf(row) ?? (row.segment.saysNow === null ? null : ('outdated' as const))

/** Tells whether a row needs the editor: nothing else than approving it may be left. */
export const isProblem = (row: ReviewRow) => !row.approved && (obstacleOf(row) !== null || isRefused(row))

export interface ReviewSummary {
  total: number
  /** Rows with a text for the present source. */
  written: number
  approved: number
  /** Rows with something that has to be changed or confirmed. */
  withFindings: number
  conflicts: number
  /** Rows with a refused answer. */
  refused: number
  /** Rows whose source has changed. */
  outdated: number
  changed: number
  /** Empty rows with a match in the translation memory. */
  fillable: number
}

export function summarise(rows: readonly ReviewRow[]): ReviewSummary {
  const count = (isMeant: (row: ReviewRow) => boolean) => rows.filter(isMeant).length
  return {
    total: rows.length,
    written: count((row) => isWritten(row) && !isOutdated(row) && !isRefused(row)),
    approved: count(({ approved }) => approved),
    withFindings: count((row) => isWritten(row) && openFindings(row).length > 0),
    conflicts: count(isConflict),
    refused: count(isRefused),
    outdated: count(({ segment }) => segment.saysNow !== null),
    changed: count(isChanged),
    fillable: count((row) => !isWritten(row) && row.segment.remembered.length > 0),
  }
}

/** A changed row, identified by its source, because positions and versions change. */
export interface UnsavedRow extends RowDraft {
  id: string
  source: string
  /** The text that it replaces. */
  before: string
}

/** Two unsaved or stored texts for the same source. */
interface RowConflict {
  position: number
  mine: UnsavedRow
  theirs: string
}

export interface RebasedRows {
  /** Rows that were applied to a segment. */
  applied: { position: number; row: UnsavedRow }[]
  conflicts: RowConflict[]
  /** Rows whose source no longer exists. */
  orphaned: UnsavedRow[]
}

/** Applies unsaved rows to other segments: to the same one, else to one with the same source. */
export function rebaseRows(unsaved: readonly UnsavedRow[], rows: readonly ReviewRow[]): RebasedRows {
  const byId = new Map(rows.map((row) => [row.segment.id, row]))
  const free = new Map<string, ReviewRow[]>()
  const ownIds = new Set(unsaved.map(({ id, source }) => (byId.get(id)?.segment.source === source ? id : '')))
  for (const row of rows) {
    if (ownIds.has(row.segment.id)) continue
    free.set(row.segment.source, [...(free.get(row.segment.source) ?? []), row])
  }
  const rebased: RebasedRows = { applied: [], conflicts: [], orphaned: [] }
  for (const row of unsaved) {
    const same = byId.get(row.id)
    const target = same?.segment.source === row.source ? same : free.get(row.source)?.shift()
    if (!target) {
      // Without a new text, there is nothing to preserve.
      if (row.text !== row.before && row.text.trim() !== '') rebased.orphaned.push(row)
      continue
    }
    const { position, segment } = target
    const isMineNew = row.text !== row.before
    const isTheirsNew = segment.text !== row.before
    if (isMineNew && isTheirsNew && segment.text !== row.text && segment.text.trim() !== '')
      rebased.conflicts.push({ position, mine: row, theirs: segment.text })
    // An approval of another text is dropped.
    else if (isMineNew || !isTheirsNew) rebased.applied.push({ position, row })
  }
  return rebased
}

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

/** The name of the kind of a segment. */
export function nameOfKind({ id, kind }: Pick<ReviewSegment, 'id' | 'kind'>): string {
  switch (kind) {
    case 'field':
      return fieldLabel(SHORT_TEXTS.find((field) => field === id) ?? 'title')
    case 'heading':
      return t('review.kind.heading')
    case 'paragraph':
      return t('review.kind.paragraph')
    case 'item':
      return t('review.kind.item')
    case 'cell':
      return t('review.kind.cell')
    case 'alt':
      return t('review.kind.alt')
    case 'caption':
      return t('review.kind.caption')
    case 'title':
      return t('review.kind.linkTitle')
  }
}

/** The number of a block, from 1. */
export const numberOf = (position: number) => position + 1

/** The number of a block and the name of its kind. */
export const nameBlock = ({ position, segment }: { position: number; segment: ReviewSegment }) =>
  t('review.block.name', { number: numberOf(position), kind: nameOfKind(segment) })

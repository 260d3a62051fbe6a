import {
  draftOf,
  isChanged,
  isKept,
  isWritten,
  type RebasedRows,
  type ReviewRow,
  type ReviewSummary,
  type RowDraft,
  type RowFinding,
  rebaseRows,
  summarise,
  type UnsavedRow,
} from '#app/admin/languages/review/draft/row-draft.ts'
import type { ReviewInput, ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'

type Listener = () => void

/** The state of an edited review. Each row has its own listeners, so that typing in one renders no other. */
export interface ReviewDraft {
  review: () => TranslationReview
  rows: () => readonly ReviewRow[]
  row: (position: number) => ReviewRow
  summary: () => ReviewSummary
  subscribe: (listener: Listener) => () => void
  subscribeRow: (position: number, listener: Listener) => () => void
  change: (position: number, change: Partial<RowDraft>) => void
  /** Sets the findings of texts; those of texts that have changed since are ignored. */
  setFindings: (found: readonly (readonly [position: number, text: string, findings: RowFinding[]])[]) => void
  /** Sets the problems of texts that the server has refused. */
  refuse: (problems: readonly { position: number; sentences: string[] }[]) => void
  /** All unsaved rows, including those in undecided conflicts. */
  unsavedRows: () => UnsavedRow[]
  input: () => ReviewInput
  /**
   * Replaces the review by another version, and applies unsaved changes that are not in `saved` to it. The result has the conflicts
   * that the editor has to decide.
   */
  rebase: (next: TranslationReview, saved?: ReviewInput) => RebasedRows
  /** Applies unsaved rows of an earlier session. */
  restore: (unsaved: readonly UnsavedRow[]) => RebasedRows
  /** Drops the rows of conflicts that have been decided. */
  discardUndecided: () => void
  /** Discards all unsaved changes. */
  reset: () => void
}

export function createReviewDraft(first: TranslationReview): ReviewDraft {
  let review = first
  let rows = rowsOf(first.segments)
  let summary: ReviewSummary | null = null
  let undecided: UnsavedRow[] = []
  const listeners = new Set<Listener>()
  const rowListeners = new Map<number, Set<Listener>>()

  function notify(positions: Iterable<number>) {
    summary = null
    for (const position of positions) for (const listener of rowListeners.get(position) ?? []) listener()
    for (const listener of listeners) listener()
  }

  function rowAt(position: number): ReviewRow {
    const row = rows[position]
    if (!row) throw new RangeError(`There is no segment ${position}`)
    return row
  }

  function put(changed: readonly ReviewRow[]) {
    if (changed.length === 0) return
    rows = rows.slice()
    for (const row of changed) rows[row.position] = row
    notify(changed.map(({ position }) => position))
  }

  function apply(unsaved: readonly UnsavedRow[]): RebasedRows {
    const rebased = rebaseRows(unsaved, rows)
    undecided = [...undecided, ...rebased.conflicts.map(({ mine }) => mine), ...rebased.orphaned]
    put(
      rebased.applied.map(({ position, row: { text, approved, decided, confirmed, reason = '' } }) =>
        changedRow(rowAt(position), { text, approved, decided, confirmed, reason }),
      ),
    )
    return rebased
  }

  const changedRows = () =>
    rows.filter(isChanged).map(({ segment, text, approved, decided, confirmed, reason }) => ({
      id: segment.id,
      source: segment.source,
      before: segment.text,
      text,
      approved,
      decided,
      confirmed,
      reason,
    }))

  return {
    review: () => review,
    rows: () => rows,
    row: rowAt,
    summary: () => {
      summary ??= summarise(rows)
      return summary
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeRow(position, listener) {
      const set = rowListeners.get(position) ?? new Set()
      rowListeners.set(position, set.add(listener))
      return () => set.delete(listener)
    },
    change: (position, change) => put([changedRow(rowAt(position), change)]),
    setFindings(found) {
      put(
        found.flatMap(([position, text, findings]) => {
          const row = rows[position]
          return row?.text === text ? [{ ...row, findings, isChecking: false }] : []
        }),
      )
    },
    refuse(problems) {
      put(
        problems.flatMap(({ position, sentences }) => {
          const row = rows[position]
          if (!row) return []
          const known = new Map(row.findings.map((finding) => [finding.sentence, finding]))
          const findings = sentences.map(
            (sentence) => known.get(sentence) ?? { sentence, isStructural: row.confirmed },
          )
          return [{ ...row, findings, approved: false }]
        }),
      )
    },
    unsavedRows: () => [...changedRows(), ...undecided],
    input: () => inputOf(review, rows),
    rebase(next, saved) {
      const positions = new Map(rows.map(({ segment, position }) => [segment.id, position]))
      const unsaved = changedRows().flatMap((row) => {
        const position = positions.get(row.id) ?? -1
        const sent = saved?.texts[position]
        if (!saved || sent === undefined) return [row]
        // A text that is only in the translation memory is not in the segment yet.
        const isThere = next.segments[position]?.text.trim() !== '' || !isWritten(row)
        return isSaved(saved, position, row) && isThere ? [] : [{ ...row, before: isThere ? sent : '' }]
      })
      review = next
      rows = rowsOf(next.segments)
      const rebased = apply(unsaved)
      notify(rowListeners.keys())
      return rebased
    },
    restore(unsaved) {
      const rebased = apply(unsaved)
      notify([])
      return rebased
    },
    discardUndecided() {
      undecided = []
      notify([])
    },
    reset() {
      rows = rowsOf(review.segments)
      notify(rowListeners.keys())
    },
  }
}

function rowsOf(segments: readonly ReviewSegment[]): ReviewRow[] {
  return segments.map((segment, position) => ({
    position,
    segment,
    ...draftOf(segment),
    findings: findingsOf(segment),
    isChecking: false,
  }))
}

/** Applies a change. A new text is neither approved nor are its findings confirmed. */
function changedRow(row: ReviewRow, change: Partial<RowDraft>): ReviewRow {
  const { text } = change
  if (text === undefined || text === row.text) return { ...row, ...change }
  // Back to the stored text, with the findings of the server.
  if (text === row.segment.text)
    return {
      ...row,
      ...draftOf(row.segment),
      ...change,
      findings: findingsOf(row.segment),
      isChecking: false,
    }
  const isEmpty = text.trim() === ''
  return {
    ...row,
    approved: false,
    confirmed: false,
    reason: '',
    ...(isEmpty && { findings: [] }),
    isChecking: !isEmpty,
    ...change,
  }
}

/** Returns what the server has found. Whether it may stand is only known of refused answers before the texts are checked here. */
const findingsOf = ({ problems, refused }: ReviewSegment): RowFinding[] =>
  problems.map((sentence) => ({ sentence, isStructural: refused !== null && !refused.mayStand }))

function inputOf(review: TranslationReview, rows: readonly ReviewRow[]): ReviewInput {
  const positionsOf = (isMeant: (row: ReviewRow) => boolean) =>
    rows.filter(isMeant).map(({ position }) => position)
  return {
    articleId: review.original.id,
    language: review.language,
    revision: review.revision,
    version: review.version,
    texts: rows.map(({ text }) => text),
    approved: positionsOf(({ approved }) => approved),
    decided: positionsOf(({ decided }) => decided),
    confirmed: positionsOf(({ confirmed }) => confirmed),
    reasons: rows.flatMap((row) =>
      row.reason.trim() && isKept(row) ? [{ position: row.position, reason: row.reason.trim() }] : [],
    ),
  }
}

/** Tells whether a row is the same as in the saved input. */
function isSaved(sent: ReviewInput, position: number, row: RowDraft): boolean {
  return (
    sent.texts[position] === row.text &&
    sent.approved.includes(position) === row.approved &&
    sent.decided.includes(position) === row.decided &&
    sent.confirmed.includes(position) === row.confirmed &&
    (sent.reasons?.find((one) => one.position === position)?.reason ?? '') === row.reason.trim()
  )
}

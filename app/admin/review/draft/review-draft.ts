import { type RebasedRows, rebaseRows, type UnsavedRow } from '#app/admin/review/draft/rebase-rows.ts'
import {
  draftOf,
  isChanged,
  isWritten,
  type ReviewRow,
  type ReviewSummary,
  type RowDraft,
  type RowFinding,
  summarise,
} from '#app/admin/review/draft/row-draft.ts'
import type { ReviewInput, ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'

type Listener = () => void

/** What is being made of a review. Each row can be listened to alone, so that typing in one renders no other. */
export interface ReviewDraft {
  review: () => TranslationReview
  rows: () => readonly ReviewRow[]
  row: (position: number) => ReviewRow
  summary: () => ReviewSummary
  subscribe: (listener: Listener) => () => void
  subscribeRow: (position: number, listener: Listener) => () => void
  change: (position: number, change: Partial<RowDraft>) => void
  /** What code says of texts; left out where the text has changed since. */
  setFindings: (found: readonly (readonly [position: number, text: string, findings: RowFinding[]])[]) => void
  /** What the server says of texts that it has refused. */
  refuse: (problems: readonly { position: number; sentences: string[] }[]) => void
  /** What somebody has written and not saved, with what has no place until it is decided. */
  unsavedRows: () => UnsavedRow[]
  input: () => ReviewInput
  /**
   * Goes on with another version of the review. What was changed, and is not in `saved`, is kept where its source is still there.
   * Returns what somebody has to look at.
   */
  rebase: (next: TranslationReview, saved?: ReviewInput) => RebasedRows
  /** Puts back what was kept earlier. */
  restore: (kept: readonly UnsavedRow[]) => RebasedRows
  /** What had no place has been decided. */
  settle: () => void
  /** Takes back all that was not saved. */
  reset: () => void
}

export function createReviewDraft(first: TranslationReview): ReviewDraft {
  let review = first
  let rows = rowsOf(first.segments)
  let summary: ReviewSummary | null = null
  let undecided: UnsavedRow[] = []
  const listeners = new Set<Listener>()
  const rowListeners = new Map<number, Set<Listener>>()

  function tell(positions: Iterable<number>) {
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
    tell(changed.map(({ position }) => position))
  }

  function apply(kept: readonly UnsavedRow[]): RebasedRows {
    const placed = rebaseRows(kept, rows)
    undecided = [...undecided, ...placed.clashes.map(({ mine }) => mine), ...placed.lost]
    put(
      placed.mine.map(({ position, row: { text, approved, decided, confirmed } }) =>
        changedRow(rowAt(position), { text, approved, decided, confirmed }),
      ),
    )
    return placed
  }

  const changedRows = () =>
    rows.filter(isChanged).map(({ segment, text, approved, decided, confirmed }) => ({
      id: segment.id,
      source: segment.source,
      before: segment.text,
      text,
      approved,
      decided,
      confirmed,
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
      const kept = changedRows().flatMap((row) => {
        const position = positions.get(row.id) ?? -1
        const sent = saved?.texts[position]
        if (!saved || sent === undefined) return [row]
        // What is only remembered has no place of its own yet.
        const isThere = next.segments[position]?.text.trim() !== '' || !isWritten(row)
        return isSaved(saved, position, row) && isThere ? [] : [{ ...row, before: isThere ? sent : '' }]
      })
      review = next
      rows = rowsOf(next.segments)
      const placed = apply(kept)
      tell(rowListeners.keys())
      return placed
    },
    restore(kept) {
      const placed = apply(kept)
      tell([])
      return placed
    },
    settle() {
      undecided = []
      tell([])
    },
    reset() {
      rows = rowsOf(review.segments)
      tell(rowListeners.keys())
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

/** Another text has neither been approved, nor have its findings been looked at. */
function changedRow(row: ReviewRow, change: Partial<RowDraft>): ReviewRow {
  const { text } = change
  if (text === undefined || text === row.text) return { ...row, ...change }
  // As it was read, with what the server says of it.
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
    ...(isEmpty && { findings: [] }),
    isChecking: !isEmpty,
    ...change,
  }
}

const findingsOf = ({ problems }: ReviewSegment): RowFinding[] =>
  problems.map((sentence) => ({ sentence, isStructural: false }))

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
  }
}

/** Whether this is what was sent, so that nothing of it has to be kept. */
function isSaved(sent: ReviewInput, position: number, row: RowDraft): boolean {
  return (
    sent.texts[position] === row.text &&
    sent.approved.includes(position) === row.approved &&
    sent.decided.includes(position) === row.decided &&
    sent.confirmed.includes(position) === row.confirmed
  )
}

import type { ReviewRow, RowDraft } from '#app/admin/review/draft/row-draft.ts'

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

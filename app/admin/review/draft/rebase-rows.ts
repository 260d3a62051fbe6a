import type { ReviewRow, RowDraft } from '#app/admin/review/draft/row-draft.ts'

/** A changed row as it can be kept: by what it translates, because positions and versions change. */
export interface UnsavedRow extends RowDraft {
  id: string
  source: string
  /** The text that it replaces. */
  before: string
}

/** Two people, or the same one twice, have written other texts for the same source. */
interface RowConflict {
  position: number
  mine: UnsavedRow
  theirs: string
}

export interface RebasedRows {
  /** What has its place again. */
  mine: { position: number; row: UnsavedRow }[]
  clashes: RowConflict[]
  /** Their source is gone. */
  lost: UnsavedRow[]
}

/** Finds the places of kept rows: the same segment, else another one with the same source. */
export function rebaseRows(kept: readonly UnsavedRow[], rows: readonly ReviewRow[]): RebasedRows {
  const byId = new Map(rows.map((row) => [row.segment.id, row]))
  const free = new Map<string, ReviewRow[]>()
  const ownIds = new Set(kept.map(({ id, source }) => (byId.get(id)?.segment.source === source ? id : '')))
  for (const row of rows) {
    if (ownIds.has(row.segment.id)) continue
    free.set(row.segment.source, [...(free.get(row.segment.source) ?? []), row])
  }
  const placed: RebasedRows = { mine: [], clashes: [], lost: [] }
  for (const row of kept) {
    const same = byId.get(row.id)
    const target = same?.segment.source === row.source ? same : free.get(row.source)?.shift()
    if (!target) {
      // An approval has nothing in it that somebody wrote.
      if (row.text !== row.before && row.text.trim() !== '') placed.lost.push(row)
      continue
    }
    const { position, segment } = target
    const isMineNew = row.text !== row.before
    const isTheirsNew = segment.text !== row.before
    if (isMineNew && isTheirsNew && segment.text !== row.text && segment.text.trim() !== '')
      placed.clashes.push({ position, mine: row, theirs: segment.text })
    // What somebody approved was another text.
    else if (isMineNew || !isTheirsNew) placed.mine.push({ position, row })
  }
  return placed
}

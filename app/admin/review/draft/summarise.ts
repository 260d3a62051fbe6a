import {
  isChanged,
  isConflict,
  isOutdated,
  isWritten,
  openFindings,
  type ReviewRow,
} from '#app/admin/review/draft/row-draft.ts'

export interface ReviewSummary {
  total: number
  /** Those with a text for what the source says. */
  written: number
  approved: number
  /** Rows with something that has to be changed or confirmed. */
  withFindings: number
  conflicts: number
  /** Rows whose source says something else now. */
  outdated: number
  changed: number
  /** Empty rows for which the memory has a wording. */
  fillable: number
}

export function summarise(rows: readonly ReviewRow[]): ReviewSummary {
  const count = (isMeant: (row: ReviewRow) => boolean) => rows.filter(isMeant).length
  return {
    total: rows.length,
    written: count((row) => isWritten(row) && !isOutdated(row)),
    approved: count(({ approved }) => approved),
    withFindings: count((row) => isWritten(row) && openFindings(row).length > 0),
    conflicts: count(isConflict),
    outdated: count(({ segment }) => segment.saysNow !== null),
    changed: count(isChanged),
    fillable: count((row) => !isWritten(row) && row.segment.remembered.length > 0),
  }
}

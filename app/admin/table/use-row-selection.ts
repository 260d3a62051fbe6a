import { useState } from 'react'

export interface RowSelection<Row> {
  /** In the order of the table. */
  selected: readonly Row[]
  /** How a row is called, for screen readers. */
  nameOf: (row: Row) => string
  isSelected: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects all rows, or none when all are. */
  toggleAll: () => void
  clear: () => void
}

interface SelectionOptions<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** What the rows were asked for by: with another one nothing is selected. */
  scope: string
}

const NONE: ReadonlySet<string> = new Set()

/** Which rows of a table are selected. Only rows that are shown can be, so that nothing happens to others unseen. */
export function useRowSelection<Row>(options: SelectionOptions<Row>): RowSelection<Row> {
  const { rows, keyOf, nameOf, scope } = options
  const [stored, setStored] = useState({ scope, keys: NONE })
  const keys = stored.scope === scope ? stored.keys : NONE
  const selected = rows.filter((row) => keys.has(keyOf(row)))
  const select = (next: readonly Row[]) => setStored({ scope, keys: new Set(next.map(keyOf)) })
  return {
    selected,
    nameOf,
    isSelected: (row) => keys.has(keyOf(row)),
    toggle: (row) =>
      select(keys.has(keyOf(row)) ? selected.filter((other) => other !== row) : [...selected, row]),
    toggleAll: () => select(selected.length === rows.length ? [] : rows),
    clear: () => select([]),
  }
}

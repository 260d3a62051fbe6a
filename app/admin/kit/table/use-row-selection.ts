import { useState } from 'react'

export interface RowSelection<Row> {
  /** In the order of the table, each as it was shown when it was selected. */
  selected: readonly Row[]
  /** Returns the name of a row, for screen readers. */
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
  /** The query by which the rows were asked for: with another one nothing is selected. */
  scope: string
}

/** Keeps the selection of rows of a table. Only rows that are shown can be selected, so that nothing happens to others unseen. */
export function useRowSelection<Row>(options: SelectionOptions<Row>): RowSelection<Row> {
  const { rows, keyOf, nameOf, scope } = options
  const [stored, setStored] = useState<{ scope: string; rows: readonly Row[] }>({ scope, rows: [] })
  const chosen = new Map(stored.scope === scope ? stored.rows.map((row) => [keyOf(row), row]) : [])
  const selected = rows.flatMap((row) => chosen.get(keyOf(row)) ?? [])
  const select = (next: readonly Row[]) => setStored({ scope, rows: next })
  return {
    selected,
    nameOf,
    isSelected: (row) => chosen.has(keyOf(row)),
    toggle: (row) =>
      select(
        chosen.has(keyOf(row)) ? selected.filter((other) => keyOf(other) !== keyOf(row)) : [...selected, row],
      ),
    toggleAll: () =>
      select(selected.length === rows.length ? [] : rows.map((row) => chosen.get(keyOf(row)) ?? row)),
    clear: () => select([]),
  }
}

import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { TableSort } from '#app/admin/table/table-address.ts'

export interface Column<Row, Sort extends string> {
  name: string
  /** Set when the table can be sorted by this column. */
  sort?: Sort
  /** Set on the first column, whose cell is the header of its row. */
  isHeader?: boolean
  /** How wide it is where the rows stand in columns; columns that do not say share what is left. */
  width?: string
  className?: string
  cell: (row: Row) => React.ReactNode
}

interface DataTableProps<Row, Sort extends string> {
  /** The caption of the table, for screen readers. */
  caption: string
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort: TableSort<Sort>
  onSort: (sort: TableSort<Sort>) => void
  /** Whether the rows are still those of an earlier query. */
  stale: boolean
  /** Shown when there are no rows. */
  empty: React.ReactNode
}

/** With another `display`, browsers no longer expose a table to screen readers, so the roles are explicit. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
}

/** A table, whose cells are stacked on small screens. The rows are sorted and paged already. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, keyOf, sort, onSort, stale, empty } = props
  if (rows.length === 0) return <div className="border-line border-y py-8">{empty}</div>
  return (
    <table
      {...ROLES.table}
      aria-busy={stale}
      className={`block w-full border-line border-y text-left text-sm transition-opacity md:table md:table-fixed ${stale ? 'opacity-60' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...ROLES.rowgroup} className="block border-line border-b md:table-header-group">
        <tr {...ROLES.row} className="flex gap-5 md:table-row">
          {columns.map((column) => (
            <th
              key={column.name}
              {...ROLES.columnheader}
              scope="col"
              aria-sort={ariaSort(column.sort, sort)}
              className={`font-medium text-faint md:pr-5 md:last:pr-0 ${column.width ?? ''} ${column.sort ? '' : 'max-md:sr-only'}`}
            >
              {column.sort ? (
                <SortButton name={column.name} by={column.sort} sort={sort} onSort={onSort} />
              ) : (
                column.name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.rowgroup} className="block divide-y divide-line md:table-row-group">
        {rows.map((row) => (
          <tr key={keyOf(row)} {...ROLES.row} className="block py-3 hover:bg-wash md:table-row md:py-0">
            {columns.map(({ name, isHeader, className = '', cell }) =>
              isHeader ? (
                <th
                  key={name}
                  {...ROLES.rowheader}
                  scope="row"
                  className={`block font-medium wrap-anywhere md:table-cell md:py-3 md:pr-5 md:align-top ${className}`}
                >
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={name}
                  {...ROLES.cell}
                  className={`block wrap-anywhere md:table-cell md:py-3 md:pr-5 md:align-top md:last:pr-0 ${className}`}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SortButtonProps<Sort extends string> {
  name: string
  by: Sort
  sort: TableSort<Sort>
  onSort: (sort: TableSort<Sort>) => void
}

function SortButton<Sort extends string>({ name, by, sort, onSort }: SortButtonProps<Sort>) {
  const isSorted = sort.by === by
  const Icon = !isSorted ? ChevronsUpDown : sort.descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort({ by, descending: isSorted && !sort.descending })}
      className={`inline-flex min-h-10 items-center gap-1.5 hover:text-ink ${isSorted ? 'text-ink' : ''}`}
    >
      {name}
      <Icon aria-hidden size={14} />
    </button>
  )
}

function ariaSort(by: string | undefined, sort: TableSort<string>) {
  if (by === undefined) return undefined
  if (by !== sort.by) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

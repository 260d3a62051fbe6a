import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useEffect, useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import type { TableSort } from '#app/admin/kit/table/table-address.ts'
import type { RowSelection } from '#app/admin/kit/table/use-row-selection.ts'

export interface Column<Row, Sort extends string> {
  name: string
  /** Set when the table can be sorted by this column. */
  sort?: Sort
  /** Set on the first column, whose cell is the header of its row. */
  isHeader?: boolean
  /** The width in the column layout; columns without one share the rest. */
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
  /** Missing for a table that is not sorted by its columns. */
  sort?: TableSort<Sort>
  onSort?: (sort: TableSort<Sort>) => void
  /** True if the rows are still those of an earlier query. */
  stale: boolean
  /** The breakpoint of the column layout: `xl` for more columns than fit a small laptop. */
  columnsFrom?: keyof typeof LAYOUTS
  /** Set when rows can be selected. */
  selection?: RowSelection<Row>
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

/** Keeps focused controls above the bar of bulk actions at the lower edge. */
const ABOVE_A_BAR = '[&_:is(a,button,input,select)]:scroll-mb-32'

/** The classes of both layouts; `md` stacks cells vertically on small screens, `xl` wraps them. */
const LAYOUTS = {
  md: {
    table: 'md:table md:table-fixed',
    head: 'md:table-header-group',
    headRow: 'md:table-row',
    headCell: 'md:h-10 md:pr-5 md:last:pr-0',
    unsorted: 'max-md:sr-only',
    body: 'md:table-row-group',
    row: 'block md:table-row md:py-0',
    indent: 'max-md:pl-9',
    header: '',
    cell: 'md:table-cell md:py-3 md:pr-5 md:align-top md:last:pr-0',
    box: 'max-md:absolute max-md:top-0.5 max-md:left-0 md:table-cell md:py-0.5 md:align-top',
    boxHead: 'max-md:-mr-3.5 md:w-9',
  },
  xl: {
    table: 'xl:table xl:table-fixed',
    head: 'xl:table-header-group',
    headRow: 'xl:table-row',
    headCell: 'xl:h-10 xl:pr-5 xl:last:pr-0',
    unsorted: 'max-xl:sr-only',
    body: 'xl:table-row-group',
    row: 'flex flex-wrap items-center gap-x-5 gap-y-2 xl:table-row xl:py-0',
    indent: 'max-xl:pl-9',
    header: 'max-xl:basis-full',
    cell: 'xl:table-cell xl:py-3 xl:pr-5 xl:align-top xl:last:pr-0',
    box: 'max-xl:absolute max-xl:top-0.5 max-xl:left-0 xl:table-cell xl:py-0.5 xl:align-top',
    boxHead: 'max-xl:-mr-3.5 xl:w-9',
  },
} as const

/** A table, whose cells are stacked on small screens. The rows are sorted and paged already. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, keyOf, sort, onSort, stale, columnsFrom = 'md', selection } = props
  const look = LAYOUTS[columnsFrom]
  const hasHead = selection || columns.some((column) => column.sort)
  return (
    <table
      {...ROLES.table}
      aria-busy={stale}
      className={`block w-full border-line border-y text-left text-sm transition-opacity ${look.table} ${stale ? 'opacity-60' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead
        {...ROLES.rowgroup}
        className={`block border-line border-b ${look.head} ${hasHead ? '' : look.unsorted}`}
      >
        <tr {...ROLES.row} className={`flex flex-wrap items-center gap-x-5 ${look.headRow}`}>
          {selection && (
            <th {...ROLES.columnheader} scope="col" className={look.boxHead}>
              <SelectionBox
                label={t('table.selection.all')}
                checked={selection.selected.length === rows.length}
                mixed={selection.selected.length > 0 && selection.selected.length < rows.length}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.name}
              {...ROLES.columnheader}
              scope="col"
              aria-sort={ariaSort(column.sort, sort)}
              className={`font-medium text-faint ${look.headCell} ${column.width ?? ''} ${column.sort ? '' : look.unsorted}`}
            >
              {column.sort && sort && onSort ? (
                <SortButton name={column.name} by={column.sort} sort={sort} onSort={onSort} />
              ) : (
                column.name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.rowgroup} className={`block divide-y divide-line ${look.body}`}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            {...ROLES.row}
            className={`relative py-3 hover:bg-wash ${look.row} ${selection ? `${look.indent} ${ABOVE_A_BAR}` : ''} ${selection?.isSelected(row) ? 'bg-wash' : ''}`}
          >
            {selection && (
              <td {...ROLES.cell} className={look.box}>
                <SelectionBox
                  label={t('table.selection.row', { name: selection.nameOf(row) })}
                  checked={selection.isSelected(row)}
                  onChange={() => selection.toggle(row)}
                />
              </td>
            )}
            {columns.map(({ name, isHeader, className = '', cell }) =>
              isHeader ? (
                <th
                  key={name}
                  {...ROLES.rowheader}
                  scope="row"
                  className={`block min-w-0 font-medium wrap-anywhere ${look.header} ${look.cell} ${className}`}
                >
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={name}
                  {...ROLES.cell}
                  className={`block min-w-0 wrap-anywhere ${look.cell} ${className}`}
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

function ariaSort(by: string | undefined, sort: TableSort<string> | undefined) {
  if (by === undefined || !sort) return undefined
  if (by !== sort.by) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

interface SelectionBoxProps {
  label: string
  checked: boolean
  /** Some of the rows are selected, but not all. */
  mixed?: boolean
  onChange: () => void
}

/** The checkbox of a row, or of all rows. Its label makes it large enough for a finger. */
function SelectionBox({ label, checked, mixed = false, onChange }: SelectionBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  // No attribute says this.
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className="-ml-2.5 grid size-10 cursor-pointer place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-4.5 cursor-pointer accent-ink"
      />
    </label>
  )
}

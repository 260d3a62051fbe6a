import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  readTableAddress,
  type TableAddress,
  type TableSpec,
  writeTableAddress,
} from '#app/admin/table/table-address.ts'

export interface TableState<Sort extends string, Filter extends string> {
  address: TableAddress<Sort, Filter>
  pageSize: number
  /** Whether a search or a filter leaves rows out. */
  isFiltered: boolean
  /** The link to the table with a change. A change of search, filters or sorting leads to the first page. */
  linkTo: (change: Partial<TableAddress<Sort, Filter>>) => string
  /** Navigates there; with `replace` it adds no history entry. */
  change: (change: Partial<TableAddress<Sort, Filter>>, options?: { replace?: boolean }) => void
}

/**
 * A table's sorting, filters, search, page and open row, in the address of the page. With `keepsOthers`, parameters of other parts of the
 * page stay.
 */
export function useTableAddress<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  { keepsOthers = false } = {},
): TableState<Sort, Filter> {
  const [params, setParams] = useSearchParams()
  const asked = params.toString()
  const address = useMemo(() => readTableAddress(spec, new URLSearchParams(asked)), [spec, asked])
  const withOthers = useCallback(
    (written: URLSearchParams) =>
      keepsOthers ? addOthers(spec, written, new URLSearchParams(asked)) : written,
    [spec, asked, keepsOthers],
  )
  const read = withOthers(writeTableAddress(spec, address)).toString()

  // Invalid parameters are removed, so that the address always matches what is shown.
  useEffect(() => {
    if (read !== asked) setParams(read, { replace: true, preventScrollReset: true })
  }, [read, asked, setParams])

  const write = useCallback(
    (change: Partial<TableAddress<Sort, Filter>>) => {
      const isSameList = Object.keys(change).every((part) => part === 'open')
      return withOthers(
        writeTableAddress(spec, {
          ...address,
          ...(isSameList ? {} : { page: 1, open: null }),
          ...change,
        }),
      )
    },
    [spec, address, withOthers],
  )
  const linkTo = useCallback(
    (change: Partial<TableAddress<Sort, Filter>>) => {
      const query = write(change).toString()
      return query ? `?${query}` : '?'
    },
    [write],
  )
  const change = useCallback(
    (to: Partial<TableAddress<Sort, Filter>>, { replace = false } = {}) =>
      setParams(write(to), { replace, preventScrollReset: true }),
    [write, setParams],
  )
  const isFiltered = address.search !== '' || Object.values(address.filters).some(Boolean)
  return { address, pageSize: spec.pageSize, isFiltered, linkTo, change }
}

/** Adds the parameters that are not the table's own. */
function addOthers(
  { filters }: TableSpec<string, string>,
  written: URLSearchParams,
  present: URLSearchParams,
): URLSearchParams {
  const own = new Set(['q', 'page', 'open', 'sort', ...Object.keys(filters)])
  for (const [name, value] of present) if (!own.has(name)) written.append(name, value)
  return written
}

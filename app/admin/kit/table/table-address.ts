import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { z } from '#core/domain/schema.ts'

/** The sorting, filters and page size of a table; what its address may contain. */
export interface TableSpec<Sort extends string, Filter extends string> {
  sorts: readonly Sort[]
  defaultSort: TableSort<Sort>
  /** The values that each filter may have. */
  filters: Readonly<Record<Filter, FilterValues>>
  pageSize: number
}

type FilterValues = readonly string[] | ((value: string) => boolean)

export interface TableSort<Sort extends string> {
  by: Sort
  descending: boolean
}

export interface TableAddress<Sort extends string = string, Filter extends string = string> {
  search: string
  sort: TableSort<Sort>
  /** Null for a filter that is not set. */
  filters: Readonly<Record<Filter, string | null>>
  /** From 1. */
  page: number
  /** The id of the open row; null when the list is shown. */
  open: string | null
}

const MAX_SEARCH_CHARACTERS = 200
const MAX_PAGE = 100_000

const common = z.object({
  q: z.string().max(MAX_SEARCH_CHARACTERS).catch(''),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
  open: z.uuid().nullable().catch(null),
})

/** Parses an address. Unknown parameters and invalid values count as missing. */
export function readTableAddress<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
): TableAddress<Sort, Filter> {
  const { q, page, open } = common.parse({
    q: params.get('q') ?? '',
    page: params.get('page') ?? 1,
    open: params.get('open'),
  })
  const filters = Object.entries<FilterValues>(spec.filters).map(([name, values]) => {
    const value = params.get(name)
    const isValid = value !== null && (typeof values === 'function' ? values(value) : values.includes(value))
    return [name, isValid ? value : null] as const
  })
  return {
    search: q,
    page,
    open,
    sort: readSort(spec, params.get('sort')),
    filters: Object.fromEntries(filters) as Record<Filter, string | null>,
  }
}

/** Writes the address, always in the same order and without default values. */
export function writeTableAddress<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  { search, sort, filters, page, open }: TableAddress<Sort, Filter>,
): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('q', search.slice(0, MAX_SEARCH_CHARACTERS))
  for (const [name, value] of Object.entries<string | null>(filters)) if (value) params.set(name, value)
  const sorted = formatSort(sort)
  if (sorted !== formatSort(spec.defaultSort)) params.set('sort', sorted)
  if (page > 1) params.set('page', String(page))
  if (open) params.set('open', open)
  return params
}

/** The name of a column, with a hyphen before it for descending order. */
function formatSort({ by, descending }: TableSort<string>): string {
  return `${descending ? '-' : ''}${by}`
}

function readSort<Sort extends string>(spec: TableSpec<Sort, string>, text: string | null): TableSort<Sort> {
  const by = spec.sorts.find((name) => name === text?.replace(/^-/, ''))
  return by && text ? { by, descending: text.startsWith('-') } : spec.defaultSort
}

export interface TableState<Sort extends string, Filter extends string> {
  address: TableAddress<Sort, Filter>
  pageSize: number
  /** True if a search or a filter leaves rows out. */
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

/** Moves focus when the open row is closed, which takes away what had it. `focus` gets the id of that row. */
export function useFocusAfterClose(open: string | null, focus: (id: string) => void): void {
  const lastOpen = useRef(open)
  const moveFocus = useEffectEvent(focus)
  useEffect(() => {
    const id = lastOpen.current
    lastOpen.current = open
    if (!open && id) moveFocus(id)
  }, [open])
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

import { findCategory, type Sections } from '#core/domain/category.ts'
import { searchPath } from '#core/paths.ts'

/** The longest name that can be asked for. */
export const AUTHOR_FILTER_MAX_LENGTH = 100

/** The filters in their order in the form, and so in an address. */
export const SEARCH_FILTERS = ['category', 'author', 'from', 'to'] as const
export type SearchFilter = (typeof SEARCH_FILTERS)[number]

/** The filters as an address and the form contain them; empty when one is not set. */
export type TypedFilters = Record<SearchFilter, string>

export const NO_FILTERS: TypedFilters = { category: '', from: '', to: '', author: '' }

export interface SearchFilters {
  category: string | null
  /** The first and the last day, as `2026-11-30`, in UTC as all dates that readers see. */
  from: string | null
  to: string | null
  /** Words, or their beginnings, of the author's name. */
  author: string | null
}

/** The problem of a filter: `order` is an end before the beginning. */
export type FilterProblem = 'category' | 'date' | 'order' | 'author'

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** The filters in an address. When one occurs several times, the first counts. */
export function typedFiltersOf(asked: URLSearchParams): TypedFilters {
  const askedFor = (filter: SearchFilter) => (asked.get(filter) ?? '').trim()
  return {
    category: askedFor('category'),
    author: askedFor('author'),
    from: askedFor('from'),
    to: askedFor('to'),
  }
}

export function hasFilters(typed: TypedFilters): boolean {
  return SEARCH_FILTERS.some((filter) => typed[filter] !== '')
}

/** The typed filters, and their problems: no filter is ignored silently. */
export function parseFilters(
  typed: TypedFilters,
  sections: Sections,
): {
  filters: SearchFilters
  problems: Partial<Record<SearchFilter, FilterProblem>>
} {
  const filters: SearchFilters = {
    category: typed.category === '' ? null : (findCategory(typed.category, sections)?.category.slug ?? null),
    from: dateOf(typed.from),
    to: dateOf(typed.to),
    author: authorOf(typed.author),
  }
  const isReversed = filters.from !== null && filters.to !== null && filters.to < filters.from
  const isWrong = (filter: SearchFilter) => typed[filter] !== '' && filters[filter] === null
  return {
    filters,
    problems: {
      ...(isWrong('category') && { category: 'category' }),
      ...(isWrong('from') && { from: 'date' }),
      ...((isWrong('to') || isReversed) && { to: isReversed ? 'order' : 'date' }),
      ...(isWrong('author') && { author: 'author' }),
    },
  }
}

function dateOf(typed: string): string | null {
  if (!DATE_PATTERN.test(typed) || typed < '0001') return null
  const time = new Date(`${typed}T00:00:00Z`)
  // A day that a month does not have is read as one of the next month.
  return !Number.isNaN(time.valueOf()) && time.toISOString().startsWith(typed) ? typed : null
}

function authorOf(typed: string): string | null {
  const name = typed.normalize().toWellFormed().replaceAll('\0', '')
  return /[\p{L}\p{N}]/u.test(name) && [...name].length <= AUTHOR_FILTER_MAX_LENGTH ? name : null
}

/** A page of the results of a search with filters, which can do without a query. */
export function filteredSearchPath(query: string, typed: TypedFilters, page = 1): string {
  const parameters = new URLSearchParams(query === '' ? {} : { q: query })
  for (const filter of SEARCH_FILTERS) if (typed[filter] !== '') parameters.set(filter, typed[filter])
  if (page > 1) parameters.set('page', String(page))
  return parameters.size > 0 ? `${searchPath()}?${parameters}` : searchPath()
}

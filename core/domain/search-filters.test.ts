import { describe, expect, test } from 'vitest'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import {
  filteredSearchPath,
  hasFilters,
  NO_FILTERS,
  parseFilters,
  type TypedFilters,
  typedFiltersOf,
} from '#core/domain/search-filters.ts'

const parse = (typed: Partial<TypedFilters>) => parseFilters({ ...NO_FILTERS, ...typed }, DEFAULT_SECTIONS)

test('filters are read from an address, without spaces around them', () => {
  const asked = new URLSearchParams(
    'category=Tech&from=2026-11-01&to=2026-11-30&author=+Mara+&author=Idris&page=2',
  )
  const typed = typedFiltersOf(asked)
  expect(typed).toEqual({ category: 'Tech', from: '2026-11-01', to: '2026-11-30', author: 'Mara' })
  expect(parseFilters(typed, DEFAULT_SECTIONS)).toEqual({
    filters: { category: 'tech', from: '2026-11-01', to: '2026-11-30', author: 'Mara' },
    problems: {},
  })
})

test('no filter is a problem by being empty', () => {
  expect(hasFilters(NO_FILTERS)).toBe(false)
  expect(parse({})).toEqual({
    filters: { category: null, from: null, to: null, author: null },
    problems: {},
  })
})

test.each(['sport', '__proto__', 'toString', 'x'.repeat(10_000), 'tech,news'])(
  '%s is no category',
  (category) => expect(parse({ category }).problems).toEqual({ category: 'category' }),
)

test.each([
  '30.11.2026',
  '2026-13-01',
  '2026-02-30',
  '2025-02-29',
  '0000-01-01',
  '275760-09-13',
  '2026-11-30T00:00:00Z',
  'today',
  '-2026-01-01',
  '2026-11-3٠',
])('%s is no date', (date) => {
  expect(parse({ from: date }).problems).toEqual({ from: 'date' })
  expect(parse({ to: date, from: '2026-01-01' }).problems).toEqual({ to: 'date' })
})

test('a period of one day is one, and its end cannot be before its beginning', () => {
  expect(parse({ from: '2024-02-29', to: '2024-02-29' }).problems).toEqual({})
  expect(parse({ from: '2024-02-29', to: '2024-02-28' }).problems).toEqual({ to: 'order' })
})

describe('the name of an author', () => {
  test.each(['🤖', '…', '\u202E', "'", 'x'.repeat(101)])('is not %j', (author) =>
    expect(parse({ author }).problems).toEqual({ author: 'author' }),
  )

  test.each([
    ['Toma\u0301s', 'Tomás'],
    ['王', '王'],
    ['a\0b', 'ab'],
    ['R2', 'R2'],
  ])('may be %j', (author, name) => expect(parse({ author }).filters.author).toBe(name))
})

test('the address of a search has its filters, and neither empty ones nor a first page', () => {
  expect(filteredSearchPath('', NO_FILTERS)).toBe('/search')
  expect(filteredSearchPath('a&b', NO_FILTERS, 2)).toBe('/search?q=a%26b&page=2')
  expect(filteredSearchPath('', { ...NO_FILTERS, author: 'Mara & Co', category: 'tech' })).toBe(
    '/search?category=tech&author=Mara+%26+Co',
  )
})

import { expect, test } from 'vitest'
import { readTableAddress, type TableSpec, writeTableAddress } from './table-address.ts'

const SPEC: TableSpec<'date' | 'title', 'status'> = {
  sorts: ['date', 'title'],
  defaultSort: { by: 'date', descending: true },
  filters: { status: ['draft', 'published'] },
  pageSize: 10,
}
const ID = '0a1b2c3d-0000-4000-8000-000000000001'

const read = (query: string) => readTableAddress(SPEC, new URLSearchParams(query))
const asOpened = read('')

test('a table is opened with its own order, on its first page, with everything shown', () => {
  expect(asOpened).toEqual({
    search: '',
    sort: SPEC.defaultSort,
    filters: { status: null },
    page: 1,
    open: null,
  })
  expect(writeTableAddress(SPEC, asOpened).toString()).toBe('')
})

test('an address that was written is parsed to the same values', () => {
  const address = {
    search: 'a & b',
    sort: { by: 'title', descending: false },
    filters: { status: 'draft' },
    page: 3,
    open: ID,
  } as const
  const written = writeTableAddress(SPEC, address).toString()
  expect(written).toBe(`q=a+%26+b&status=draft&sort=title&page=3&open=${ID}`)
  expect(read(written)).toEqual(address)
})

test('invalid values in an address count as missing', () => {
  for (const query of [
    'page=0',
    'page=1.5',
    'page=x',
    'page=1e9',
    'page=',
    'sort=constructor',
    'sort=--date',
    'sort=-',
    'status=__proto__',
    'status=Draft',
    'open=1',
    `q=${'x'.repeat(201)}`,
    '__proto__=1',
    'unknown=1',
  ]) {
    expect(read(query), query).toEqual(asOpened)
  }
})

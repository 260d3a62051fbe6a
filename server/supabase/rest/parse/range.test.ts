import { describe, expect, test } from 'vitest'
import { parseParameters } from '#server/supabase/rest/parse/parameters.ts'
import { applyRange, parsePage, requireWithin } from '#server/supabase/rest/parse/range.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'

function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof RestError) return [error.status, error.body.code]
    throw error
  }
}
const BAD = [400, 'PGRST100']
const BEYOND = [416, 'PGRST103']
const ALL = { limit: null, offset: 0 }

test.each<[string, unknown]>([
  ['', ALL],
  ['limit=10', { limit: 10, offset: 0 }],
  ['limit=10&offset=20', { limit: 10, offset: 20 }],
  ['limit=0', { limit: 0, offset: 0 }],
  ['limit=999999999999999', { limit: 999999999999999, offset: 0 }],
  ['limit=-1', BEYOND],
  ['limit=0&offset=1', BEYOND],
  ['offset=-1', BAD],
  ['limit=ten', BAD],
  ['limit=', BAD],
  ['limit=1.5', BAD],
  ['limit=1e3', BAD],
  ['limit= 1', BAD],
  ['limit=0x10', BAD],
  ['limit=9999999999999999', BAD],
  ['limit=٣', BAD],
])('%j', (query, page) => {
  expect(outcome(() => parsePage(parseParameters(query)))).toEqual(page)
})

describe('a Range header', () => {
  test.each<[string | null, unknown]>([
    [null, ALL],
    ['0-9', { offset: 0, limit: 10 }],
    ['5-5', { offset: 5, limit: 1 }],
    ['5-', { offset: 5, limit: null }],
    ['5-4', BEYOND],
    ['-5', BAD],
    ['items=0-9', BAD],
    ['bytes=0-9', BAD],
    ['0-9,20-29', BAD],
    ['', BAD],
  ])('%j', (range, page) => {
    expect(outcome(() => applyRange(ALL, range))).toEqual(page)
  })

  test.each([
    { limit: 1, offset: 0 },
    { limit: null, offset: 1 },
  ])('together with %j is refused', (page) => {
    expect(outcome(() => applyRange(page, '0-9'))).toEqual(BAD)
    expect(applyRange(page, null)).toBe(page)
  })
})

test('a page may begin right after the last row, but not later', () => {
  expect(outcome(() => requireWithin(0, 0))).toBeUndefined()
  expect(outcome(() => requireWithin(5, 5))).toBeUndefined()
  expect(outcome(() => requireWithin(6, 5))).toEqual(BEYOND)
})

import { describe, expect, test } from 'vitest'
import {
  applyRange,
  parsePage,
  parseParameters,
  requireWithin,
  takeParameter,
} from '#server/supabase/rest/parse/parameters.ts'
import { RestError } from '#server/supabase/rest/rest-error.ts'

const refusal = (query: string): RestError | null => {
  try {
    parseParameters(query)
    return null
  } catch (error) {
    return error as RestError
  }
}

describe('parameters', () => {
  test.each<[string, [string, string][]]>([
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&&b=2&',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a=', [['a', '']]],
    ['a=b=c', [['a', 'b=c']]],
    [
      'a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['%61=%62+c%2Bd', [['a', 'b c+d']]],
    ['a=%F0%9F%9A%80', [['a', '🚀']]],
    ['a=%2526', [['a', '%26']]],
    [
      '__proto__=1&constructor=2',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ],
  ])('%s', (query, pairs) => {
    expect(parseParameters(query)).toEqual(pairs.map(([name, value]) => ({ name, value })))
  })

  test.each([
    ['a name without =', 'title'],
    ['half an escape', 'a=%4'],
    ['an escape of nothing', 'a=%zz'],
    ['bytes that are no UTF-8', 'a=%ff'],
    ['an overlong NUL', 'a=%C0%80'],
    ['half a surrogate pair', 'a=%ED%A0%BD'],
    ['more than sixty', Array.from({ length: 61 }, () => 'a=1').join('&')],
    ['more than 12,000 characters', `a=${'x'.repeat(11_999)}`],
  ])('%s is refused', (_what, query) => {
    const error = refusal(query)
    expect(error).toBeInstanceOf(RestError)
    expect([error?.status, error?.body.code]).toEqual([400, 'PGRST100'])
    expect(JSON.stringify(error?.body).length).toBeLessThan(500)
  })

  test('of exactly 12,000 characters are parsed', () => {
    expect(parseParameters(`a=${'x'.repeat(11_998)}`)).toHaveLength(1)
  })
})

describe('taking a parameter', () => {
  test('returns its value and removes it from the list', () => {
    const parameters = parseParameters('a=1&b=2&c=3')
    expect(takeParameter(parameters, 'b')).toBe('2')
    expect(parameters.map(({ name }) => name)).toEqual(['a', 'c'])
    expect(takeParameter(parameters, 'b')).toBeUndefined()
  })

  test('that is given twice is refused', () => {
    expect(() => takeParameter(parseParameters('a=1&a=1'), 'a')).toThrow('failed to parse the parameter "a"')
  })
})

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

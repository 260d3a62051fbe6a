import { describe, expect, test } from 'vitest'
import { parseParameters, takeParameter } from '#server/supabase/rest/parse/parameters.ts'
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

import { describe, expect, test } from 'vitest'
import {
  applyPreferences,
  parsePreferences,
  readsSingleObject,
  requireJson,
} from '#server/supabase/rest/parse/headers.ts'

const OBJECT = 'application/vnd.pgrst.object+json'

test.each<[string | null, boolean]>([
  [null, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['Application/JSON; charset=utf-8', false],
  ['application/vnd.pgrst.array+json', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  [OBJECT, true],
  ['application/vnd.pgrst.object', true],
  [`${OBJECT}, application/json`, true],
  [`application/json, ${OBJECT}`, false],
  [`application/json;q=0.5, ${OBJECT}`, true],
  [`${OBJECT};q=0.1, application/json;q=0.2`, false],
  [`${OBJECT};nulls=stripped, application/json`, false],
])('%j wants one row: %s', (accept, isSingle) => {
  expect(readsSingleObject(accept)).toBe(isSingle)
})

test.each([
  'text/csv',
  'application/geo+json',
  'application/octet-stream',
  'application/openapi+json',
  'application/*',
  'application/vnd.pgrst.plan+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
  `${OBJECT};nulls=stripped`,
  ';',
  'x'.repeat(10_000),
])('%j is not available', (accept) => {
  expect(() => readsSingleObject(accept)).toThrow('None of these media types are available')
})

test.each([null, '', 'application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
  'a body with Content-Type %j is accepted',
  (type) => {
    expect(() => requireJson(type)).not.toThrow()
  },
)

test.each([
  'text/plain;charset=UTF-8',
  'text/csv',
  'application/x-www-form-urlencoded',
  'application/jsonx',
  ';',
])('a body with Content-Type %j is refused', (type) => {
  expect(() => requireJson(type)).toThrow('Content-Type not acceptable')
})

const NONE = {
  returnsRows: false,
  countsAll: false,
  onConflict: null,
  missingIsDefault: false,
  maxAffected: null,
}

test.each<[string | null, object]>([
  [null, {}],
  ['', {}],
  [' , ', {}],
  ['return=minimal', {}],
  ['return=representation', { returnsRows: true }],
  ['count=exact', { countsAll: true }],
  ['resolution=merge-duplicates', { onConflict: 'merge' }],
  ['resolution=ignore-duplicates', { onConflict: 'ignore' }],
  ['missing=default', { missingIsDefault: true }],
  ['handling=strict, max-affected=0', { maxAffected: 0 }],
  ['max-affected=999999', { maxAffected: 999999 }],
  [' count=exact ,return=representation', { returnsRows: true, countsAll: true }],
  ['return=representation, return=representation', { returnsRows: true }],
  ['return=minimal, return=representation', {}],
  ['max-affected=1, max-affected=2', { maxAffected: 1 }],
])('%j', (header, preferences) => {
  expect(parsePreferences(header)).toMatchObject({ ...NONE, ...preferences })
})

test.each([
  'count=planned',
  'count=estimated',
  'count',
  'count=exact;x=1',
  'Count=exact',
  'return=headers-only',
  'handling=lenient',
  'missing=null',
  'tx=rollback',
  'timezone=UTC',
  'max-affected=-1',
  'max-affected=1000000',
  'max-affected=ten',
  'wait=10',
  'toString=x',
  '__proto__=x',
  'count=exact, x',
  '=',
])('%j is refused', (header) => {
  expect(() => parsePreferences(header)).toThrow('Invalid preferences given with handling=strict')
})

describe('Preference-Applied', () => {
  const everything =
    'max-affected=1, count=exact, handling=strict, return=representation, missing=default, resolution=merge-duplicates'
  const names = ['resolution', 'missing', 'return', 'count', 'handling', 'max-affected'] as const

  test('is in PostgREST’s order, whatever the order of the request', () => {
    expect(applyPreferences(parsePreferences(everything), names)).toEqual([
      'resolution=merge-duplicates',
      'missing=default',
      'return=representation',
      'count=exact',
      'handling=strict',
      'max-affected=1',
    ])
  })

  test('leaves return out of a request that writes nothing', () => {
    const preferences = parsePreferences('return=representation, count=exact')
    expect(applyPreferences(preferences, ['count'])).toEqual(['count=exact'])
  })

  test('is refused with a preference that the request does not support', () => {
    expect(() => applyPreferences(parsePreferences('missing=default'), ['count'])).toThrow(
      'Invalid preferences',
    )
  })
})

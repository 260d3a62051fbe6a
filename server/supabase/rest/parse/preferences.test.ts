import { describe, expect, test } from 'vitest'
import { applyPreferences, parsePreferences } from '#server/supabase/rest/parse/preferences.ts'

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

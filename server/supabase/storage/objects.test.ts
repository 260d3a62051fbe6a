import { expect, test } from 'vitest'
import { decodeParts, requireObjectName } from '#server/supabase/storage/objects.ts'

test.each([
  'a.png',
  'articles/1763654400000-k3x9.JPG',
  "a/b/c d (1) & e's, f=g;h:i@j+k!l*m$.png",
  'x'.repeat(255),
])('%s can be the name of an object', (name) => {
  expect(requireObjectName(name)).toBe(name)
})

test.each([
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  '.a',
  'a/.b',
  'a\\b',
  'a\0b',
  'a\nb',
  'a?b',
  'a#b',
  'a%b',
  'a"b',
  'a<b',
  'ä.png',
  '😀.png',
  '\ud800',
  '\u202e.png',
  'x'.repeat(256),
  `${'a/'.repeat(600)}a`,
])('%j cannot', (name) => {
  expect(() => requireObjectName(name)).toThrow(/^Invalid key/)
})

test('the parts of a path are decoded once', () => {
  expect(decodeParts('object/a%20b/%2541')).toEqual(['object', 'a b', '%41'])
})

test.each(['a%2Fb', 'a%5cb', 'a%00b', 'a%', '%c0%ae', '%ff'])('%s has no parts', (path) => {
  expect(() => decodeParts(path)).toThrow(/^Invalid key/)
})

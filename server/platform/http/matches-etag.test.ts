import { expect, test } from 'vitest'
import { matchesEtag } from '#server/platform/http/matches-etag.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"a', false],
  ['', false],
  [undefined, false],
  [','.repeat(16_000), false],
])('If-None-Match %j against "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})

import { expect, test } from 'vitest'
import { chooseEncoding, matchesEtag } from '#server/platform/http/request-headers.ts'

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

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br; q=0.0,gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['br;q=0.2, gzip', 'gzip'],
  ['identity, br;q=0.5', 'identity'],
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['deflate, bru', 'identity'],
  ['br;q=x, gzip;q=y', 'identity'],
  [',;=,;"\\', 'identity'],
  ['__proto__;__proto__=1, constructor', 'identity'],
  [`${'a, '.repeat(5000)}br`, 'identity'],
] as const)('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
  expect(chooseEncoding(header)).toBe(encoding)
})

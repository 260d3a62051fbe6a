import { expect, test } from 'vitest'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'

test.each([
  ['https://harbour.example/a', 'https://harbour.example/a'],
  [' HTTP://WWW.Harbour.Example:80/a/?utm_source=rss&utm_medium=x#part ', 'https://harbour.example/a'],
  ['https://harbour.example./a//b/index.html', 'https://harbour.example/a/b'],
  ['https://harbour.example', 'https://harbour.example'],
  ['https://harbour.example/?b=2&a=1&fbclid=x', 'https://harbour.example?a=1&b=2'],
  ['https://harbour.example/a?ref=rss', 'https://harbour.example/a'],
  ['https://harbour.example/a?ref=main&id=7', 'https://harbour.example/a?id=7&ref=main'],
  ['https://m.harbour.example/a/amp/', 'https://harbour.example/a'],
  ['https://m.example/a', 'https://m.example/a'],
  ['https://harbour.example/%7enora/%c3%bc', 'https://harbour.example/~nora/%C3%BC'],
  ['https://harbour.example:8443/a', 'https://harbour.example:8443/a'],
  ['https://harbour.example/?__proto__=1', 'https://harbour.example?__proto__=1'],
])('%s is %s', (written, expected) => {
  expect(canonicalAddress(written)).toBe(expected)
  expect(canonicalAddress(expected)).toBe(expected)
})

test.each([
  'harbour.example/a',
  'ftp://harbour.example/a',
  'javascript:alert(1)',
  'https://nora:secret@harbour.example/',
  'https://harbour".example/',
  '',
  `https://harbour.example/${'a'.repeat(2000)}`,
])('%s is none', (written) => {
  expect(canonicalAddress(written)).toBeNull()
})

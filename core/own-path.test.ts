import { expect, test } from 'vitest'
import { localizedPath } from '#core/i18n/languages.ts'
import { ownPath } from '#core/own-path.ts'

const FORMS = [
  '//other.example/x',
  '///other.example/x',
  '/\\other.example/x',
  '\\\\other.example/x',
  '/%5Cother.example/x',
  '/%2Fother.example/x',
  '/\t/other.example/x',
  '/\n/other.example/x',
  '/\r\n\\other.example/x',
  '\t//other.example/x',
  ' //other.example/x',
  '\0//other.example/x',
  '/.//other.example/x',
  '/%2e//other.example/x',
  '/a/..//other.example/x',
  '//other.example@else.example/x',
  'other.example/x',
  'https://other.example/x',
  '//[::1]/x',
  '/',
  '',
]

test.each(FORMS)('%j stays here', (path) => {
  for (const query of ['', '?page=2&to=//other.example#//other.example']) {
    for (const own of [ownPath(path + query), localizedPath(path + query, 'en'), localizedPath(path, 'de')]) {
      const url = new URL(own, 'https://here.example/page')
      expect(url.origin).toBe('https://here.example')
      expect(own).toBe(url.pathname + url.search + url.hash)
      expect(ownPath(own)).toBe(own)
    }
  }
})

test.each([
  ['/news?page=2#latest', '/news?page=2#latest'],
  ['//other.example/?page=2', '/other.example/?page=2'],
  ['/article/%C3%BC//a', '/article/%C3%BC//a'],
  ['?q=a b', '/?q=a%20b'],
])('%s is %s', (path, own) => expect(ownPath(path)).toBe(own))

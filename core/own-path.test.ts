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

const HERE = 'https://here.example/page'

test.each(FORMS)('%j stays here, as it is typed and as it is read', (path) => {
  for (const query of ['', '?page=2&to=//other.example#//other.example']) {
    const read = new URL(`https://here.example/${path}${query}`)
    const typed = { pathname: path, search: query, hash: '' }
    for (const own of [
      ownPath(typed),
      ownPath(read),
      localizedPath(path + query, 'en'),
      localizedPath(path, 'de'),
    ]) {
      const url = new URL(own, HERE)
      expect(url.origin).toBe('https://here.example')
      expect(new URL(ownPath(url), HERE).origin).toBe('https://here.example')
    }
    expect(localizedPath(localizedPath(path, 'de'), 'en')).toBe(localizedPath(path, 'en'))
  }
})

test.each([
  ['/news?page=2#latest', '/news?page=2#latest'],
  ['//other.example/?page=2', '/other.example/?page=2'],
  ['/article/%C3%BC//a', '/article/%C3%BC//a'],
])('%s is %s', (path, own) => expect(ownPath(new URL(`http://here.example${path}`))).toBe(own))

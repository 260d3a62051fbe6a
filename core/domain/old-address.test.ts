import { expect, test } from 'vitest'
import { isOfNoPage, mayNameArticle, meantAddresses, oldAddress } from '#core/domain/old-address.ts'
import { processorMs } from '../../tests/support/processor-time.ts'

test.each([
  ['/?p=123', '/?p=123'],
  ['/index.php?p=123', '/?p=123'],
  ['/?utm_source=x&page_id=9&fbclid=y#top', '/?page_id=9'],
  ['/?lang=de&p=1', '/?lang=de&p=1'],
  ['/2024/05/harbour/', '/2024/05/harbour'],
  ['//2024//05/harbour/index.html', '/2024/05/harbour'],
  ['/a/../b/./c', '/b/c'],
  ['/blog\\harbour.html', '/blog/harbour.html'],
  ['/Upper/Case', '/Upper/Case'],
  ['/%e6%97%a5%E6%9c%AC', '/%E6%97%A5%E6%9C%AC'],
  ['/日本', '/%E6%97%A5%E6%9C%AC'],
  // Composed and decomposed are the same.
  ['/Zu\u0308rich', '/Z%C3%BCrich'],
  ['/a%2Fb%3Fc%25', '/a%2Fb%3Fc%25'],
  ['/%7Eada/a+b', '/~ada/a%2Bb'],
  ['/n.php?id=5&cat=2&id=4', '/n.php?cat=2&id=4&id=5'],
  ['/n.php?q=a+b%20c', '/n.php?q=a+b+c'],
  ['/__proto__?constructor=1', '/__proto__?constructor=1'],
])('%s is %s', (written, normal) => {
  expect(oldAddress(written)).toBe(normal)
  // The normal form is one.
  expect(oldAddress(normal)).toBe(normal)
  expect(normal).toMatch(/^\/[!-~]+$/)
})

test.each([
  '',
  'harbour',
  'https://old.example/a',
  '/',
  '/#p',
  '/?',
  '/?utm_source=x',
  '/?s=search',
  '/index.php',
  '/%ff',
  '/%',
])('%s names no page', (written) => expect(oldAddress(written)).toBeNull())

test('addresses without bounds are none', () => {
  expect(oldAddress(`/${'a'.repeat(500)}`)).toBeNull()
  expect(oldAddress(`/${'日'.repeat(200)}`)).toBeNull()
  expect(oldAddress(`/a?${'b&'.repeat(9)}`)).toBeNull()
  expect(
    meantAddresses(`/a?${Array.from({ length: 500 }, (_, index) => `b${index}=1`).join('&')}`),
  ).toHaveLength(9)
  expect(meantAddresses(`/${'a/'.repeat(100_000)}`)).toEqual([])
  const started = processorMs()
  for (const hostile of [
    '/?'.repeat(50_000),
    `/?${'&p'.repeat(50_000)}`,
    '/%'.repeat(50_000),
    `/${'?#'.repeat(50_000)}`,
  ]) {
    mayNameArticle(hostile)
    isOfNoPage(hostile)
    oldAddress(hostile)
    meantAddresses(hostile)
  }
  expect(processorMs() - started).toBeLessThan(500)
})

test('a request may mean an address with all of its parameters, one, or none', () => {
  expect(meantAddresses('/n.php?id=5&lang=de&utm_id=3')).toEqual([
    '/n.php?id=5&lang=de',
    '/n.php?id=5',
    '/n.php?lang=de',
    '/n.php',
  ])
  expect(meantAddresses('/?p=5&lang=de')).toEqual(['/?lang=de&p=5', '/?p=5'])
  expect(meantAddresses('/')).toEqual([])
})

test('only the home page with the number or name of an article is asked for before it is rendered', () => {
  for (const address of ['/?p=1', '/?a=b&page_id=1', '/?lang=de&q=node/1'])
    expect(mayNameArticle(address)).toBe(true)
  for (const address of [
    '/',
    '/?lang=de',
    '/?pp=1',
    '/?a=p=1',
    '/?utm_source=p',
    '/about?p=1',
    '/search?q=x',
  ])
    expect(mayNameArticle(address)).toBe(false)
})

test('of no page are only paths that begin like none here', () => {
  for (const path of ['/2024/05/harbour', '/blog/a.html', '/p/a/', '//p//a'])
    expect(isOfNoPage(path)).toBe(true)
  for (const path of [
    '/',
    '/harbour',
    '/harbour/',
    '/article/a',
    '/Newsletter/a',
    '/feeds/en.xml',
    '/admin/x',
    '/robots.txt',
    '/corrections/',
  ])
    expect(isOfNoPage(path)).toBe(false)
})

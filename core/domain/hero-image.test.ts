import { expect, test } from 'vitest'
import { heroImageSources, isLocalImagePath, localImagePath } from '#core/domain/hero-image.ts'

const UPLOAD = 'storage/v1/object/public/article-images/articles/1763654400000-k3x9.JPG'

test('one of our own images is offered in two formats and four widths, with the original for old browsers', () => {
  expect(heroImageSources('/demo/bakery.webp')).toEqual({
    avif: '/images/avif/400/demo/bakery.webp 400w, /images/avif/800/demo/bakery.webp 800w, /images/avif/1200/demo/bakery.webp 1200w, /images/avif/1600/demo/bakery.webp 1600w',
    webp: '/images/webp/400/demo/bakery.webp 400w, /images/webp/800/demo/bakery.webp 800w, /images/webp/1200/demo/bakery.webp 1200w, /images/webp/1600/demo/bakery.webp 1600w',
    src: '/demo/bakery.webp',
  })
})

test('a version becomes part of every variant address', () => {
  const sources = heroImageSources('/demo/bakery.webp', { version: '0a1b2c' })
  expect(sources?.avif.split(', ')[1]).toBe('/images/avif/800/demo/bakery.webp?v=0a1b2c 800w')
  expect(sources?.src).toBe('/demo/bakery.webp')
})

test('an absolute address is one of our own images only if it begins with exactly our origin', () => {
  const siteUrl = 'https://watch.example'
  expect(localImagePath(`${siteUrl}/${UPLOAD}`, siteUrl)).toBe(UPLOAD)
  expect(heroImageSources(`${siteUrl}/${UPLOAD}`, { siteUrl })?.src).toBe(`/${UPLOAD}`)
  expect(localImagePath(`https://watch.example.evil.org/${UPLOAD}`, siteUrl)).toBeNull()
  expect(localImagePath(`${siteUrl}/${UPLOAD}`)).toBeNull()
})

test.each([
  'https://images.example.org/photo.jpg',
  'HTTPS://images.example.org/photo?w=1200&fit=crop',
  '/favicon.svg',
  '/demo/bakery.webp?width=3',
])('%s is loaded from its own address', (address) => {
  expect(heroImageSources(address)).toEqual({ avif: '', webp: '', src: address })
})

test.each([
  null,
  '',
  '   ',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'http://images.example.org/photo.jpg',
  '//images.example.org/photo.jpg',
  '/\\images.example.org/photo.jpg',
  'demo/bakery.webp',
  'https://',
  'https:///photo.jpg',
])('%j is not an address that a page loads', (address) => {
  expect(heroImageSources(address)).toBeNull()
})

test.each([
  'demo/../../etc/passwd.png',
  'demo/%2e%2e/secret.png',
  'demo/.hidden.png',
  'demo//a.png',
  'demo/a.png\0.webp',
  'demo/a\\b.png',
  '/demo/a.png',
  'demo/a.svg',
  'demo/a',
  'demo/a b.png',
  'assets/a.png',
  'storage/v1/object/public/other/a.png',
  'storage/v1/object/article-images/a.png',
  `demo/${'a'.repeat(250)}.png`,
])('%j is not the path of one of our own images', (path) => {
  expect(isLocalImagePath(path)).toBe(false)
})

test('a very long path is refused before the pattern is tried on it', () => {
  expect(isLocalImagePath(`demo/${'a.'.repeat(100_000)}`)).toBe(false)
})

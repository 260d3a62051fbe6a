import { expect, test } from 'vitest'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { articlePath, imageVariantPath, pagePath, searchPath, sitePaths } from '#core/paths.ts'

test('an article says its language, unless that is English or the link adds it', () => {
  expect(articlePath({ slug: 'one', language: 'de' })).toBe('/article/one?lang=de')
  expect(articlePath({ slug: 'one', language: 'en' })).toBe('/article/one')
  expect(articlePath({ slug: 'one' })).toBe('/article/one')
})

test('the first page of a list has no number in its address', () => {
  expect(pagePath('/news', 1)).toBe('/news')
  expect(pagePath('/news', 2)).toBe('/news?page=2')
  expect(searchPath('a&b?')).toBe('/search?q=a%26b%3F')
  expect(searchPath('AI models', 2)).toBe('/search?q=AI+models&page=2')
  expect(searchPath()).toBe('/search')
})

test('a variant of an image carries the version that it belongs to', () => {
  const variant = { format: 'avif', width: 400, imagePath: 'demo/one.webp' }
  expect(imageVariantPath(variant)).toBe('/images/avif/400/demo/one.webp')
  expect(imageVariantPath({ ...variant, version: 'abc' })).toBe('/images/avif/400/demo/one.webp?v=abc')
})

test('no page of the site is named twice', () => {
  expect(new Set(sitePaths(DEFAULT_SECTIONS)).size).toBe(sitePaths(DEFAULT_SECTIONS).length)
})

import { expect, test } from 'vitest'
import { pageKey } from '#server/ssr/page-cache/page-key.ts'

test.each([
  ['/', '/'],
  ['/tech?lang=de', '/tech?lang=de'],
  ['/tech?lang=en', '/tech'],
  ['/tech?lang=xx', '/tech'],
  ['/tech?utm_source=mail&lang=pt&fbclid=1', '/tech?lang=pt'],
  ['/tech?page=1', '/tech'],
  ['/tech?page=12&lang=fr', '/tech?lang=fr&page=12'],
  ['/tech?page=0012', '/tech'],
  ['/tech?page=99999', '/tech'],
  ['/tech?%00=%ff&<script>', '/tech'],
  ['/tech?lang=de&lang=fr', '/tech?lang=de'],
  ['/article/one.data?_routes=routes%2Fsite%2Farticle', '/article/one.data?_routes=routes%2Fsite%2Farticle'],
  ['/article/one?_routes=x', '/article/one'],
])('%s is kept as %s', (address, key) => {
  expect(pageKey(address)).toBe(key)
})

test.each([
  '/admin',
  '/admin/dashboard',
  '/admin.data',
  '/confirm-subscription?token=secret',
  '/confirm-subscription.data?token=secret',
  '/search?q=model',
  '/subscribe',
  `/${'a'.repeat(10_000)}`,
])('%s is never kept', (address) => {
  expect(pageKey(address)).toBeNull()
})

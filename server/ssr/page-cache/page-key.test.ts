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
  [
    '/news.data?_routes=routes%2Fsite%2Flayout%2Croutes%2Fsite%2Fcategory&x=1',
    '/news.data?_routes=routes%2Fsite%2Flayout%2Croutes%2Fsite%2Fcategory',
  ],
  ['/news.data?_routes=', '/news.data'],
  ['/news.data?page=2', '/news.data?page=2'],
  ['/_.data?lang=de', '/_.data?lang=de'],
  ['/news/?page=2', '/news/?page=2'],
  ['/about?page=2', '/about'],
  ['/article/one?page=2&lang=de', '/article/one?lang=de'],
  ['/article/one.md?lang=de', '/article/one.md?lang=de'],
  ['/sitemap.xml?lang=de', '/sitemap.xml'],
  ['/news-sitemap.xml?lang=de', '/news-sitemap.xml'],
  ['/sitemaps/1.xml?lang=de', '/sitemaps/1.xml'],
  ['/feeds/de.xml?lang=fr', '/feeds/de.xml'],
  ['/robots.txt?lang=de', '/robots.txt'],
  ['/llms.txt?lang=de&page=2', '/llms.txt'],
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
  '/Search?q=model',
  '/Confirm-Subscription?token=secret',
  '/%73earch?q=model',
  '/search%2f?q=model',
  '//search?q=model',
  '/NEWS',
  '/n%65ws',
  '/news//',
  `/newsletter.data?_routes=routes/newsletter/landing,${'a'.repeat(15_000)}`,
  '/newsletter.data?_routes=routes/newsletter/landing,routes/site/home',
  '/newsletter.data?_routes=routes/newsletter/landing,routes/newsletter/landing',
  '/newsletter.data?_routes=%00',
  `/${'a'.repeat(10_000)}`,
])('%s is never kept', (address) => {
  expect(pageKey(address)).toBeNull()
})

import { expect, test } from 'vitest'
import { countedPageOf } from '#server/features/page-views/page-view-counter.ts'

test.each([
  ['/', '/', 'en', 'home', null],
  ['/?lang=de', '/', 'de', 'home', null],
  ['/?page=2&lang=de', '/', 'de', 'home', null],
  ['/News/', '/news', 'en', 'section', 'news'],
  ['/article/storm-in-graz', '/article/storm-in-graz', 'en', 'article', 'storm-in-graz'],
  ['/news?lang=pt', '/news', 'pt', 'section', 'news'],
  ['/author/nora-lind', '/author/nora-lind', 'en', 'author', 'nora-lind'],
  ['/newsletter', '/newsletter', 'en', 'page', null],
  ['/newsletter/issues', '/newsletter/issues', 'en', 'page', null],
  ['/newsletter/issues/week-12?lang=es', '/newsletter/issues/week-12', 'es', 'issue', 'week-12'],
  ['/search?q=somebody%40example.org', '/search', 'en', 'page', null],
  ['/privacy', '/privacy', 'en', 'page', null],
  ['/feeds/de.xml', '/feeds/de.xml', 'de', 'feed', null],
  ['/feeds/fr/author/nora-lind.json', '/feeds/fr/author/nora-lind.json', 'fr', 'feed', null],
])('%s is counted as %s in %s', (asked, path, language, kind, slug) => {
  expect(countedPageOf(asked)).toEqual({ path, language, kind, slug })
})

test.each([
  '/admin',
  '/admin/articles',
  '/preview?token=secret',
  '/preview/front',
  '/unsubscribe?token=secret',
  '/confirm-subscription?token=secret',
  '/newsletter/preferences?token=secret',
  '/newsletter/erase?token=secret',
  '/subscribe',
  '/saved?lang=de',
  '/saved/words.json',
  '/robots.txt',
  '/speculation-rules.json',
  '/article/storm-in-graz.data',
  '/sitemap.xml',
  '/sitemaps/1.xml',
  '/article/storm-in-graz.md',
  '/article/a/b',
  '/feeds/xx.xml',
  '/%6eews',
  '/news//',
  '//news',
  'http://paper.example/news',
  '*',
  `/${'a'.repeat(300)}`,
  '/article/storm%2din-graz',
])('%s is not counted', (asked) => {
  expect(countedPageOf(asked)).toBeNull()
})

import { expect, test } from 'vitest'
import {
  isPageForReaders,
  type KeptPage,
  keptBytes,
  keptPathOf,
  pagesToDrop,
  pictureOf,
} from '#core/domain/kept-page.ts'

const at = (address: string) => keptPathOf(new URL(address, 'https://paper.example'))

test.each([
  ['/article/boring-pipes', '/article/boring-pipes'],
  ['/article/boring-pipes?lang=de&utm_source=mail#h-end', '/article/boring-pipes?lang=de'],
  ['/article/boring-pipes?lang=en', '/article/boring-pipes'],
  ['/saved?lang=fr#not-kept', '/saved?lang=fr'],
])('the page at %s is kept as %s', (address, path) => expect(at(address)).toBe(path))

test.each([
  '/',
  '/news',
  '/article/boring-pipes.md',
  '/article/boring-pipes.data',
  '/article/Boring-Pipes',
  '/article/a/b',
  '/article/boring-pipes?lang=xx',
  '/saved/words.json',
  '/admin/articles',
  '/preview?token=x',
])('the page at %s is not kept', (address) => expect(at(address)).toBeNull())

test.each([
  '/',
  '/news',
  '/a-page-of-ours',
  '/article/boring-pipes',
  '/saved',
  '/search',
  '/author/mara-lindqvist',
  '/newsletter',
  '/newsletter/issues/2026-11-22',
  '/privacy',
])('the worker answers for %s', (path) => expect(isPageForReaders(path)).toBe(true))

test.each([
  '/admin',
  '/ADMIN/articles',
  '/preview',
  '/preview/front',
  '/newsletter/preferences',
  '/newsletter/erase',
  '/newsletter/go',
  '/confirm-subscription',
  '/unsubscribe',
  '/subscribe',
  '/rest/v1/articles',
  '/auth/v1/token',
  '/functions/v1/rss-feed',
  '/storage/v1/object/public/a.png',
  '/feeds/en.xml',
  '/calendar/secret.ics',
  '/article/boring-pipes.md',
  '/mcp',
])('the worker leaves %s alone', (path) => expect(isPageForReaders(path)).toBe(false))

test('sizes of the same picture are known as one', () => {
  const picture = '/demo/harbour.jpg'
  expect(pictureOf(`/images/avif/400${picture}`)).toBe(picture)
  expect(pictureOf(`/images/webp/1600${picture}`)).toBe(picture)
  expect(pictureOf(picture)).toBeNull()
})

const page = (slug: string, at: number, facts: Partial<KeptPage> = {}): KeptPage => ({
  path: `/article/${slug}`,
  at,
  isSaved: false,
  bytes: 10,
  files: [['/assets/site.js', 50]],
  ...facts,
})

test('files that several pages need count once', () => {
  expect(keptBytes([page('a', 1), page('b', 2), page('c', 3, { files: [['/assets/other.js', 7]] })])).toBe(87)
})

test('the oldest page goes first, one that was only opened before one that was saved, and the list never', () => {
  const pages = [
    page('new', 5),
    page('saved', 1, { isSaved: true }),
    page('old', 2),
    { ...page('', 0), path: '/saved' },
  ]
  const dropped = (maxBytes: number) => pagesToDrop(pages, maxBytes).map(({ path }) => path)
  expect(dropped(90)).toEqual([])
  expect(dropped(80)).toEqual(['/article/old'])
  expect(dropped(79)).toEqual(['/article/old', '/article/new'])
  expect(dropped(0)).toEqual(['/article/old', '/article/new', '/article/saved'])
})

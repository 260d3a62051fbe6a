import { expect, test } from 'vitest'
import { findFeeds } from '#server/features/newsroom/feeds/add-feed.ts'

const find = (html: string) => findFeeds(html, 'https://harbour.example/news/')

test('feeds that a page declares', () => {
  expect(
    find(`<base href="/base/"><link rel="Alternate" type="application/rss+xml" title=" All&#x202E; news " href="feed.xml#x">
      <link rel="alternate stylesheet" type="application/atom+xml; charset=utf-8" href="//other.example/atom">
      <link rel="alternate" type="application/json" href="/wp-json"><link rel="alternate" type="application/rss+xml" href="javascript:alert(1)">
      <link rel="alternate" type="application/rss+xml" href="feed.xml"><a href="/rss">RSS</a>
      <!-- <link rel="alternate" type="application/rss+xml" href="/hidden"> -->`),
  ).toEqual([
    { url: 'https://harbour.example/base/feed.xml', title: 'All news' },
    { url: 'https://other.example/atom', title: 'https://other.example/atom' },
  ])
})

test('feeds that a page links to, when it declares none', () => {
  expect(find('<a href="/feed/">x</a><a href="/feedback">x</a><a href="a.rss" title="A">x</a>')).toEqual([
    { url: 'https://harbour.example/feed/', title: 'https://harbour.example/feed/' },
    { url: 'https://harbour.example/news/a.rss', title: 'A' },
  ])
})

test('of very many, the first', () => {
  const links = Array.from(
    { length: 9_000 },
    (_, n) => `<link rel=alternate type=application/rss+xml href=/${n}>`,
  )
  expect(find(links.join(''))).toHaveLength(20)
})

import { expect, test } from 'vitest'
import { readFeed } from '#server/features/import/feed/read-feed.ts'
import { memorySource } from '#server/features/import/testing/memory-source.ts'
import { readAll } from '#server/features/import/testing/read-all.ts'
import { newsEntryOf } from '#server/features/newsroom/feeds/news-entry.ts'
import { readFeedDocument } from '#server/features/newsroom/feeds/read-feed-document.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const importOf = (text: string | Buffer) => readAll(readFeed, memorySource({ feed: text }, 50))
async function entriesOf(text: string | Buffer, contentType = '') {
  const { items } = await readFeedDocument(Buffer.from(text), contentType)
  return items.map((item) => newsEntryOf(item, { base: 'https://paper.example/feed/', now: NOW }))
}
const rss = (items: string, channel = '<link>https://ships.example/</link>') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Ships</title>${channel}${items}</channel></rss>`

const DATES: [pubDate: string, published: string | null][] = [
  ['Sun, 31 Mar 2024 12:30:00 CET', '2024-03-31T11:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 CEST', '2024-06-30T10:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 MEST', '2024-06-30T10:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 BST', '2024-06-30T11:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 AEST', '2024-06-30T02:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 JST', '2024-06-30T03:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 MSK', '2024-06-30T09:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 Europe/Berlin', '2024-06-30T10:30:00.000Z'],
  ['Di, 06 Mai 2025 09:05:00 +0200', '2025-05-06T07:05:00.000Z'],
  ['dom, 02 ott 2022 18:55:00 GMT', '2022-10-02T18:55:00.000Z'],
  ['dim., 30 juin 2024 12:30:00 +0200', '2024-06-30T10:30:00.000Z'],
  ['30.06.2024 12:30', '2024-06-30T12:30:00.000Z'],
  ['06/30/2024 12:30', '2024-06-30T12:30:00.000Z'],
  ['1719750600', '2024-06-30T12:30:00.000Z'],
  ['Sun, 30 Jun 2024 12:30:00 IST', '2024-06-30T12:30:00.000Z'],
  ['Mon, 01 Jan 0001 00:00:00 +0000', null],
  ['soon', null],
  ['', null],
]

test('feed-dates: what is not certain is a draft, and never today', async () => {
  const feed = rss(
    DATES.map(
      ([date], n) =>
        `<item><title>D${n}</title><link>https://ships.example/${n}</link><pubDate>${date}</pubDate><description>Text.</description></item>`,
    ).join(''),
  )
  const { articles, told } = await importOf(feed)
  expect(articles.map(({ status, publishDate }) => [status, publishDate])).toEqual(
    DATES.map(([, date]) => [date ? 'published' : 'draft', date]),
  )
  expect(told).toEqual([
    'date: Sun, 30 Jun 2024 12:30:00 IST → replaced',
    'date: Mon, 01 Jan 0001 00:00:00 +0000 → draft',
    'date: soon → draft',
    'date: no date → draft',
  ])
  const entries = await entriesOf(feed)
  expect(entries.map((entry) => entry?.publishedAt?.toISOString() ?? null)).toEqual(
    DATES.map(([, date]) => date),
  )
})

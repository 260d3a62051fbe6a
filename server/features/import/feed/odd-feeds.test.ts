import { expect, test } from 'vitest'
import { readFeed } from '#server/features/import/read-source.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { newsEntryOf, readFeedDocument } from '#server/features/newsroom/feeds/fetch-feed.ts'

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

test('feed-xml-base: addresses are relative to the nearest base', async () => {
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://paper.example/blog/" xml:lang="en">
<id>tag:paper.example,2026:feed</id><title>Paper</title><updated>2026-03-01T00:00:00Z</updated><link rel="self" href="atom.xml"/><link href="./"/>
<entry><id>tag:paper.example,2026:1</id><title type="html">Base one: 5 &amp;lt; 6 &amp;amp; &lt;em&gt;so on&lt;/em&gt;</title>
<link rel="alternate" type="application/json" href="one.json"/><link rel="alternate" type="text/html" href="2026/one/"/><published>2026-02-01T10:00:00+01:00</published>
<content type="html" xml:base="2026/one/">&lt;p&gt;See &lt;a href="../two/"&gt;part two&lt;/a&gt; and &lt;a href="/about"&gt;about&lt;/a&gt;.&lt;/p&gt;&lt;img src="img/bird.jpg" alt="A bird"&gt;</content></entry>
<entry><id>tag:paper.example,2026:2</id><title>Base two</title><link href="2026/two/"/><published>2026-02-02T10:00:00Z</published>
<content type="xhtml" xml:base="https://cdn.example/assets/"><div xmlns="http://www.w3.org/1999/xhtml"><p>A file: <a href="plan.pdf">plan</a></p><p xml:base="deep/">Deeper: <a href="x.html">x</a></p></div></content></entry>
</feed>`
  const { articles } = await importOf(feed)
  expect(articles).toMatchObject([
    {
      title: 'Base one: 5 < 6 & so on',
      oldAddresses: ['/blog/2026/one/'],
      markdown:
        'See [part two](https://paper.example/blog/2026/two/) and [about](https://paper.example/about).\n\n![A bird](https://paper.example/blog/2026/one/img/bird.jpg)',
    },
    {
      oldAddresses: ['/blog/2026/two/'],
      markdown:
        'A file: [plan](https://cdn.example/assets/plan.pdf)\n\nDeeper: [x](https://cdn.example/assets/deep/x.html)',
    },
  ])
  expect((await entriesOf(feed)).map((entry) => entry?.url)).toEqual([
    'https://paper.example/blog/2026/one/',
    'https://paper.example/blog/2026/two/',
  ])
})

test('a base that is relative or leads nowhere', async () => {
  const feed = (base: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${base}"><entry><id>1</id><title>A</title><link href="a/"/></entry></feed>`
  const address = async (base: string) =>
    (await readFeedDocument(Buffer.from(feed(base)), '', 'https://paper.example/feeds/atom.xml')).items[0]
      ?.address
  expect(await address('../blog/')).toBe('https://paper.example/blog/a/')
  expect(await address('javascript:alert(1)//')).toBe('https://paper.example/feeds/a/')
  expect(await address(`https://other.example/${'x'.repeat(3_000)}/`)).toBe('https://paper.example/feeds/a/')
})

const AUTHORS: [feed: string, authors: string[]][] = [
  [
    rss(
      [
        '<dc:creator><![CDATA[Jos&eacute; Garc&#237;a &amp; Ana]]></dc:creator>',
        '<dc:creator>&lt;a href="https://ships.example/ann"&gt;Ann Doe&lt;/a&gt; (Kiel), &lt;a href="https://ships.example/bob"&gt;Bob Roe&lt;/a&gt;</dc:creator>',
        '<author>Ann Doe (ann@ships.example)</author>',
        '<author>ann@ships.example (Ann Doe)</author>',
        '<author>Ann Doe &lt;ann@ships.example&gt;</author>',
        '<author>ann@ships.example</author>',
      ]
        .map(
          (author, n) =>
            `<item><title>${n}</title><link>https://ships.example/${n}</link><pubDate>2026-01-02</pubDate>${author}</item>`,
        )
        .join(''),
    ),
    ['José García & Ana', 'Ann Doe (Kiel), Bob Roe', 'Ann Doe', 'Ann Doe', 'Ann Doe', ''],
  ],
  [
    rss(
      '<itunes:author>Ann Doe</itunes:author><item><title>A</title><link>https://ships.example/a</link></item>',
    ),
    ['Ann Doe'],
  ],
  [
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Ships</title><author><name>Ann Doe</name></author>
<entry><title>Five</title><id>urn:5</id><link href="https://ships.example/5"/></entry>
<entry><title>Six</title><id>urn:6</id><link href="https://ships.example/6"/><author><name>Bob Roe</name></author></entry>
<entry><title>Taken over</title><id>urn:7</id><link href="https://ships.example/7"/><source><author><name>Cy Poe</name></author></source></entry></feed>`,
    ['Ann Doe', 'Bob Roe', 'Cy Poe'],
  ],
  [
    '{"version":"https://jsonfeed.org/version/1.1","title":"Ships","home_page_url":"https://ships.example/","authors":[{"name":"Ann Doe"}],"items":[{"id":"7","url":"https://ships.example/7","title":"Seven","content_text":"x"},{"id":"8","url":"https://ships.example/8","title":"Eight","content_text":"x","authors":[{"name":"Bob Roe"},{"name":"Bob Roe"}]}]}',
    ['Ann Doe', 'Bob Roe'],
  ],
]

test.each(AUTHORS)('suite-feed-authors: %#', async (feed, authors) => {
  expect((await entriesOf(feed)).map((entry) => entry?.author)).toEqual(authors)
  const { articles, items } = await importOf(feed)
  const names = new Map(items.flatMap((item) => (item.kind === 'author' ? [[item.sourceId, item.name]] : [])))
  expect(articles.map((article) => article.authors.map((id) => names.get(id)).join(', '))).toEqual(authors)
})

const GERMAN = 'Züge für Köln – „morgen“'
const written = (encoding: string, title: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>Häfen</title><item><title>${title}</title><link>https://ships.example/1</link></item></channel></rss>`

test.each([
  ['UTF-8 that says Latin-1', Buffer.from(written('ISO-8859-1', GERMAN)), GERMAN],
  ['UTF-8 that says windows-1252', Buffer.from(written('windows-1252', GERMAN)), GERMAN],
  [
    'Latin-1',
    Buffer.from(written('ISO-8859-1', 'Züge für Köln - "morgen"'), 'latin1'),
    'Züge für Köln - "morgen"',
  ],
  ['Latin-1 that says UTF-8', Buffer.from(written('UTF-8', 'Züge für Köln'), 'latin1'), 'Züge für Köln'],
  [
    'UTF-8 in which a character is cut',
    Buffer.concat([Buffer.from(written('ISO-8859-1', GERMAN).replace(/<\/rss>$/, '')), Buffer.from([0xc3])]),
    GERMAN,
  ],
])('suite-feed-utf8-under-latin1: %s', async (what, bytes, title) => {
  for (const type of ['application/xml', 'text/xml; charset=ISO-8859-1'])
    if (what !== 'Latin-1 that says UTF-8' && what !== 'UTF-8 in which a character is cut')
      expect((await entriesOf(bytes, type))[0]?.title, type).toBe(title)
  const { articles } = await importOf(bytes)
  expect(articles[0]?.title).toBe(title)
})

const ITEM = '<title>A</title><link>https://ships.example/a</link>'

test.each([
  ['a blank line before it', `\n \n${rss(`<item>${ITEM}</item>`)}`],
  [
    'a warning of PHP before it',
    `<br />\n<b>Warning</b>: Undefined index in <b>/srv/feed.php</b><br />\n${rss(`<item>${ITEM}</item>`)}`,
  ],
  ['a comment before its declaration', `<!-- cached -->${rss(`<item>${ITEM}</item>`)}`],
  ['no channel', `<rss><item>${ITEM}</item></rss>`],
  [
    'a namespace of its own',
    `<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:item>${ITEM.replace(/(<\/?)/g, '$1r:')}</r:item></r:channel></r:rss>`,
  ],
  [
    'Atom without a namespace',
    '<feed><entry><title>A</title><link href="https://ships.example/a"/></entry></feed>',
  ],
  [
    'Atom in a namespace that is not quite its own',
    '<feed xmlns=" https://www.w3.org/2005/atom "><entry><title>A</title><link href="https://ships.example/a"/></entry></feed>',
  ],
  [
    'RSS 0.90',
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://my.netscape.com/rdf/simple/0.9/"><r:item>${ITEM.replace(/(<\/?)/g, '$1r:')}</r:item></rdf:RDF>`,
  ],
  [
    'prefixes that it does not declare',
    `<rss><channel><item>${ITEM}<content:encoded>x</content:encoded></item></channel></rss>`,
  ],
  [
    'CDF',
    '<CHANNEL HREF="https://ships.example/"><TITLE>Ships</TITLE><ITEM HREF="https://ships.example/a" LASTMOD="2024-04-06T23:05"><TITLE>A</TITLE></ITEM></CHANNEL>',
  ],
  [
    'entities of HTML',
    rss(`<item>${ITEM.replace('A', 'A&nbsp;')}<description>&eacute;</description></item>`),
  ],
])('a feed with %s is read', async (_what, feed) => {
  expect(await entriesOf(feed, 'text/html')).toMatchObject([{ title: 'A', url: 'https://ships.example/a' }])
  expect((await importOf(feed)).articles).toMatchObject([{ title: 'A', oldAddresses: ['/a'] }])
})

test('HTML that nobody has escaped keeps its elements', async () => {
  const { articles } = await importOf(
    rss(`<item>${ITEM}<description><p>One <b>two</b> &amp; <a href="/b">three</a></p></description></item>`),
  )
  expect(articles[0]?.markdown).toBe('One **two** & [three](https://ships.example/b)')
})

import { describe, expect, test } from 'vitest'
import { readFeed } from '#server/features/import/read-source.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const read = (text: string | Uint8Array) => readAll(readFeed, memorySource({ feed: text }, 50))

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Harbour News</title><link>https://harbour.example/</link><language>de-CH</language><atom:link rel="self" href="https://harbour.example/feed"/>
<item><title>A &amp;amp; B</title><link>https://harbour.example/2024/05/a-b.html?x=1</link><guid isPermaLink="false">tag:1</guid><pubDate>Wed, 01 May 2024 12:00:00 +0200</pubDate>
<dc:creator>Nora Berg</dc:creator><category>Ports</category><category>__proto__</category><description>&lt;p&gt;In short&lt;/p&gt;</description>
<c:encoded><![CDATA[<p>All of <b>it</b>, <a href="/more">more</a></p><img src="a.jpg" alt="x">]]></c:encoded><media:content url="https://harbour.example/hero.jpg" medium="image"/></item>
<item><title>Short</title><guid>https://harbour.example/short</guid><author>n@harbour.example (Nora Berg)</author><description>The beginning of it […]</description><pubDate>soon</pubDate><enclosure url="https://harbour.example/e.png" type="image/png" length="1"/></item>
<item><title>Again</title><guid>tag:1</guid><description>x</description></item>
<item><title>Nothing</title></item>
</channel></rss>`

test('RSS', async () => {
  const { articles, told, items } = await read(RSS)
  expect(articles[0]).toMatchObject({
    sourceId: 'feed:tag:1',
    language: 'de',
    slug: 'a-b',
    title: 'A & B',
    excerpt: 'In short',
    markdown:
      'All of **it**, [more](https://harbour.example/more)\n\n![x](https://harbour.example/2024/05/a.jpg)',
    status: 'published',
    publishDate: '2024-05-01T10:00:00.000Z',
    authors: ['feed:author:nora berg'],
    tags: ['feed:tag:ports', 'feed:tag:__proto__'],
    hero: { address: 'https://harbour.example/hero.jpg', alt: '', caption: '' },
    oldAddresses: ['/2024/05/a-b.html?x=1'],
  })
  expect(articles[1]).toMatchObject({
    sourceId: 'feed:https://harbour.example/short',
    markdown: 'The beginning of it […]',
    status: 'draft',
    publishDate: null,
    authors: ['feed:author:nora berg'],
    hero: { address: 'https://harbour.example/e.png' },
    oldAddresses: ['/short'],
  })
  expect(articles).toHaveLength(2)
  expect(items.filter(({ kind }) => kind === 'author')).toHaveLength(1)
  expect(told).toEqual([
    'date: soon → draft',
    'incomplete: the feed has the beginning of this article only → text',
    'duplicate: tag:1 → left-out',
    'unreadable: an item without an id and a link → left-out',
  ])
})

test('Atom, with HTML, XHTML and text', async () => {
  const { articles } = await read(`<?xml version='1.0' encoding='utf-8'?>
<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml" xml:lang="fr"><a:title>F</a:title><a:id>urn:f</a:id>
<a:entry><a:id>urn:1</a:id><a:title type="html">Un &lt;i&gt;port&lt;/i&gt;</a:title><a:link href="https://harbour.example/un/"/><a:published>2024-05-01T10:00:00Z</a:published><a:updated>2024-05-02T10:00:00Z</a:updated>
<a:author><a:name>Nora</a:name></a:author><a:category term="ports" label="Ports"/><a:summary>Bref</a:summary><a:content type="xhtml"><h:div><h:p>Le <h:strong>port</h:strong> &lt;x&gt;</h:p><h:script>alert(1)</h:script></h:div></a:content></a:entry>
<a:entry xml:lang="en"><a:id>urn:2</a:id><a:title>Two</a:title><a:updated>2024-05-03T10:00:00Z</a:updated><a:content type="text">1 &lt; 2 *x*</a:content></a:entry>
</a:feed>`)
  expect(articles).toMatchObject([
    {
      sourceId: 'feed:urn:1',
      language: 'fr',
      title: 'Un port',
      excerpt: 'Bref',
      markdown: 'Le **port** \\<x>',
      tags: ['feed:tag:ports'],
      updatedDate: '2024-05-02T10:00:00.000Z',
      slug: 'un',
      oldAddresses: ['/un/'],
    },
    {
      sourceId: 'feed:urn:2',
      language: 'en',
      title: 'Two',
      markdown: '1 < 2 \\*x\\*',
      publishDate: '2024-05-03T10:00:00.000Z',
      oldAddresses: [],
    },
  ])
})

test('RSS 1.0, in another encoding', async () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><dc:language>it</dc:language></channel><item rdf:about="https://harbour.example/porto"><title>Citt\u00e0</title><link>https://harbour.example/porto</link><description>Gi\u00f9</description><dc:date>2024-05-01</dc:date></item></rdf:RDF>`
  const { articles } = await read(Buffer.from(text, 'latin1'))
  expect(articles).toMatchObject([
    { title: 'Città', markdown: 'Giù', publishDate: '2024-05-01T00:00:00.000Z' },
  ])
})

test('JSON Feed', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    language: 'es',
    items: [
      {
        id: '1',
        url: 'https://harbour.example/uno',
        title: 'Uno <1>',
        content_html: '<p>Un <em>puerto</em></p>',
        summary: 'S',
        date_published: '2024-05-01T10:00:00Z',
        authors: [{ name: 'Nora' }],
        tags: ['Ports', 7],
        image: 'https://harbour.example/i.jpg',
      },
      { id: '2', content_text: 'One *line*\n\nand another\nbroken', language: 'en' },
      7,
    ],
  }
  const { articles } = await read(JSON.stringify(feed))
  expect(articles).toMatchObject([
    {
      sourceId: 'feed:1',
      language: 'es',
      title: 'Uno <1>',
      markdown: 'Un *puerto*',
      excerpt: 'S',
      tags: ['feed:tag:ports'],
      hero: { address: 'https://harbour.example/i.jpg' },
    },
    { sourceId: 'feed:2', language: 'en', markdown: 'One \\*line\\*\n\nand another\\\nbroken' },
  ])
})

describe('bad feeds', () => {
  test('a feed that is cut short is read as far as it goes', async () => {
    const { articles, told } = await read(RSS.slice(0, RSS.indexOf('<item><title>Again')))
    expect(articles).toHaveLength(2)
    expect(told.at(-1)).toBe('incomplete: the feed ends or breaks after item 2 → left-out')
  })

  test.each([
    ['a page', '<!doctype html><html><body><p>x</p></body></html>'],
    ['no feed', '{"a":1}'],
    ['nothing', ' '],
    ['a picture', '\x89PNG'],
  ])('%s: one sentence', async (_what, text) => {
    await expect(read(text)).rejects.toThrow('folder is no feed in RSS, Atom or JSON Feed.')
  })

  test('entities are refused', async () => {
    await expect(read(`<!DOCTYPE x [<!ENTITY a "b">]>${RSS.slice(RSS.indexOf('<rss'))}`)).rejects.toThrow(
      'entities',
    )
  })
})

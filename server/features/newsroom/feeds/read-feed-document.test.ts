import { describe, expect, test } from 'vitest'
import { newsEntryOf, readFeedDocument } from '#server/features/newsroom/feeds/fetch-feed.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const read = async (text: string | Buffer) => {
  const { items, ...about } = await readFeedDocument(Buffer.from(text))
  const entries = items.map((item) => newsEntryOf(item, { base: 'https://harbour.example/feed', now: NOW }))
  return { about, entries }
}
const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`
const entryOf = async (item: string) => (await read(rss(`<item>${item}</item>`))).entries[0]

test('RSS', async () => {
  const { about, entries } = await read(
    rss(
      `<item><title>A &amp;amp; B</title><link>/a?utm_source=rss</link><guid>1</guid><pubDate>Fri, 27 Nov 2026 10:00:00 +0100</pubDate><dc:creator>Nora</dc:creator><description>&lt;p&gt;In &lt;b&gt;short&lt;/b&gt;&lt;/p&gt;</description></item>`,
      '<title>Harbour News</title><link>https://harbour.example/</link><language>de-CH</language><ttl>120</ttl>',
    ),
  )
  expect(about).toEqual({
    title: 'Harbour News',
    site: 'https://harbour.example/',
    language: 'de-CH',
    ttlMinutes: 120,
  })
  expect(entries).toEqual([
    {
      url: 'https://harbour.example/a?utm_source=rss',
      canonicalUrl: 'https://harbour.example/a',
      title: 'A & B',
      author: 'Nora',
      language: null,
      publishedAt: new Date('2026-11-27T09:00:00Z'),
      excerpt: 'In short',
    },
  ])
})

test('Atom', async () => {
  const { about, entries } = await read(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>Le Port</title><link rel="self" href="/feed"/><link href="https://port.example/"/><entry xml:lang="en"><id>urn:1</id><title type="html">One &lt;i&gt;two&lt;/i&gt;</title><link href="https://port.example/1"/><updated>2026-11-27T09:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p><script>alert(1)</script></div></content></entry></feed>`,
  )
  expect(about).toMatchObject({ title: 'Le Port', site: 'https://port.example/', language: 'fr' })
  expect(entries).toMatchObject([{ title: 'One two', language: 'en', excerpt: 'Text' }])
})

test('RSS 1.0 and JSON Feed', async () => {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Porto</title><link>https://porto.example/</link><dc:language>it</dc:language></channel><item><title>Uno</title><link>https://porto.example/1</link></item></rdf:RDF>`
  expect(await read(rdf)).toMatchObject({
    about: { title: 'Porto', language: 'it' },
    entries: [{ title: 'Uno' }],
  })
  const json = {
    items: [{ id: 1, url: '/1', content_text: 'Only words' }],
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
  }
  expect(await read(JSON.stringify(json))).toMatchObject({
    about: { title: 'J' },
    entries: [{ title: 'Only words', excerpt: '', url: 'https://harbour.example/1' }],
  })
})

describe('bad items', () => {
  test.each([
    ['without a date', ''],
    ['with a date to come', '<pubDate>Fri, 27 Nov 2037 10:00:00 GMT</pubDate>'],
    ['with no real date', '<pubDate>soon</pubDate>'],
  ])('%s are dated by their arrival', async (_what, date) => {
    expect(await entryOf(`<title>A</title><link>https://a.example/</link>${date}`)).toMatchObject({
      publishedAt: null,
    })
  })

  test('script, hidden and control characters are gone', async () => {
    const hidden = '\u202E\u200B\u{E0041}\u0085'
    expect(
      await entryOf(
        `<title>A${hidden}B &lt;script&gt;alert(1)&lt;/script&gt;</title><link>https://a.example/</link><description>&lt;style&gt;x&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;C${hidden}D &amp;amp;lt;b&amp;amp;gt;</description>`,
      ),
    ).toMatchObject({ title: 'AB', excerpt: 'CD &lt;b&gt;' })
  })

  test('long texts are cut at a word', async () => {
    const entry = await entryOf(
      `<title>${'word '.repeat(200)}</title><link>https://a.example/</link><description>${'😀'.repeat(2_000)}</description>`,
    )
    expect(entry?.title).toMatch(/^(?:word )+word…$/)
    expect(entry?.title.length).toBeLessThanOrEqual(300)
    expect(entry?.excerpt.length).toBeLessThanOrEqual(600)
    expect(entry?.excerpt.isWellFormed()).toBe(true)
  })

  test.each([
    ['<title>A</title>'],
    ['<title>A</title><link>javascript:alert(1)</link>'],
    ['<title>A</title><link>https://nora:secret@a.example/</link>'],
    [`<title>A</title><link>https://a.example/${'a'.repeat(2_000)}</link>`],
    ['<link>https://a.example/</link>'],
    ['<title>\u200B</title><link>https://a.example/</link>'],
  ])('%s is left out', async (item) => {
    expect(await entryOf(item)).toBeNull()
  })

  test('of very many, the first are read', async () => {
    expect(
      (await read(rss('<item><title>A</title><link>/a</link></item>'.repeat(5_000)))).entries,
    ).toHaveLength(200)
  })

  test('an item of megabytes is read as far as is needed', async () => {
    expect(
      await entryOf(
        `<title>A</title><link>https://a.example/</link><content:encoded>${'x'.repeat(1_500_000)}</content:encoded>`,
      ),
    ).toMatchObject({ title: 'A', excerpt: '' })
  })
})

describe('bad feeds', () => {
  test('one that breaks off is read as far as it goes', async () => {
    expect(
      (await read(rss('<item><title>A</title><link>/a</link></item><item><title>B').slice(0, -23))).entries,
    ).toHaveLength(1)
  })

  test.each([
    '',
    ' ',
    '<!doctype html><html><body>x</body></html>',
    '{"items":[{"title":"x"}]}',
    '{',
    '\x89PNG',
    '<rss',
  ])('%j is none', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ failure: 'not_a_feed' })
  })

  test('entities are refused', async () => {
    const text = `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rss('<item><title>&a;</title></item>').slice(21)}`
    await expect(read(text)).rejects.toMatchObject({ failure: 'broken', detail: 'entities' })
  })

  test('very deep ones are none', async () => {
    await expect(read('<a>'.repeat(100_000))).rejects.toMatchObject({ failure: 'not_a_feed' })
    await expect(read('['.repeat(100_000))).rejects.toMatchObject({ failure: 'not_a_feed' })
    await expect(read(`{"items":${'['.repeat(100_000)}`)).rejects.toMatchObject({ failure: 'not_a_feed' })
  })
})

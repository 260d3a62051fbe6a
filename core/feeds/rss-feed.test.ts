import { expect, test } from 'vitest'
import type { Feed, FeedArticle, FeedItem } from '#core/feeds/describe-feed.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { buildRssFeed } from '#core/feeds/rss-feed.ts'
import { checkRss } from '#core/feeds/testing/check-rss.ts'
import {
  aFeedItem,
  BY_MACHINE,
  HOSTILE_TEXTS,
  SITE_URL,
  translatorFor,
} from '#core/feeds/testing/feed-fixtures.ts'
import { childrenOf, parseXml, textOf, type XmlElement } from '#core/feeds/testing/parse-xml.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'
const DC = 'http://purl.org/dc/elements/1.1/'
const MEDIA = 'http://search.yahoo.com/mrss/'

function build(articles: FeedItem[], overrides: Partial<Feed> = {}): XmlElement {
  const feed: Feed = {
    siteUrl: SITE_URL,
    hubUrl: `${SITE_URL}/websub`,
    language: 'en',
    category: null,
    t: translatorFor('en'),
    articles,
    ...overrides,
  }
  const source = buildRssFeed(feed)
  expect(checkRss(source)).toEqual([])
  const [channel] = parseXml(source).children
  if (!channel) throw new Error('There is no channel')
  return channel
}

function buildItem(overrides: Partial<FeedArticle>): XmlElement {
  const [item] = childrenOf(build([aFeedItem(overrides)]), 'item')
  if (!item) throw new Error('There is no item')
  return item
}

test('a feed says what it is, where it is and in which language', () => {
  const channel = build([aFeedItem()])
  expect(textOf(channel, 'title')).toBe('AI Watch: news on artificial intelligence')
  expect(textOf(channel, 'link')).toBe('https://site.test/')
  expect(textOf(channel, 'language')).toBe('en')
  expect(childrenOf(channel, 'link', ATOM)[0]?.attributes).toEqual({
    rel: 'self',
    type: 'application/rss+xml',
    href: 'https://site.test/feeds/en.xml',
  })
})

test('the feed of a category in another language belongs to the page of that category', () => {
  const german = { language: 'de', category: 'tech', t: translatorFor('de') } as const
  const channel = build([aFeedItem({ language: 'de', category: 'tech' })], german)
  expect(textOf(channel, 'title')).toBe('AI Watch: Technologie')
  expect(textOf(channel, 'link')).toBe('https://site.test/tech?lang=de')
  expect(textOf(channel, 'language')).toBe('de')
  expect(childrenOf(channel, 'link', ATOM)[0]?.attributes.href).toBe('https://site.test/feeds/de/tech.xml')
  const [item] = childrenOf(channel, 'item')
  expect(item && textOf(item, 'link')).toBe(
    'https://site.test/article/harbour-town-audits-its-algorithms?lang=de',
  )
  expect(item && textOf(item, 'category')).toBe('Technologie')
})

test('lastBuildDate is the time of the newest change, and missing in an empty feed', () => {
  const changes = ['2026-11-18T10:30:00+00:00', '2026-11-19T23:59:59.9+02:00', '2026-11-01T00:00:00+00:00']
  const articles = changes.map((updated_at, index) => aFeedItem({ id: `${index}`, updated_at }))
  expect(textOf(build(articles), 'lastBuildDate')).toBe('Thu, 19 Nov 2026 21:59:59 GMT')
  expect(childrenOf(build([]), 'lastBuildDate')).toEqual([])
})

test('an item has everything a feed reader shows, and a guid that does not depend on its address', () => {
  const item = buildItem({ hero_image: '/demo/harbour.webp' })
  expect(textOf(item, 'title')).toBe('Harbour town audits its algorithms')
  expect(textOf(item, 'link')).toBe('https://site.test/article/harbour-town-audits-its-algorithms')
  expect(textOf(item, 'pubDate')).toBe('Wed, 18 Nov 2026 09:00:00 GMT')
  expect(textOf(item, 'creator', DC)).toBe('Mara Lindqvist')
  expect(textOf(item, 'category')).toBe('News Hub')
  expect(textOf(item, 'description')).toBe('What there is to know.')
  expect(textOf(item, 'encoded', CONTENT)).toBe('<h2>The harbour</h2>\n<p>It is open.</p>')
  expect(childrenOf(item, 'content', MEDIA)[0]?.attributes.url).toBe('https://site.test/demo/harbour.webp')
  const [guid] = childrenOf(item, 'guid')
  expect(guid?.attributes.isPermaLink).toBe('false')
  expect(guid?.text).toBe('urn:uuid:0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01')
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', 'http://[', ''])(
  'a hero image with the address %j is left out',
  (hero_image) => {
    expect(childrenOf(buildItem({ hero_image }), 'content', MEDIA)).toEqual([])
  },
)

test('a description is HTML that shows the excerpt literally', () => {
  expect(textOf(buildItem({ excerpt: 'When a < b & "c" is <b>bold</b>' }), 'description')).toBe(
    'When a &lt; b &amp; &quot;c&quot; is &lt;b&gt;bold&lt;/b&gt;',
  )
})

test.each(HOSTILE_TEXTS)('%j in every field leaves the feed valid', (text) => {
  const content = `${text}\n\n\`\`\`\n${text}\n\`\`\`\n\n[${text}](/a?b=c&d=e "${text}")`
  const item = buildItem({ title: text, excerpt: text, author: text, content, hero_image: text })
  expect(textOf(item, 'title')).toBe(singleLine(text))
})

test('a title keeps its markup, emoji and direction marks as text, on one line', () => {
  const titleOf = (title: string) => textOf(buildItem({ title }), 'title')
  expect(titleOf('<script>alert(1)</script> & ]]>')).toBe('<script>alert(1)</script> & ]]>')
  expect(titleOf('👩🏽‍👩🏽‍👧🏽 \u202Eשלום\u202C')).toBe('👩🏽‍👩🏽‍👧🏽 \u202Eשלום\u202C')
  expect(titleOf('One\r\n two\u0001')).toBe('One two')
})

test('a translation by AI says so, to readers and to programs', () => {
  const article = { ...aFeedItem({ language: 'de', slug: 'hafen' }), translation: BY_MACHINE }
  const [item] = childrenOf(build([article], { language: 'de', t: translatorFor('de') }), 'item')
  if (!item) throw new Error('There is no item')
  expect(childrenOf(item, 'category').map(({ attributes, text }) => [attributes.domain, text])).toEqual([
    [undefined, 'Nachrichten'],
    ['http://cv.iptc.org/newscodes/digitalsourcetype/', 'trainedAlgorithmicMedia'],
  ])
  expect(childrenOf(item, 'source', DC)[0]?.text).toBe('https://site.test/article/harbour')
  expect(childrenOf(item, 'encoded', CONTENT)[0]?.text).toMatch(/^<p><small>Von einer KI aus dem <a href="/)
})

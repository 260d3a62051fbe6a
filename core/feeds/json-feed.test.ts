import { expect, test } from 'vitest'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { Feed } from '#core/feeds/describe-feed.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { buildJsonFeed } from '#core/feeds/json-feed.ts'
import {
  aFeedItem,
  BY_MACHINE,
  HOSTILE_TEXTS,
  SITE_URL,
  translatorFor,
} from '#core/feeds/testing/feed-fixtures.ts'

function build(overrides: Partial<Feed> = {}) {
  const feed: Feed = {
    siteUrl: SITE_URL,
    hubUrl: `${SITE_URL}/websub`,
    language: 'en',
    category: null,
    t: translatorFor('en'),
    articles: [aFeedItem()],
    ...overrides,
  }
  return JSON.parse(buildJsonFeed(feed))
}

test('a feed is in JSON Feed 1.1, with the content of the articles', () => {
  expect(build({ articles: [aFeedItem({ hero_image: '/demo/harbour.webp' })] })).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'AI Watch: news on artificial intelligence',
    home_page_url: 'https://site.test/',
    feed_url: 'https://site.test/feeds/en.json',
    description: 'News and analysis on artificial intelligence, published daily.',
    hubs: [{ type: 'WebSub', url: 'https://site.test/websub' }],
    language: 'en',
    items: [
      {
        id: 'urn:uuid:0d4f4ad2-3b1c-4a39-9e0b-0f6f4d3f1a01',
        url: 'https://site.test/article/harbour-town-audits-its-algorithms',
        title: 'Harbour town audits its algorithms',
        summary: 'What there is to know.',
        content_html: '<h2>The harbour</h2>\n<p>It is open.</p>',
        image: 'https://site.test/demo/harbour.webp',
        date_published: '2026-11-18T09:00:00.000Z',
        date_modified: '2026-11-18T10:30:00.123Z',
        authors: [{ name: 'Mara Lindqvist' }],
        tags: ['News Hub'],
      },
    ],
  })
})

test('the feed of a category in another language says so', () => {
  expect(build({ language: 'de', category: 'tech', t: translatorFor('de'), articles: [] })).toMatchObject({
    title: 'AI Watch: Technologie',
    home_page_url: 'https://site.test/tech?lang=de',
    feed_url: 'https://site.test/feeds/de/tech.json',
    language: 'de',
    items: [],
  })
})

test.each(HOSTILE_TEXTS)('%j is unchanged in title and content', (text) => {
  const [item] = build({ articles: [aFeedItem({ title: text, content: text })] }).items
  expect(item.title).toBe(singleLine(text))
  expect(item.content_html).toBe(feedHtml(text, item.url))
})

test('an article without an image has no image property', () => {
  expect(build().items[0]).not.toHaveProperty('image')
})

test('the credit and the licence of the image end the content, where there are any', () => {
  const withFacts = (facts: Partial<MediaFacts>, hero_image: string | null = '/demo/harbour.webp') => {
    const nothing = {
      alts: {},
      captions: {},
      decorative: false,
      credit: null,
      licence: null,
      licence_url: null,
    }
    const article = {
      ...aFeedItem({ hero_image }),
      facts: { ...nothing, focus_x: 50, focus_y: 50, ...facts },
    }
    return build({ articles: [article] })
      .items[0].content_html.split('\n')
      .at(-1)
  }
  expect(
    withFacts({ credit: 'Ana & <Co>', licence: 'CC BY 4.0', licence_url: 'https://example.org/by?a=1&b=2' }),
  ).toBe(
    '<p><small>Image: Ana &amp; &lt;Co&gt; · <a href="https://example.org/by?a=1&amp;b=2">CC BY 4.0</a></small></p>',
  )
  expect(withFacts({ licence: 'CC0' })).toBe('<p><small>Image: CC0</small></p>')
  expect(withFacts({ captions: { en: 'A <pier>' }, licence: 'CC0' })).toBe(
    '<p><small>A &lt;pier&gt;<br>Image: CC0</small></p>',
  )
  expect(withFacts({})).toBe('<p>It is open.</p>')
  expect(withFacts({ credit: 'Ana' }, null)).toBe('<p>It is open.</p>')
})

test('a translation by AI says so, to readers and to programs', () => {
  const article = aFeedItem({ language: 'de', slug: 'hafen' })
  const german = { language: 'de', t: translatorFor('de') } as const
  const itemOf = (translation: typeof BY_MACHINE | null) =>
    build({ ...german, articles: [{ ...article, translation }] }).items[0]
  expect(itemOf(null)).not.toHaveProperty('_translation')
  const item = itemOf(BY_MACHINE)
  expect(item.content_html).toMatch(
    /^<p><small>Von einer KI aus dem <a href="https:\/\/site\.test\/article\/harbour" hreflang="en">/,
  )
  expect(item._translation).toEqual({
    about: 'http://cv.iptc.org/newscodes/digitalsourcetype/',
    digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    original_url: 'https://site.test/article/harbour',
  })
  expect(itemOf({ ...BY_MACHINE, reviewed_at: '2026-11-20T08:00:00Z', original: null })._translation).toEqual(
    {
      about: 'http://cv.iptc.org/newscodes/digitalsourcetype/',
      digital_source_type:
        'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
      date_reviewed: '2026-11-20T08:00:00.000Z',
    },
  )
})

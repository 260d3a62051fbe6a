import { expect, test } from 'vitest'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { buildSitemap, buildSitemapIndex, STORIES_PER_PART, type Story } from '#core/feeds/sitemap.ts'
import { SITE_URL } from '#core/feeds/testing/feed-fixtures.ts'
import { childrenOf, parseXml, textOf, type XmlElement } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XHTML = 'http://www.w3.org/1999/xhtml'
const updated_at = '2026-11-18T10:30:00.123456+00:00'

const HARBOUR: Story = [
  { language: 'en', slug: 'harbour', updated_at },
  { language: 'de', slug: 'hafen', updated_at: '2026-11-19T08:00:00+00:00' },
]

function build(options: { pages?: string[]; stories?: Story[] }): XmlElement[] {
  const sitemap = parseXml(
    buildSitemap({ siteUrl: SITE_URL, languages: LANGUAGE_CODES, pages: [], stories: [], ...options }),
  )
  expect([sitemap.name, sitemap.namespace]).toEqual(['urlset', SITEMAP])
  return childrenOf(sitemap, 'url', SITEMAP)
}

const locationOf = (url: XmlElement) => textOf(url, 'loc', SITEMAP)
const alternatesOf = (url: XmlElement) =>
  Object.fromEntries(
    childrenOf(url, 'link', XHTML).map(({ attributes }) => {
      expect(attributes.rel).toBe('alternate')
      return [attributes.hreflang, attributes.href]
    }),
  )

test('each version of a story names all of them, itself included, and English as the default', () => {
  const urls = build({ stories: [HARBOUR] })
  const english = 'https://site.test/article/harbour'
  const german = 'https://site.test/article/hafen?lang=de'
  expect(urls.map(locationOf)).toEqual([english, german])
  for (const url of urls) {
    expect(alternatesOf(url)).toEqual({ en: english, de: german, 'x-default': english })
  }
})

test('the lastmod of each version is the time of its own last change', () => {
  expect(build({ stories: [HARBOUR] }).map((url) => textOf(url, 'lastmod', SITEMAP))).toEqual([
    '2026-11-18T10:30:00.123Z',
    '2026-11-19T08:00:00.000Z',
  ])
})

test('a page is named in every language, without lastmod, because the time of its last change is not known', () => {
  const urls = build({ pages: ['/about'] })
  expect(urls).toHaveLength(6)
  expect(urls.map(locationOf)).toContain('https://site.test/about?lang=pt')
  for (const url of urls) {
    expect(Object.keys(alternatesOf(url))).toEqual([...LANGUAGE_CODES, 'x-default'])
    expect(childrenOf(url, 'lastmod', SITEMAP)).toEqual([])
  }
})

test('a full part with all pages and long addresses stays below three megabytes', () => {
  const slug = 'harbour-town-audits-its-algorithms-and-publishes-what-it-found-in-them'
  const story: Story = LANGUAGE_CODES.map((language) => ({ language, slug, updated_at }))
  const stories = Array.from({ length: STORIES_PER_PART }, () => story)
  const pages = [...sitePaths(DEFAULT_SECTIONS)]
  expect(build({ pages, stories })).toHaveLength(6 * (STORIES_PER_PART + sitePaths(DEFAULT_SECTIONS).length))
  const sitemap = buildSitemap({
    siteUrl: 'https://news.example.org',
    languages: LANGUAGE_CODES,
    pages,
    stories,
  })
  expect(Buffer.byteLength(sitemap)).toBeLessThan(3 * 1024 * 1024)
})

test('an index leads to its parts', () => {
  const parts = [
    { lastChange: new Date('2026-11-18T10:30:00Z') },
    { lastChange: new Date('2026-11-19T10:30:00Z') },
  ]
  const index = parseXml(buildSitemapIndex({ siteUrl: SITE_URL, parts }))
  expect([index.name, index.namespace]).toEqual(['sitemapindex', SITEMAP])
  const entries = childrenOf(index, 'sitemap', SITEMAP)
  expect(entries.map(locationOf)).toEqual([
    'https://site.test/sitemaps/1.xml',
    'https://site.test/sitemaps/2.xml',
  ])
  expect(entries.map((entry) => textOf(entry, 'lastmod', SITEMAP))).toEqual([
    '2026-11-18T10:30:00.000Z',
    '2026-11-19T10:30:00.000Z',
  ])
})

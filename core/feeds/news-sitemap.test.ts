import { expect, test } from 'vitest'
import { buildNewsSitemap, type NewsArticle } from '#core/feeds/sitemap.ts'
import { aFeedArticle, HOSTILE_TEXTS, SITE_URL } from '#core/feeds/testing/feed-fixtures.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

function build(articles: NewsArticle[]) {
  const sitemap = parseXml(buildNewsSitemap({ siteUrl: SITE_URL, siteName: 'AI Watch', articles }))
  return childrenOf(sitemap, 'url', SITEMAP).map((url) => {
    const [news] = childrenOf(url, 'news', NEWS)
    const [publication] = news ? childrenOf(news, 'publication', NEWS) : []
    if (!news || !publication) throw new Error('There is no news')
    return {
      location: textOf(url, 'loc', SITEMAP),
      name: textOf(publication, 'name', NEWS),
      language: textOf(publication, 'language', NEWS),
      date: textOf(news, 'publication_date', NEWS),
      title: textOf(news, 'title', NEWS),
    }
  })
}

test('each article names its publication, language, date and title', () => {
  expect(
    build([aFeedArticle(), aFeedArticle({ language: 'de', slug: 'hafen', title: 'Der Hafen' })]),
  ).toEqual([
    {
      location: 'https://site.test/article/harbour-town-audits-its-algorithms',
      name: 'AI Watch',
      language: 'en',
      date: '2026-11-18T09:00:00.000Z',
      title: 'Harbour town audits its algorithms',
    },
    {
      location: 'https://site.test/article/hafen?lang=de',
      name: 'AI Watch',
      language: 'de',
      date: '2026-11-18T09:00:00.000Z',
      title: 'Der Hafen',
    },
  ])
})

test('without news it is empty, and still valid XML', () => {
  expect(build([])).toEqual([])
})

test.each(HOSTILE_TEXTS)('it is well-formed with the title %j', (title) => {
  expect(build([aFeedArticle({ title })])).toHaveLength(1)
})

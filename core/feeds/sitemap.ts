import type { Article, Author } from '#core/domain/article.ts'
import type { ListedNewsletter } from '#core/domain/newsletter-issue.ts'
import type { TitledPage } from '#core/domain/page.ts'
import { singleLine, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { articlePath, authorPath, newsletterIssuePath, ownPagePath, sitemapPartPath } from '#core/paths.ts'

/** The published versions of one article, including the English original. */
export type Story = Pick<Article, 'slug' | 'language' | 'updated_at'>[]

/**
 * The number of stories in a part. Each is in all languages, which name one another, so that a file grows with their square: some two
 * megabytes, which still fit into the page cache. With six languages 300.
 */
export const STORIES_PER_PART = Math.floor(10_800 / LANGUAGE_CODES.length ** 2)

/** The most authors of a language that it names: their pages are as long as those of the stories of one part. */
export const AUTHORS_PER_LANGUAGE = STORIES_PER_PART

export interface SitemapPart {
  lastChange: Date
}

interface Version {
  language: Language
  path: string
  /** Missing for pages with lists or texts from the code, whose last change is not known: none is better than a wrong one. */
  lastChange?: Date
}

/** A sitemap of pages, authors, issues of the newsletter and stories in all their languages. Each entry names its versions in the other languages. */
export function buildSitemap(options: {
  siteUrl: string
  /** The languages that readers are offered. */
  languages: readonly Language[]
  pages: readonly string[]
  ownPages?: readonly TitledPage[]
  stories: Story[]
  authors?: readonly Pick<Author, 'slug' | 'languages'>[]
  issues?: readonly Pick<ListedNewsletter, 'slug' | 'languages' | 'started_at'>[]
}): string {
  const { siteUrl, languages: offered, pages, ownPages = [], stories, authors = [], issues = [] } = options
  const groups: Version[][] = [
    ...pages.map((page) => offered.map((language) => ({ language, path: localizedPath(page, language) }))),
    ...ownPages.map(({ slug, titles }) =>
      offered
        .filter((language) => titles[language] !== undefined)
        .map((language) => ({ language, path: localizedPath(ownPagePath(slug), language) })),
    ),
    ...authors.map(({ slug, languages }) =>
      languages.map((language) => ({ language, path: localizedPath(authorPath(slug), language) })),
    ),
    ...issues.map(({ slug, languages, started_at }) =>
      languages.map((language) => ({
        language,
        path: newsletterIssuePath(slug, language),
        lastChange: new Date(started_at),
      })),
    ),
    ...stories.map((story) =>
      story.map((version) => ({
        language: version.language,
        path: articlePath(version),
        lastChange: new Date(version.updated_at),
      })),
    ),
  ]
  return xml`${XML_DECLARATION}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${groups.flatMap((versions) => buildUrls(versions, siteUrl))}
</urlset>
`.xml
}

function buildUrls(versions: Version[], siteUrl: string): Xml[] {
  const inDefault = versions.find(({ language }) => language === DEFAULT_LANGUAGE)
  const alternates = [
    ...versions.map(({ language, path }) => buildAlternate(language, siteUrl + path)),
    ...(inDefault ? [buildAlternate('x-default', siteUrl + inDefault.path)] : []),
  ]
  return versions.map(
    ({ path, lastChange }) => xml`<url>
<loc>${siteUrl + path}</loc>${lastChange ? buildLastmod(lastChange) : null}
${alternates}
</url>`,
  )
}

function buildAlternate(hreflang: string, url: string): Xml {
  return xml`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${url}"/>`
}

/** The index of the parts of a sitemap, for sites that need several. */
export function buildSitemapIndex({ siteUrl, parts }: { siteUrl: string; parts: SitemapPart[] }): string {
  const entries = parts.map(
    ({ lastChange }, index) => xml`<sitemap>
<loc>${siteUrl + sitemapPartPath(index + 1)}</loc>
${buildLastmod(lastChange)}
</sitemap>`,
  )
  return xml`${XML_DECLARATION}
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</sitemapindex>
`.xml
}

function buildLastmod(time: Date): Xml {
  return xml`<lastmod>${time.toISOString()}</lastmod>`
}

export const NEWS_SITEMAP_HOURS = 48
export const NEWS_SITEMAP_MAX_ARTICLES = 1000

export type NewsArticle = Pick<Article, 'slug' | 'language' | 'title' | 'publish_date'>

/** The newest articles as a sitemap for Google News (https://www.google.com/schemas/sitemap-news/0.9). */
export function buildNewsSitemap(options: {
  siteUrl: string
  siteName: string
  articles: NewsArticle[]
}): string {
  const { siteUrl, siteName, articles } = options
  const urls = articles.map(
    (article) => xml`<url>
<loc>${siteUrl + articlePath(article)}</loc>
<news:news>
<news:publication>
<news:name>${siteName}</news:name>
<news:language>${article.language}</news:language>
</news:publication>
<news:publication_date>${new Date(article.publish_date).toISOString()}</news:publication_date>
<news:title>${singleLine(article.title)}</news:title>
</news:news>
</url>`,
  )
  return xml`${XML_DECLARATION}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${urls}
</urlset>
`.xml
}

import type { Article } from '#core/domain/article.ts'
import { singleLine, XML_DECLARATION, xml } from '#core/feeds/escape.ts'
import { articlePath } from '#core/paths.ts'

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

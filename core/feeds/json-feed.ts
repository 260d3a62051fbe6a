import { heroImageUrl } from '#core/domain/hero-image.ts'
import { cleanText, singleLine } from '#core/feeds/clean-text.ts'
import { describeFeed, type Feed, type FeedArticle, permanentId } from '#core/feeds/describe-feed.ts'
import { feedHtml } from '#core/feeds/feed-html.ts'
import { articlePath, jsonFeedPath } from '#core/paths.ts'

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) of a language, or of one of its categories. */
export function buildJsonFeed(feed: Feed): string {
  const { title, description, pageUrl } = describeFeed(feed)
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: feed.siteUrl + jsonFeedPath(feed.language, feed.category),
    description,
    language: feed.language,
    items: feed.articles.map((article) => describeItem(article, feed)),
  })
}

function describeItem(article: FeedArticle, { siteUrl, t }: Feed) {
  const url = siteUrl + articlePath(article)
  const image = heroImageUrl(article, siteUrl)
  return {
    id: permanentId(article),
    url,
    title: singleLine(article.title),
    summary: cleanText(article.excerpt),
    content_html: feedHtml(article.content, url),
    ...(image && { image }),
    date_published: new Date(article.publish_date).toISOString(),
    date_modified: new Date(article.updated_at).toISOString(),
    authors: [{ name: singleLine(article.author) }],
    tags: [t(`category.${article.category}.name`)],
  }
}

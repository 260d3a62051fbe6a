import { heroImageUrl } from '#core/domain/hero-image.ts'
import {
  DIGITAL_SOURCE_SCHEME,
  describeDrafting,
  describeFeed,
  describeTranslation,
  type Feed,
  type FeedItem,
  feedUrl,
  hubLink,
  lastChangeOf,
  permanentId,
} from '#core/feeds/describe-feed.ts'
import { cdata, escapeXml, singleLine, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { correctionsHtml, draftingStatementHtml, translationStatementHtml } from '#core/feeds/feed-html.ts'
import { articlePath } from '#core/paths.ts'

/** A feed in RSS 2.0 as the RSS Advisory Board specifies it (https://www.rssboard.org/rss-specification). */
export function buildRssFeed(feed: Feed): string {
  const { language, articles, icons = null } = feed
  const { title, description, pageUrl } = describeFeed(feed)
  const lastChange = lastChangeOf(articles)
  const lastBuildDate = lastChange && xml`<lastBuildDate>${lastChange.toUTCString()}</lastBuildDate>`
  const image =
    icons &&
    xml`
<image><url>${icons.small}</url><title>${title}</title><link>${pageUrl}</link></image>`
  return xml`${XML_DECLARATION}
<rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${description}</description>
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${feedUrl(feed, 'xml')}"/>${hubLink(feed)}
<docs>https://www.rssboard.org/rss-specification</docs>${lastBuildDate}${image}
${articles.map((article) => buildItem(article, feed))}
</channel>
</rss>
`.xml
}

function buildItem(article: FeedItem, feed: Feed): Xml {
  const { siteUrl, language, t } = feed
  const url = siteUrl + articlePath(article)
  const image = heroImageUrl(article, siteUrl)
  const media = image && buildMedia(image, article)
  const translated = describeTranslation(article, feed)
  const drafted = describeDrafting(article, feed)
  const { corrections = [] } = article
  const corrected = corrections.at(-1)?.corrected_at
  const statement =
    (translated && translationStatementHtml(translated.statement, translated.originalUrl)) ??
    (drafted && draftingStatementHtml(drafted.text))
  // The excerpt is escaped twice, because feed readers parse a description as HTML. It comes before the content, because
  // older ones do not accept `content:encoded` first.
  return xml`<item>
<title>${singleLine(article.title)}</title>
<link>${url}</link>
<guid isPermaLink="false">${permanentId(article)}</guid>
<pubDate>${new Date(article.publish_date).toUTCString()}</pubDate>${
    corrected
      ? xml`
<atom:updated>${new Date(corrected).toISOString()}</atom:updated>`
      : null
  }
<dc:creator>${singleLine(article.author)}</dc:creator>
<category>${t(`category.${article.category}.name`)}</category>${translated && buildMaking(translated)}${
    drafted &&
    xml`
<category domain="${DIGITAL_SOURCE_SCHEME}">${drafted.digitalSource}</category>`
  }
<description>${escapeXml(article.excerpt)}</description>${media}
<content:encoded>${cdata((statement ?? '') + article.html + correctionsHtml(corrections, { language, t }))}</content:encoded>
</item>`
}

/** A category may be of a scheme that its domain names; Dublin Core has an element for what a text is derived from. */
function buildMaking({ statement, originalUrl }: NonNullable<ReturnType<typeof describeTranslation>>): Xml {
  return xml`
<category domain="${DIGITAL_SOURCE_SCHEME}">${statement.digitalSource}</category>${
    originalUrl &&
    xml`
<dc:source>${originalUrl}</dc:source>`
  }`
}

function buildMedia(url: string, { facts, language }: FeedItem): Xml {
  const { alts = {}, captions = {}, credit = null, licence = null, licence_url: address = null } = facts ?? {}
  const alt = captions[language] ?? alts[language]
  const children = [
    alt && xml`<media:description type="plain">${singleLine(alt)}</media:description>`,
    credit && xml`<media:credit>${singleLine(credit)}</media:credit>`,
    // The element is not media:license, which the validator of the W3C does not know.
    address && xml`<media:copyright url="${address}">${singleLine(licence ?? address)}</media:copyright>`,
    licence && !address && xml`<media:copyright>${singleLine(licence)}</media:copyright>`,
  ].flatMap((child) => child || [])
  if (children.length === 0) return xml`<media:content url="${url}" medium="image"/>`
  return xml`<media:content url="${url}" medium="image">
${children}
</media:content>`
}

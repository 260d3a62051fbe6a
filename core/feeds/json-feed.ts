import { reviewTimeOf } from '#core/domain/article-translation.ts'
import { heroImageUrl } from '#core/domain/hero-image.ts'
import {
  DIGITAL_SOURCE_SCHEME,
  describeDrafting,
  describeFeed,
  describeTranslation,
  type Feed,
  type FeedItem,
  feedUrl,
  permanentId,
} from '#core/feeds/describe-feed.ts'
import { cleanText, singleLine, xml } from '#core/feeds/escape.ts'
import { correctionsHtml, draftingStatementHtml, translationStatementHtml } from '#core/feeds/feed-html.ts'
import { articlePath } from '#core/paths.ts'

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) of a language, or of one of its categories or authors. */
export function buildJsonFeed(feed: Feed): string {
  const { title, description, pageUrl } = describeFeed(feed)
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: feedUrl(feed, 'json'),
    description,
    ...(feed.hubUrl && { hubs: [{ type: 'WebSub', url: feed.hubUrl }] }),
    language: feed.language,
    ...(feed.icons && { icon: feed.icons.large, favicon: feed.icons.small }),
    items: feed.articles.map((article) => describeItem(article, feed)),
  })
}

function describeItem(article: FeedItem, feed: Feed) {
  const { siteUrl, t } = feed
  const translated = describeTranslation(article, feed)
  const drafted = describeDrafting(article, feed)
  const url = siteUrl + articlePath(article)
  const image = heroImageUrl(article, siteUrl)
  return {
    id: permanentId(article),
    url,
    title: singleLine(article.title),
    summary: cleanText(article.excerpt),
    content_html:
      (translated ? translationStatementHtml(translated.statement, translated.originalUrl) : '') +
      (drafted ? draftingStatementHtml(drafted.text) : '') +
      article.html +
      correctionsHtml(article.corrections ?? [], feed) +
      (image ? creditOf(article, t) : ''),
    ...(image && { image }),
    date_published: new Date(article.publish_date).toISOString(),
    date_modified: new Date(article.updated_at).toISOString(),
    authors: [{ name: singleLine(article.author) }],
    tags: [t(`category.${article.category}.name`)],
    ...(translated && { _translation: describeMaking(article, translated) }),
    ...(drafted && {
      _drafting: {
        about: DIGITAL_SOURCE_SCHEME,
        digital_source_type: DIGITAL_SOURCE_SCHEME + drafted.digitalSource,
      },
    }),
  }
}

/** The format lets publishers add objects whose names begin with an underscore. */
function describeMaking(
  { translation }: FeedItem,
  { statement, originalUrl }: NonNullable<ReturnType<typeof describeTranslation>>,
) {
  const reviewed = translation ? reviewTimeOf(translation) : null
  return {
    about: DIGITAL_SOURCE_SCHEME,
    digital_source_type: DIGITAL_SOURCE_SCHEME + statement.digitalSource,
    ...(originalUrl && { original_url: originalUrl }),
    ...(reviewed && { date_reviewed: new Date(reviewed).toISOString() }),
  }
}

/** The caption and the credit of the image, as the end of the content: the format has no other place for them. */
function creditOf({ facts, language }: FeedItem, t: Feed['t']): string {
  const caption = facts?.captions[language]
  const { credit = null, licence = null, licence_url: address = null } = facts ?? {}
  const name = licence ?? address
  const parts = [
    ...(credit ? [xml`${singleLine(credit)}`] : []),
    ...(name ? [address ? xml`<a href="${address}">${singleLine(name)}</a>` : xml`${singleLine(name)}`] : []),
  ].map((part) => part.xml)
  const note = [
    ...(caption ? [xml`${singleLine(caption)}`.xml] : []),
    ...(parts.length > 0 ? [t('article.imageCredit', { credit: parts.join(' · ') })] : []),
  ].join('<br>')
  return note && `\n<p><small>${note}</small></p>`
}

import type { PublishedNewsletter } from '#core/domain/newsletter-issue.ts'
import { type FeedIcons, hubLink } from '#core/feeds/describe-feed.ts'
import { cdata, escapeXml, singleLine, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { NEWSLETTER_ISSUES_PATH, newsletterFeedPath, newsletterIssuePath } from '#core/paths.ts'

interface NewsletterFeed {
  siteUrl: string
  hubUrl: string | null
  language: Language
  t: Translate
  icons?: FeedIcons | null
  /** The issues with the content of their web versions. */
  issues: PublishedNewsletter[]
}

/** The issues of the newsletter in RSS 2.0, as they were sent, in one language. */
export function buildNewsletterFeed(feed: NewsletterFeed): string {
  const { siteUrl, language, t, icons = null, issues } = feed
  const last = issues[0] && new Date(issues[0].started_at).toUTCString()
  const page = siteUrl + localizedPath(NEWSLETTER_ISSUES_PATH, language)
  const image =
    icons &&
    xml`
<image><url>${icons.small}</url><title>${t('feed.newsletter.title')}</title><link>${page}</link></image>`
  return xml`${XML_DECLARATION}
<rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${t('feed.newsletter.title')}</title>
<link>${page}</link>
<description>${t('newsletter.issues.description')}</description>
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${siteUrl + newsletterFeedPath(language)}"/>${hubLink(feed)}
<docs>https://www.rssboard.org/rss-specification</docs>${last ? xml`<lastBuildDate>${last}</lastBuildDate>` : null}${image}
${issues.map((issue) => buildItem(issue, siteUrl, t))}
</channel>
</rss>
`.xml
}

function buildItem(issue: PublishedNewsletter, siteUrl: string, t: Translate): Xml {
  // The slug of an issue never changes, and neither does its id when the site moves.
  return xml`<item>
<title>${singleLine(issue.subject)}</title>
<link>${siteUrl + newsletterIssuePath(issue.slug, issue.language)}</link>
<guid isPermaLink="false">newsletter:${issue.slug}:${issue.language}</guid>
<pubDate>${new Date(issue.started_at).toUTCString()}</pubDate>
<dc:creator>${t('site.name')}</dc:creator>
<description>${escapeXml(issue.preheader)}</description>
<content:encoded>${cdata(issue.content)}</content:encoded>
</item>`
}

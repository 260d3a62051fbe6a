import type { MetaDescriptor } from 'react-router'
import type { Category } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import { jsonFeedPath, newsletterFeedPath, rssPath } from '#core/paths.ts'

/** A feed of what a page shows, in both formats. */
export interface PageFeed {
  title: string
  rss: string
  json: string
}

/** Autodiscovery links of the feeds of a language; those of the page itself, its category or the newsletter come first. */
export function linkFeeds(options: {
  siteUrl: string
  language: Language
  category: Category | undefined
  newsletter?: boolean | undefined
  feed?: PageFeed | undefined
  t: TranslateOnPage
}): MetaDescriptor[] {
  const { siteUrl, language, category, newsletter = false, feed, t } = options
  const link = (type: string, title: string, path: string) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: siteUrl + path,
  })
  const links = ({ title, rss, json }: PageFeed) => [
    link('application/rss+xml', title, rss),
    link('application/feed+json', title, json),
  ]
  const linksOf = (title: string, of?: Category) =>
    links({ title, rss: rssPath(language, of), json: jsonFeedPath(language, of) })
  const all = linksOf(t('feed.title'))
  if (feed) return [...links(feed), ...all]
  if (newsletter) {
    const issues = link('application/rss+xml', t('feed.newsletter.title'), newsletterFeedPath(language))
    return [issues, ...all]
  }
  if (!category) return all
  const name = t(`category.${category}.name`)
  return [...linksOf(t('feed.category.title', { category: name }), category), ...all]
}

import type { MetaDescriptor } from 'react-router'
import type { Category } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import { jsonFeedPath, newsletterFeedPath, rssPath } from '#core/paths.ts'

/** Autodiscovery links of the feeds of a language; those of the page's category, or of the newsletter, come first. */
export function linkFeeds(options: {
  siteUrl: string
  language: Language
  category: Category | undefined
  newsletter?: boolean | undefined
  t: TranslateOnPage
}): MetaDescriptor[] {
  const { siteUrl, language, category, newsletter = false, t } = options
  const link = (type: string, title: string, path: string) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: siteUrl + path,
  })
  const links = (title: string, of?: Category) => [
    link('application/rss+xml', title, rssPath(language, of)),
    link('application/feed+json', title, jsonFeedPath(language, of)),
  ]
  const all = links(t('feed.title'))
  if (newsletter) {
    const issues = link('application/rss+xml', t('feed.newsletter.title'), newsletterFeedPath(language))
    return [issues, ...all]
  }
  if (!category) return all
  const name = t(`category.${category}.name`)
  return [...links(t('feed.category.title', { category: name }), category), ...all]
}

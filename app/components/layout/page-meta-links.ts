import type { MetaDescriptor } from 'react-router'
import type { Category } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { jsonFeedPath, rssPath } from '#core/paths.ts'

/** A page in one of its languages. */
export interface PageVersion {
  language: Language
  path: string
}

/** Tells search engines of a page in all its languages, always in the same order; English is for everybody else. */
export function linkVersions(versions: PageVersion[], siteUrl: string): MetaDescriptor[] {
  const link = (hrefLang: string, code: Language) => {
    const version = versions.find(({ language }) => language === code)
    return version ? { tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + version.path } : []
  }
  return [...LANGUAGE_CODES.flatMap((code) => link(code, code)), link('x-default', DEFAULT_LANGUAGE)].flat()
}

/** The feeds of a language, and those of a category before them. */
export function linkFeeds(options: {
  siteUrl: string
  language: Language
  category: Category | undefined
  t: Translate
}): MetaDescriptor[] {
  const { siteUrl, language, category, t } = options
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
  if (!category) return all
  const name = t(`category.${category}.name`)
  return [...links(t('feed.category.title', { category: name }), category), ...all]
}

import type { Location, MetaDescriptor } from 'react-router'
import { linkFeeds } from '#app/head/feed-links.ts'
import { linkVersions, type PageVersion } from '#app/head/hreflang.ts'
import { type SharedArticle, shareTags } from '#app/head/share-tags.ts'
import { translatorOf } from '#app/messages.ts'
import type { Category } from '#core/domain/article.ts'
import { DEFAULT_SITE_WORDS, type SiteWords } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import { articleMarkdownPath } from '#core/paths.ts'

interface PageMetaArgs {
  location: Pick<Location, 'pathname' | 'search'>
  /** The first match is the root. */
  matches: readonly [{ loaderData?: ({ siteUrl: string } & SiteWords) | undefined }, ...unknown[]]
}

interface PageMeta {
  title: string
  /** The name of the site is not appended to the title. */
  withoutSiteName?: boolean
  description?: string
  /** The canonical path and language of the page, when they differ from those of the address. */
  canonicalPath?: string
  canonicalLanguage?: Language
  /** All versions of the page, itself included; by default one in every language at the same path. */
  versions?: PageVersion[]
  /** Adds `noindex`. */
  hidden?: boolean
  /** The list that the page shows. */
  category?: Category
  /** The page is about the newsletter, which has a feed of its own. */
  newsletterFeed?: boolean
  /** The article that the page shows. */
  article?: SharedArticle
  /** JSON-LD, made in the loader so that browsers do not load its code. */
  jsonLd?: object[]
}

/** The tags in the head of a page for readers that differ from page to page. */
export function pageMeta(
  args: PageMetaArgs,
  describePage: (t: TranslateOnPage) => PageMeta,
): MetaDescriptor[] {
  const { location, matches } = args
  const language = languageOfUrl(location)
  const root = matches[0].loaderData
  const t = translatorOf(language, root ?? DEFAULT_SITE_WORDS)
  const page = describePage(t)
  const { canonicalPath = plainPath(location.pathname), canonicalLanguage = language, article } = page
  const siteUrl = root?.siteUrl ?? ''
  const url = siteUrl + localizedPath(canonicalPath, canonicalLanguage)
  const everyLanguage = () =>
    LANGUAGE_CODES.map((code) => ({ language: code, path: localizedPath(canonicalPath, code) }))
  // A page with `noindex` must not be the alternate of another page.
  const versions = page.hidden ? [] : (page.versions ?? everyLanguage())

  const title = page.withoutSiteName ? page.title : `${page.title} - ${t('site.name')}`
  const meta: MetaDescriptor[] = [{ title }]
  if (page.description) meta.push({ name: 'description', content: page.description })
  if (page.hidden) meta.push({ name: 'robots', content: 'noindex' })
  meta.push(
    { tagName: 'link', rel: 'canonical', href: url },
    ...linkVersions(versions, siteUrl),
    ...linkFeeds({ siteUrl, language, category: page.category, newsletter: page.newsletterFeed, t }),
  )
  if (article) {
    const href = siteUrl + articleMarkdownPath(article)
    meta.push({ tagName: 'link', rel: 'alternate', type: 'text/markdown', href })
  }
  meta.push(
    ...shareTags({ ...page, siteUrl, url, language: canonicalLanguage, versions, t }),
    ...(page.jsonLd ?? []).map((data) => ({ 'script:ld+json': data })),
  )
  return meta
}

/** Normalises a path as in our own links, because routes also match other case and a trailing slash. */
function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}

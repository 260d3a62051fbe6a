import type { Location, MetaDescriptor } from 'react-router'
import { translatorOf } from '#app/messages.ts'
import type { Article } from '#core/domain/article.ts'
import { articleTimes } from '#core/domain/article-times.ts'
import { SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/hero-image.ts'
import { DEFAULT_SITE_WORDS, type SiteWords } from '#core/domain/site-words.ts'
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_CODES,
  type Language,
  languageOfUrl,
  localeOf,
  localizedPath,
} from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import {
  articleMarkdownPath,
  jsonFeedPath,
  newsletterFeedPath,
  newsletterPodcastPath,
  podcastPath,
  rssPath,
  shareImagePath,
} from '#core/paths.ts'

/** The address of a page in one language. */
interface PageVersion {
  language: Language
  path: string
}

type SharedArticle = Pick<
  Article,
  | 'language'
  | 'slug'
  | 'publish_date'
  | 'updated_at'
  | 'author'
  | 'category'
  | 'social_title'
  /** Absolute. */
  | 'social_image'
>

interface SharedPage {
  siteUrl: string
  /** The canonical address. */
  url: string
  title: string
  description?: string
  /** The language of the shared page. */
  language: Language
  versions: PageVersion[]
  article?: SharedArticle
  /** What the address of its picture ends with. */
  shareVersion: string
  t: TranslateOnPage
}

type Entry = [key: string, content: string | undefined]

interface PageMetaArgs {
  location: Pick<Location, 'pathname' | 'search'>
  /** The first match is the root. */
  matches: readonly [
    {
      loaderData?:
        | ({ siteUrl: string; languages?: Language[]; shareVersion?: string } & SiteWords)
        | undefined
    },
    ...unknown[],
  ]
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
  category?: string
  /** The page is about the newsletter, which has a feed of its own. */
  newsletterFeed?: boolean
  /** The article that the page shows. */
  article?: SharedArticle
  /** Where its author is in the fediverse, which is named beside the link when somebody shares it (Mastodon). */
  creator?: string | undefined
  /** Whether its address also answers with an object of the social web (ActivityPub, 3.2). */
  isOnSocialWeb?: boolean | undefined
  /** Whether what the page shows can be heard, as an episode of a podcast: that of articles, or of the newsletter. */
  isHeard?: boolean | undefined
  /** JSON-LD, made in the loader so that browsers do not load its code. */
  jsonLd?: object[]
}

/** The tags in the head of a page for readers that differ from page to page. */
export function pageMeta(
  args: PageMetaArgs,
  describePage: (t: TranslateOnPage, site: SiteWords, language: Language) => PageMeta,
): MetaDescriptor[] {
  const { location, matches } = args
  const language = languageOfUrl(location)
  const root = matches[0].loaderData
  const site = root ?? DEFAULT_SITE_WORDS
  const t = translatorOf(language, site)
  const page = describePage(t, site, language)
  const { canonicalPath = plainPath(location.pathname), canonicalLanguage = language, article } = page
  const siteUrl = root?.siteUrl ?? ''
  const url = siteUrl + localizedPath(canonicalPath, canonicalLanguage)
  const everyLanguage = () =>
    (root?.languages ?? LANGUAGE_CODES).map((code) => ({
      language: code,
      path: localizedPath(canonicalPath, code),
    }))
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
  if (page.isHeard) {
    const path = (page.newsletterFeed ? newsletterPodcastPath : podcastPath)(canonicalLanguage)
    meta.push({ tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: siteUrl + path })
  }
  if (article) {
    if (page.creator) meta.push({ name: 'fediverse:creator', content: page.creator })
    if (page.isOnSocialWeb)
      meta.push({ tagName: 'link', rel: 'alternate', type: 'application/activity+json', href: url })
    const href = siteUrl + articleMarkdownPath(article)
    meta.push({ tagName: 'link', rel: 'alternate', type: 'text/markdown', href })
  }
  meta.push(
    ...shareTags({
      ...page,
      siteUrl,
      url,
      language: canonicalLanguage,
      versions,
      shareVersion: root?.shareVersion ?? '',
      t,
    }),
    ...(page.jsonLd ?? []).map((data) => ({ 'script:ld+json': data })),
  )
  return meta
}

/** Normalises a path as in our own links, because routes also match other case and a trailing slash. */
function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}

/** Autodiscovery links of the feeds of a language; those of the page's category, or of the newsletter, come first. */
function linkFeeds(options: {
  siteUrl: string
  language: Language
  category: string | undefined
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
  const links = (title: string, of?: string) => [
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

/** The tags for link previews on other sites: Open Graph and Twitter cards. */
function shareTags(page: SharedPage): MetaDescriptor[] {
  const { siteUrl, url, description, language, versions, article, shareVersion, t } = page
  const title = article?.social_title || page.title
  const ownImage = article?.social_image
  const image = ownImage || siteUrl + shareImagePath(article) + shareVersion
  const properties: Entry[] = [
    ['og:type', article ? 'article' : 'website'],
    ['og:site_name', t('site.name')],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', openGraphLocale(language)],
    ...versions
      .filter((version) => version.language !== language)
      .map((version): Entry => ['og:locale:alternate', openGraphLocale(version.language)]),
    ['og:image', image],
    ['og:image:width', ownImage ? '' : String(SHARE_IMAGE_WIDTH)],
    ['og:image:height', ownImage ? '' : String(SHARE_IMAGE_HEIGHT)],
    ['og:image:alt', article ? title : t('meta.home.title')],
    ...(article ? articleProperties(article, t) : []),
  ]
  const names: Entry[] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', image],
  ]
  return [
    ...properties.flatMap(([property, content]) => (content ? { property, content } : [])),
    ...names.flatMap(([name, content]) => (content ? { name, content } : [])),
  ]
}

function articleProperties(article: SharedArticle, t: TranslateOnPage): Entry[] {
  const { published, modified } = articleTimes(article)
  return [
    ['article:published_time', published],
    ['article:modified_time', modified],
    ['article:author', article.author],
    ['article:section', t(`category.${article.category}.name`)],
  ]
}

function openGraphLocale(language: Language): string {
  return localeOf(language).replace('-', '_')
}

/** The hreflang links of a page, always in the same order; `x-default` is the English version. */
function linkVersions(versions: PageVersion[], siteUrl: string): MetaDescriptor[] {
  const link = (hrefLang: string, code: Language) => {
    const version = versions.find(({ language }) => language === code)
    return version ? { tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + version.path } : []
  }
  return [...LANGUAGE_CODES.flatMap((code) => link(code, code)), link('x-default', DEFAULT_LANGUAGE)].flat()
}

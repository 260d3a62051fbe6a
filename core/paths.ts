import type { Category } from '#core/domain/category.ts'
import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'

/*
 * The public addresses of all pages, feeds and images, without the origin. `localizedPath` adds the language to the result of
 * functions that do not take one. app/routes.ts and server/app.ts list the routes.
 */

export const ARTICLE_PREFIX = '/article/'

/** Without a language the path is returned alone, for links that add the language of their page. */
interface ArticleAddress {
  slug: string
  language?: Language
}

export function articlePath({ slug, language = DEFAULT_LANGUAGE }: ArticleAddress): string {
  return localizedPath(`${ARTICLE_PREFIX}${slug}`, language)
}

/** A translation beside its English original. */
export function besidePath(article: Required<ArticleAddress>): string {
  return `${articlePath(article)}&beside=${DEFAULT_LANGUAGE}`
}

/** The article as Markdown, for programs that read. */
export function articleMarkdownPath({ slug, language = DEFAULT_LANGUAGE }: ArticleAddress): string {
  return localizedPath(`${ARTICLE_PREFIX}${slug}.md`, language)
}

export function categoryPath(category: string): string {
  return `/${category}`
}

export function authorPath(slug: string): string {
  return `/author/${slug}`
}

const SEARCH_PATH = '/search'

/** A page of search results; the first has no number. Without a query: the empty search page. */
export function searchPath(query?: string, page = 1): string {
  if (query === undefined) return SEARCH_PATH
  return pagePath(`${SEARCH_PATH}?${new URLSearchParams({ q: query })}`, page)
}

/** A page of a list; the first has no number. */
export function pagePath(path: string, page: number): string {
  if (page === 1) return path
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`
}

/** The pages whose texts are in core/i18n/messages. */
export const LEGAL_PAGES = ['about', 'contact', 'privacy', 'terms', 'disclaimer'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

export function legalPath(page: LegalPage): string {
  return `/${page}`
}

/** A page that was added on the desk. */
export function ownPagePath(slug: string): string {
  return `/${slug}`
}

export const NEWSLETTER_PATH = '/newsletter'
/** The corrections of all published articles. */
export const CORRECTIONS_PATH = '/corrections'

/** The list of a reader, which only their browser knows. */
export const SAVED_PATH = '/saved'
/** The words of features that run in the browser alone, which only browsers load that need them. */
export const SAVED_WORDS_PATH = '/saved/words.json'
/** The worker that answers offline. A worker answers only below its own address. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** The rules about the pages that browsers may prefetch. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

/** A draft as readers will see it, for every visitor who has the link. The token is in the query, which no log contains. */
export function previewPath(token: string, language: Language = DEFAULT_LANGUAGE): string {
  return localizedPath(`/preview?token=${token}`, language)
}

/** The target of the sign-up form without scripts. */
export const SUBSCRIBE_PATH = '/subscribe'
/** The path without a token; only the link in a confirmation mail has one. */
export const CONFIRM_SUBSCRIPTION_PATH = '/confirm-subscription'

/** The target of the link in a confirmation mail. */
export function confirmSubscriptionPath(token: string, language: Language): string {
  return localizedPath(`${CONFIRM_SUBSCRIPTION_PATH}?token=${encodeURIComponent(token)}`, language)
}

/** The target of the links with which subscribers unsubscribe. Programs post to it without a page (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

export function unsubscribePath(token: string, language: Language): string {
  return localizedPath(`${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`, language)
}

/** The page on which subscribers change their preferences. */
export const PREFERENCES_PATH = '/newsletter/preferences'

export function preferencesPath(token: string, language: Language): string {
  return localizedPath(`${PREFERENCES_PATH}?token=${encodeURIComponent(token)}`, language)
}

export const NEWSLETTER_ISSUES_PATH = '/newsletter/issues'

export function newsletterIssuePath(slug: string, language: Language): string {
  return localizedPath(`${NEWSLETTER_ISSUES_PATH}/${slug}`, language)
}

export function newsletterFeedPath(language: Language): string {
  return `/feeds/${language}/newsletter.xml`
}

/** The articles of a language that a machine reads aloud, for programs that play podcasts. */
export function podcastPath(language: Language): string {
  return `/feeds/${language}/podcast.xml`
}

/** The issues of the newsletter in a language that a machine reads aloud. */
export function newsletterPodcastPath(language: Language): string {
  return `/feeds/${language}/newsletter-podcast.xml`
}

/**
 * The recording of an article, and beside it, by another ending, the data about it: the blocks with their beginnings (json), the chapters
 * and the text with times (vtt). A new recording has a new address; an older one redirects there.
 */
export function articleAudioPath(
  { articleId, id }: { articleId: string; id: string },
  kind: 'mp3' | 'json' | 'chapters.json' | 'vtt' = 'mp3',
): string {
  return `${ARTICLE_PREFIX}audio/${articleId}/${id}.${kind}`
}

/** The recording of an issue of the newsletter, and beside it, by another ending, its chapters and the text with times. */
export function newsletterAudioPath(id: string, kind: 'mp3' | 'chapters.json' | 'vtt' = 'mp3'): string {
  return `/newsletter/audio/${id}.${kind}`
}

/** Counts a click in a newsletter, and redirects. */
export const NEWSLETTER_CLICK_PATH = '/newsletter/go'

export function newsletterClickPath(click: {
  issueId: string
  link: number
  target: string
  signature: string
}): string {
  const { issueId: i, link, target: t, signature: s } = click
  return `${NEWSLETTER_CLICK_PATH}?${new URLSearchParams({ i, l: String(link), t, s })}`
}

/** The target of the link with which subscribers confirm that everything about them is to be erased. */
export function erasurePath(token: string, language: Language): string {
  return localizedPath(`/newsletter/erase?token=${encodeURIComponent(token)}`, language)
}

/** The calendar feed. The secret identifies a person of the desk. */
export function calendarFeedPath(secret: string): string {
  return `/calendar/${secret}.ics`
}

/** The target of a link that is mailed to an administrator, on one of the three pages that take its token. */
export function mailedLinkPath(page: 'recovery' | 'sign-in-link' | 'invitation', token: string): string {
  return `/admin/${page}?token_hash=${encodeURIComponent(token)}`
}

/** Every page for readers that is not an article; each exists in every language. */
export function sitePaths({ categories }: { categories: readonly Pick<Category, 'slug'>[] }): string[] {
  return [
    '/',
    ...categories.map(({ slug }) => categoryPath(slug)),
    NEWSLETTER_PATH,
    NEWSLETTER_ISSUES_PATH,
    CORRECTIONS_PATH,
    ...LEGAL_PAGES.map(legalPath),
  ]
}

/** The function that serves the RSS feed of a language too, for subscribers of the address that hosted Supabase has. */
export const RSS_FUNCTION_PATH = '/functions/v1/rss-feed'

/** The RSS feed of a language, or of one of its categories. */
export function rssPath(language: Language, category: string | null = null): string {
  return feedPath(language, category, 'xml')
}

/** The JSON Feed of a language, or of one of its categories. */
export function jsonFeedPath(language: Language, category: string | null = null): string {
  return feedPath(language, category, 'json')
}

export function authorFeedPath(slug: string, language: Language, format: 'xml' | 'json'): string {
  return `/feeds/${language}${authorPath(slug)}.${format}`
}

export function feedPath(language: Language, category: string | null, format: 'xml' | 'json'): string {
  return category ? `/feeds/${language}/${category}.${format}` : `/feeds/${language}.${format}`
}

/** The web manifest, with the name of the publication for readers who install it, in a language. */
export function webManifestPath(language: Language): string {
  return localizedPath('/manifest.webmanifest', language)
}

/** The hub of all feeds (WebSub). */
export const WEBSUB_PATH = '/websub'

export const SITEMAP_PATH = '/sitemap.xml'
export const NEWS_SITEMAP_PATH = '/news-sitemap.xml'

/** The numbered parts of a sitemap that is too large for one file. */
export function sitemapPartPath(part: number): string {
  return `/sitemaps/${part}.xml`
}

/** The messages that a browser needs in a language. The version is a hash of those of all languages. */
export function messagesPath(language: Language, version: string): string {
  return `/assets/${language}-${version}.json`
}

/** One of our images in another size and format; `imagePath` has no leading slash. With a version it can be cached forever. */
export function imageVariantPath(variant: {
  format: string
  width: number
  imagePath: string
  version?: string | undefined
}): string {
  const { format, width, imagePath, version } = variant
  const path = `/images/${format}/${width}/${imagePath}`
  return version ? `${path}?v=${version}` : path
}

/** The Open Graph image of an article; without an article, that of all other pages. */
export function shareImagePath(article?: { slug: string; language: Language }): string {
  return article ? `/share/${article.language}/${article.slug}.png` : '/share/default.png'
}

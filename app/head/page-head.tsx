import { usePage } from '#app/document/page-context.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type Article, articleTimes } from '#core/domain/article.ts'
import { SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/hero-image.ts'
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_CODES,
  type Language,
  localeOf,
  localizedPath,
} from '#core/i18n/languages.ts'
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

/** A feed: its title, and the paths of its formats. */
export interface Feed {
  title: string
  rss: string
  json?: string
}

/** The metadata of a page for search engines, feed readers and people who share it. */
export interface PageMeta {
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
  /** Nothing of the page is for other sites, not even its address. */
  isDraft?: boolean
  /** The list that the page shows. */
  category?: string
  /** The feeds of the page's content. */
  feed?: Feed
  /** The page is about the newsletter, which has a feed of its own. */
  newsletterFeed?: boolean
  /** The article that the page shows. */
  article?: SharedArticle
  /** The author's account in the fediverse, which is named beside the link when somebody shares it (Mastodon). */
  creator?: string | undefined
  /** The address also responds with an object of the social web (ActivityPub, 3.2). */
  isOnSocialWeb?: boolean | undefined
  /** The page can be heard, as an episode of a podcast: that of articles, or of the newsletter. */
  isHeard?: boolean | undefined
  /** JSON-LD. */
  jsonLd?: object[]
}

/** The elements in the head of a page for readers that differ from page to page. */
export function PageHead(page: PageMeta) {
  const { pathname } = usePage()
  const { siteUrl, languages = LANGUAGE_CODES } = useSiteData()
  const { language, t } = useTranslation()
  const { canonicalPath = plainPath(pathname), canonicalLanguage = language, article } = page
  const url = siteUrl + localizedPath(canonicalPath, canonicalLanguage)
  const everyLanguage = () =>
    languages.map((code) => ({ language: code, path: localizedPath(canonicalPath, code) }))
  // A page with `noindex` must not be the alternate of another page.
  const versions = page.hidden ? [] : (page.versions ?? everyLanguage())

  const title = <title>{page.withoutSiteName ? page.title : `${page.title} - ${t('site.name')}`}</title>
  if (page.isDraft) {
    return (
      <>
        {title}
        <meta name="robots" content="noindex, nofollow" />
      </>
    )
  }
  const podcast = page.newsletterFeed ? newsletterPodcastPath : podcastPath
  return (
    <>
      {page.feed && <FeedLinks {...page.feed} />}
      {title}
      {page.description && <meta name="description" content={page.description} />}
      {page.hidden && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={url} />
      <VersionLinks versions={versions} />
      <LanguageFeeds {...page} />
      {page.isHeard && (
        <link rel="alternate" type="application/rss+xml" href={siteUrl + podcast(canonicalLanguage)} />
      )}
      {article && (
        <>
          {page.creator && <meta name="fediverse:creator" content={page.creator} />}
          {page.isOnSocialWeb && <link rel="alternate" type="application/activity+json" href={url} />}
          <link rel="alternate" type="text/markdown" href={siteUrl + articleMarkdownPath(article)} />
        </>
      )}
      <ShareTags {...page} url={url} language={canonicalLanguage} versions={versions} />
      {page.jsonLd?.map((data) => {
        const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeInScript)
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
        return <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      })}
    </>
  )
}

/** Escapes a character as JSON does, so that no text ends the script. */
const escapeInScript = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Normalises a path as in our own links, because routes also match other case and a trailing slash. */
function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}

/** The hreflang links of a page, always in the same order; `x-default` is the English version. */
function VersionLinks({ versions }: { versions: PageVersion[] }) {
  const { siteUrl } = useSiteData()
  return [...LANGUAGE_CODES, 'x-default' as const].map((hrefLang) => {
    const code = hrefLang === 'x-default' ? DEFAULT_LANGUAGE : hrefLang
    const version = versions.find(({ language }) => language === code)
    return (
      version && <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={siteUrl + version.path} />
    )
  })
}

function FeedLinks({ title, rss, json }: Feed) {
  const { siteUrl } = useSiteData()
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={title} href={siteUrl + rss} />
      {json && <link rel="alternate" type="application/feed+json" title={title} href={siteUrl + json} />}
    </>
  )
}

/** Autodiscovery links of the feeds of a language; those of the page's category, or of the newsletter, come first. */
function LanguageFeeds({ category, newsletterFeed }: Pick<PageMeta, 'category' | 'newsletterFeed'>) {
  const { language, t } = useTranslation()
  const links = (title: string, of?: string) => (
    <FeedLinks title={title} rss={rssPath(language, of)} json={jsonFeedPath(language, of)} />
  )
  return (
    <>
      {newsletterFeed && <FeedLinks title={t('feed.newsletter.title')} rss={newsletterFeedPath(language)} />}
      {category && links(t('feed.category.title', { category: t(`category.${category}.name`) }), category)}
      {links(t('feed.title'))}
    </>
  )
}

type Entry = [key: string, content: string | undefined]

interface SharedPage extends Pick<PageMeta, 'title' | 'description' | 'article'> {
  /** The canonical address. */
  url: string
  /** The language of the shared page. */
  language: Language
  versions: PageVersion[]
}

/** The tags for link previews on other sites: Open Graph and Twitter cards. */
function ShareTags({ url, description, language, versions, article, ...page }: SharedPage) {
  const { siteUrl, shareVersion = '' } = useSiteData()
  const { t } = useTranslation()
  const title = article?.social_title || page.title
  const ownImage = article?.social_image
  const image = ownImage || siteUrl + shareImagePath(article) + shareVersion
  const times = article && articleTimes(article)
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
    ['article:published_time', times?.published],
    ['article:modified_time', times?.modified],
    ['article:author', article?.author],
    ['article:section', article && t(`category.${article.category}.name`)],
  ]
  const names: Entry[] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', image],
  ]
  return (
    <>
      {properties.map(
        ([property, content]) =>
          content && <meta key={property + content} property={property} content={content} />,
      )}
      {names.map(([name, content]) => content && <meta key={name} name={name} content={content} />)}
    </>
  )
}

function openGraphLocale(language: Language): string {
  return localeOf(language).replace('-', '_')
}

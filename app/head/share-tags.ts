import type { MetaDescriptor } from 'react-router'
import type { PageVersion } from '#app/head/hreflang.ts'
import type { Article } from '#core/domain/article.ts'
import { articleTimes } from '#core/domain/article-times.ts'
import { SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/share-image.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'
import { shareImagePath } from '#core/paths.ts'

export type SharedArticle = Pick<
  Article,
  'language' | 'slug' | 'publish_date' | 'updated_at' | 'author' | 'category'
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
  t: TranslateOnPage
}

type Entry = [key: string, content: string | undefined]

/** The tags for link previews on other sites: Open Graph and Twitter cards. */
export function shareTags(page: SharedPage): MetaDescriptor[] {
  const { siteUrl, url, title, description, language, versions, article, t } = page
  const image = siteUrl + shareImagePath(article)
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
    ['og:image:width', String(SHARE_IMAGE_WIDTH)],
    ['og:image:height', String(SHARE_IMAGE_HEIGHT)],
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
  return LANGUAGES.find(({ code }) => code === language)?.openGraph ?? ''
}

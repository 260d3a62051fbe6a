import type { Article, Author } from '#core/domain/article.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { type TranslationStatement, translationStatement } from '#core/domain/translation-statement.ts'
import { singleLine, type Xml, xml } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath, authorFeedPath, authorPath, categoryPath, feedPath } from '#core/paths.ts'

/** The columns of an article that feeds contain. */
export type FeedArticle = Pick<
  Article,
  | 'id'
  | 'slug'
  | 'language'
  | 'title'
  | 'excerpt'
  | 'content'
  | 'category'
  | 'author'
  | 'hero_image'
  | 'publish_date'
  | 'updated_at'
>

/** An article with the facts about its pictures and its translation. */
export type FeedItem = Omit<FeedArticle, 'content'> & {
  /** Its text as HTML (`feedHtml`); empty for one that is too long for a feed. */
  html: string
  /** The facts about the hero image. */
  facts?: MediaFacts | null
  translation?: TranslationWithOriginal | null
  /** True if a model wrote its first text, from sources. */
  isDrafted?: boolean
  /** The corrections, the first one first. */
  corrections?: readonly Pick<ArticleCorrection, 'text' | 'corrected_at'>[]
}

export interface Feed {
  siteUrl: string
  /** The hub at which programs subscribe to it (WebSub). */
  hubUrl: string | null
  language: Language
  /** Null for a feed of all categories. */
  category: string | null
  /** The author of a feed of one author. */
  author?: Pick<Author, 'slug' | 'name'> | null
  t: Translate
  /** The addresses of icons of its own. */
  icons?: FeedIcons | null
  articles: FeedItem[]
}

export interface FeedIcons {
  small: string
  large: string
}

/** The title, description and page of a feed, the same in every format. */
export function describeFeed({ siteUrl, language, category, author, t }: Feed) {
  if (author) {
    const name = { author: singleLine(author.name) }
    return {
      title: t('feed.author.title', name),
      description: t('author.description', name),
      pageUrl: siteUrl + localizedPath(authorPath(author.slug), language),
    }
  }
  return {
    title: category
      ? t('feed.category.title', { category: t(`category.${category}.name`) })
      : t('feed.title'),
    description: category ? t(`category.${category}.description`) : t('feed.description'),
    pageUrl: siteUrl + localizedPath(category ? categoryPath(category) : '/', language),
  }
}

export function feedUrl({ siteUrl, language, category, author }: Feed, format: 'xml' | 'json'): string {
  if (author) return siteUrl + authorFeedPath(author.slug, language, format)
  return siteUrl + feedPath(language, category, format)
}

/** The links by which a subscriber finds the hub and the topic, as a header (WebSub, section 4). */
export function feedLinks({ hubUrl, selfUrl }: Pick<Feed, 'hubUrl'> & { selfUrl: string }): string {
  return `${hubUrl ? `<${hubUrl}>; rel="hub", ` : ''}<${selfUrl}>; rel="self"`
}

/** The hub, in a feed of XML. */
export const hubLink = ({ hubUrl }: Pick<Feed, 'hubUrl'>): Xml | null =>
  hubUrl === null
    ? null
    : xml`
<atom:link rel="hub" href="${hubUrl}"/>`

/** The statement about an item that AI has translated, with the address of its original; null for any other. */
export function describeTranslation(
  { translation, language }: Pick<FeedItem, 'translation' | 'language'>,
  { siteUrl, t }: Pick<Feed, 'siteUrl' | 't'>,
): { statement: TranslationStatement; originalUrl: string | null } | null {
  const statement = translationStatement(translation, { t, language })
  if (!statement) return null
  const original = translation?.original
  return { statement, originalUrl: original ? siteUrl + articlePath(original) : null }
}

/** The statement about an item that a model has drafted and a person has published; null for any other. */
export function describeDrafting(
  { isDrafted = false }: Pick<FeedItem, 'isDrafted'>,
  { t }: Pick<Feed, 't'>,
): { text: string; digitalSource: TranslationStatement['digitalSource'] } | null {
  return isDrafted
    ? { text: t('article.sources.drafted'), digitalSource: 'compositeWithTrainedAlgorithmicMedia' }
    : null
}

/** The definition of the IPTC's codes for the making of media. */
export const DIGITAL_SOURCE_SCHEME = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** An id that stays the same when the title or the address of an article changes. */
export function permanentId({ id }: Pick<Article, 'id'>): string {
  return `urn:uuid:${id}`
}

/** The time of the last change to any of the articles; null when there are none. */
export function lastChangeOf(articles: Pick<Article, 'updated_at'>[]): Date | null {
  const times = articles.map((article) => Date.parse(article.updated_at))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

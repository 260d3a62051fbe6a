import type { Article, Category } from '#core/domain/article.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { categoryPath } from '#core/paths.ts'

/** What a feed tells of an article. */
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

export interface Feed {
  siteUrl: string
  language: Language
  /** Null: all of them. */
  category: Category | null
  t: Translate
  articles: FeedArticle[]
}

/** The words and the page that every format of a feed begins with. */
export function describeFeed({ siteUrl, language, category, t }: Feed) {
  return {
    title: category
      ? t('feed.category.title', { category: t(`category.${category}.name`) })
      : t('feed.title'),
    description: category ? t(`category.${category}.description`) : t('feed.description'),
    pageUrl: siteUrl + localizedPath(category ? categoryPath(category) : '/', language),
  }
}

/** Never changes, whatever becomes of the title or the address. */
export function permanentId({ id }: Pick<Article, 'id'>): string {
  return `urn:uuid:${id}`
}

/** When readers last got something new; null for an empty feed. */
export function lastChangeOf(articles: Pick<Article, 'updated_at'>[]): Date | null {
  const times = articles.map((article) => Date.parse(article.updated_at))
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

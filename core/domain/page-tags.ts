import { type Article, CATEGORIES, type Category } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

/**
 * What a page shows, in the words in which the database announces changes
 * (private.announce_article_change): when one of its tags is announced, the page must be rendered anew.
 */
export function articleTag(article: Pick<Article, 'id' | 'original_article_id'>): string {
  return `article:${article.original_article_id ?? article.id}`
}

/** The tags of a list of articles in a language: of one category, or of all. */
export function listTags(language: Language, category?: Category): string[] {
  const categories = category ? [category] : CATEGORIES
  return categories.flatMap((name) => [`list:*:${name}`, `list:${language}:${name}`])
}

/** For a page that shows nothing of the database and changes only with a new version. */
export const UNCHANGING = 'unchanging'

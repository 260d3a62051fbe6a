import { type Article, RELATED_COUNT, type RelatedArticle } from '#core/domain/article.ts'
import type { SettingKey } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'

/*
 * The tags of cached pages. The database announces the same ones when an article changes
 * (private.announce_article_change), and pages that carry an announced tag are rendered anew.
 */

/** The tags of an article's page at the address with this language, which may have no version of it. */
export function articleTags(
  article: Pick<Article, 'id' | 'original_article_id' | 'slug' | 'language'>,
  language: Language,
): string[] {
  const tag = `article:${article.original_article_id ?? article.id}`
  // Another story may be published under the same slug, in the language that was asked for.
  return article.language === language ? [tag] : [tag, `slug:${article.slug}`]
}

/** The tags of a list of articles in a language: of one category, or of all categories. */
export function listTags(language: Language, category?: string): string[] {
  const part = category ? `:${category}` : ''
  return [`list:*${part}`, `list:${language}${part}`]
}

/** The tags of a page in a language that shows these at the end of an article. */
export function relatedTags(
  related: readonly Pick<RelatedArticle, 'story_id' | 'same_topic'>[],
  article: Pick<Article, 'category' | 'original_article_id'>,
  language: Language,
): string[] {
  const stories = related.map(({ story_id }) => `article:${story_id}`)
  // If too few are alike, the newest of the category are shown: of the original's, which a translation need not have.
  const category = article.original_article_id === null ? article.category : undefined
  const showsNewest = related.length < RELATED_COUNT || related.some(({ same_topic }) => !same_topic)
  return showsNewest ? [...stories, ...listTags(language, category)] : stories
}

/** The tag of the page of all corrections. Those of one article are announced as changes of the article. */
export const CORRECTIONS_TAG = 'corrections'

/** The tag of a page that shows the profile of the author at this address. */
export const authorTag = (slug: string) => `author:${slug}`

/** The tag of everything that shows issues of the newsletter. */
export const NEWSLETTERS_TAG = 'newsletters'

/** The tag of what shows which articles of a language can be heard. The sound of one article is announced as a change of it, too. */
export const audioTag = (language: Language) => `audio:${language}`

/** The tag of a page about the publication, by its address. */
export const pageTag = (slug: string) => `page:${slug}`

/** The tags of a page that shows these settings. Settings that every page shows need no tag. */
export function settingTags(...keys: (SettingKey | 'shipped_pages')[]): string[] {
  return keys.map((key) => `setting:${key}`)
}

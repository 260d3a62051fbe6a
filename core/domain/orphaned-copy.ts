import type { Article } from '#core/domain/article.ts'

/** A form that somebody had not saved before they lost the role, or the right to save that article. */
export interface OrphanedCopy {
  id: string
  owner: string
  /** The name of its editor; null when the account was deleted. */
  name: string | null
  article_id: string
  title: string
  /** The `updated_at` of the article that the form began with; null for a new article. */
  since: string | null
  updated_at: string
  /** Null when there is no such article: it was never saved, or is in the trash. */
  article: Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'published'> | null
}

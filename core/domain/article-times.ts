import type { Article } from '#core/domain/article.ts'

/**
 * The times of publication and of the last modification, for machine-readable formats. A modification before publication counts as made at
 * publication.
 */
export function articleTimes({ publish_date, updated_at }: Pick<Article, 'publish_date' | 'updated_at'>) {
  const published = Date.parse(publish_date)
  const modified = Math.max(published, Date.parse(updated_at))
  return { published: new Date(published).toISOString(), modified: new Date(modified).toISOString() }
}

/**
 * The time of the last update, as readers see it: null until the article was changed after it was stored, and on the day of its
 * publication. Days are those of the dates that readers see.
 */
export function updatedSince(
  article: Pick<Article, 'publish_date' | 'created_at' | 'updated_at'>,
): string | null {
  const { published, modified } = articleTimes(article)
  const isStoredOnly = Date.parse(article.updated_at) === Date.parse(article.created_at)
  return isStoredOnly || modified.slice(0, 10) === published.slice(0, 10) ? null : modified
}

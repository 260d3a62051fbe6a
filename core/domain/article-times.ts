import type { Article } from '#core/domain/article.ts'

/**
 * When an article was published and last modified, for machine-readable formats. A modification before publication
 * counts as made at publication.
 */
export function articleTimes({ publish_date, updated_at }: Pick<Article, 'publish_date' | 'updated_at'>) {
  const published = Date.parse(publish_date)
  const modified = Math.max(published, Date.parse(updated_at))
  return { published: new Date(published).toISOString(), modified: new Date(modified).toISOString() }
}

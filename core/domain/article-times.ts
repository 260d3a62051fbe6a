import type { Article } from '#core/domain/article.ts'

/** When an article came out and when it last changed, as machines are told; it cannot change before it is out. */
export function articleTimes({ publish_date, updated_at }: Pick<Article, 'publish_date' | 'updated_at'>) {
  const published = Date.parse(publish_date)
  const modified = Math.max(published, Date.parse(updated_at))
  return { published: new Date(published).toISOString(), modified: new Date(modified).toISOString() }
}

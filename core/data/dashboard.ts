import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'

const RECENT_ARTICLES = 5

/**
 * The numbers on an editor's desk. A story and its translations are one article, so all but `featured` count
 * originals only; every language has a featured place of its own, so `featured` counts each of them.
 */
export interface DashboardCounts {
  /** Originals, published or not. */
  total: number
  /** Versions in any language that carry the featured mark. */
  featured: number
  /** Published originals dated within `today`. */
  publishedToday: number
  /** Originals that are not published. */
  drafts: number
}

export type RecentArticle = Pick<
  Article,
  | 'id'
  | 'slug'
  | 'language'
  | 'title'
  | 'category'
  | 'publish_date'
  | 'reading_time'
  | 'published'
  | 'featured'
>

/** A day from its first moment up to, but not including, the first moment of the next day. */
export interface Day {
  start: Date
  end: Date
}

export async function countForDashboard(client: Client, today: Day): Promise<DashboardCounts> {
  const articles = () => client.from('articles').select('id', { count: 'exact', head: true })
  const originals = () => articles().is('original_article_id', null)
  const [total, featured, publishedToday, drafts] = await Promise.all([
    originals().throwOnError(),
    articles().eq('featured', true).throwOnError(),
    originals()
      .eq('published', true)
      .gte('publish_date', today.start.toISOString())
      .lt('publish_date', today.end.toISOString())
      .throwOnError(),
    originals().eq('published', false).throwOnError(),
  ])
  return {
    total: requireCount(total),
    featured: requireCount(featured),
    publishedToday: requireCount(publishedToday),
    drafts: requireCount(drafts),
  }
}

function requireCount({ count }: { count: number | null }): number {
  if (count === null) throw new Error('The response of the backend has no count')
  return count
}

/** The newest originals by their date, drafts included. */
export async function listRecentArticles(client: Client): Promise<RecentArticle[]> {
  const { data } = await client
    .from('articles')
    .select('id, slug, language, title, category, publish_date, reading_time, published, featured')
    .is('original_article_id', null)
    .order('publish_date', { ascending: false })
    .order('id')
    .limit(RECENT_ARTICLES)
    .throwOnError()
  return data
}

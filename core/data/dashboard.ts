import type { Client } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'

const RECENT_ARTICLES = 5

/**
 * The numbers on an editor's desk, all on one basis: a story and its translations are one article, so that only
 * originals count.
 */
export interface DashboardCounts {
  /** Published or not. */
  total: number
  featured: number
  /** Published, and dated within `today`. */
  publishedToday: number
  /** Not published. */
  drafts: number
}

export interface Dashboard {
  counts: DashboardCounts
  recent: RecentArticle[]
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

export async function loadDashboard(client: Client, today: Day): Promise<Dashboard> {
  const [counts, recent] = await Promise.all([countForDashboard(client, today), listRecentArticles(client)])
  return { counts, recent }
}

async function countForDashboard(client: Client, today: Day): Promise<DashboardCounts> {
  const originals = () =>
    client.from('articles').select('id', { count: 'exact', head: true }).is('original_article_id', null)
  const [total, featured, publishedToday, drafts] = await Promise.all([
    originals().throwOnError(),
    originals().eq('featured', true).throwOnError(),
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
async function listRecentArticles(client: Client): Promise<RecentArticle[]> {
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

import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

/** What an editor sees first. */
export type Dashboard = {
  counts: DashboardCounts
  /** The newest originals by their date, drafts included. */
  recent: RecentArticle[]
  /** Schedules that did not work out, the latest first. */
  missed: MissedSchedule[]
  /** This editor's unsaved forms, one for each article, the latest first. */
  unsaved: UnsavedForm[]
}

/** All on one basis: a story and its translations are one article, so that only originals count. */
export interface DashboardCounts {
  /** Published or not. */
  total: number
  featured: number
  /** Published, and dated within the day that was asked for. */
  publishedToday: number
  /** Not published. */
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

type Named = Pick<Article, 'id' | 'slug' | 'language' | 'title'>

/** A draft that was to be published by itself, and was not. */
export type MissedSchedule = Pick<ArticleSchedule, 'publish_at' | 'zone' | 'status' | 'reason'> & {
  article: Named
}

/** What an editor has typed and not saved. */
export interface UnsavedForm {
  article_id: string
  /** As it is typed so far; may be empty. */
  title: string
  /** When something was typed last. */
  updated_at: string
  /** Null for an article that was never saved. */
  article: Named | null
}

import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule, ArticleUnpublishing } from '#core/domain/article-schedule.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'
import type { BackupTrouble } from '#core/domain/backup.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import type { Health } from '#core/domain/system.ts'

/** The state of the desk that the menu shows on every page, and the dashboard in words. */
export interface Desk {
  waiting: Waiting
  /** The version of the program. */
  version: string
  /** True if the newsroom is on (NEWSROOM). */
  hasNewsroom: boolean
}

export interface Dashboard extends Desk {
  counts: DashboardCounts
  /** The newest originals by their date, drafts included. */
  recent: RecentArticle[]
  firstSteps: FirstSteps
}

/** Numbers that are counted up to here are shown as 99+. */
export const MOST_COUNTED = 100

/** The work that is waiting for an editor. Drafts, unsaved texts and the account are those of this editor. */
export interface Waiting {
  /** Articles that were handed to this editor, or in to all of them, the most urgent first. */
  handIns: HandIn[]
  /** Translations that wait for a review. */
  toReview: number
  /** Translations that wait for a review, by language; only on the dashboard, and without languages that have none. */
  toReviewIn: CountInLanguage[]
  /** Published translations by a model of which no person has read a block, without languages that have none. */
  unread: CountInLanguage[]
  /** Translations that failed, by whether their original is published. */
  failed: { published: number; drafts: number }
  /** Translations of published articles that are older than their original. */
  stale: number
  /** Unsaved forms, one for each article, the latest first. */
  unsaved: UnsavedForm[]
  /** Drafts that this editor has written in, without those that are named elsewhere here; only on the dashboard. */
  drafts: { count: number; newest: NamedArticle[] }
  /** Articles whose sources were corrected or withdrawn, and that no editor has looked at since, the latest first; only for editors. */
  changedSources: ChangedSources[]
  /** Schedules that failed, the latest first. */
  missed: NamedSchedule[]
  /** Articles that are published automatically within seven days, the next first; only on the dashboard. */
  scheduled: NamedSchedule[]
  /** Articles that are unpublished automatically within seven days, the next first; only on the dashboard. */
  endings: NamedEnding[]
  /** The issue for Sunday, and others that are scheduled within seven days or under way. */
  issues: WaitingIssue[]
  sunday: WaitingSunday
  /** The last one that subscribers were sent; null before the first. */
  lastIssue: { id: string; subject: string | null; started_at: string } | null
  /** Issues of the last seven days of which messages may or may not have been sent. */
  uncertain: { id: string; subject: string | null; count: number }[]
  /** Mails of the last seven days that were not sent, or may not have been. */
  mails: number
  /** A backup that failed or is missing since the last good one; null when there is no problem. */
  backup: Pick<BackupTrouble, 'kind' | 'began_at'> | null
  setUp: SetUpGap[]
  health: Health
}

export interface CountInLanguage {
  language: TranslatedLanguage
  count: number
}

/**
 * A part of the site that is not set up yet: email, a language model, automatic backups, the postal address of newsletters, and a review of
 * what the shipped texts say in the name of the publication; and for this editor the second factor, and a password instead of the one that
 * the server has printed.
 */
export type SetUpGap =
  | 'mail'
  | 'model'
  | 'backups'
  | 'postal_address'
  | 'second_factor'
  | 'password'
  | 'statements'

export interface WaitingIssue {
  id: string
  status: IssueStatus
  scheduled_for: string | null
  started_at: string | null
  held_reason: string | null
  may_have_left: boolean
  /** True if somebody without the right to send has changed it since its last approval. */
  needs_approval: boolean
  /** Null while nothing is composed. */
  subject: string | null
  /** True for one issue at most: what is being sent, scheduled, approved, a draft, or was sent for this Sunday, in this order. */
  is_for_sunday: boolean
}

/** The time of the next newsletter by the settings. */
export interface WaitingSunday {
  at: string
  zone: string
  /** True if its draft is sent without an approval. */
  is_automatic: boolean
  /** True if a draft will be made automatically, the day before. */
  makes_draft: boolean
  has_subscribers: boolean
}

/** The steps of setting up a new publication. */
export interface FirstSteps {
  isNamed: boolean
  /** True if there is a confirmed subscriber, another administrator or an invited one. */
  hasCompany: boolean
  isDismissed: boolean
}

/** All on one basis: a story and its translations are one article, so that only originals count. */
export interface DashboardCounts {
  total: number
  featured: number
  /** Published, and dated within the day that was asked for. */
  publishedToday: number
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
> & {
  /** True if it has a schedule for its publication. */
  scheduled: boolean
}

export type NamedArticle = Pick<Article, 'id' | 'slug' | 'language' | 'title'>

/** The schedule of an article, which may be over. */
export type NamedSchedule = Pick<ArticleSchedule, 'publish_at' | 'zone' | 'status' | 'reason'> & {
  article: NamedArticle
}

/** The outlets of sources that were corrected or withdrawn since an article cited them. */
export interface ChangedSources {
  article: NamedArticle
  outlets: string[]
  is_withdrawn: boolean
  since: string
}

/** An article that somebody handed over. */
export interface HandIn extends Pick<ArticleWorkflow, 'state'> {
  article: NamedArticle
  /** Null if the person is no longer named. */
  by: string | null
  sentence: string | null
  since: string
}

/** The moment until which readers find an article. */
export type NamedEnding = Pick<ArticleUnpublishing, 'unpublish_at' | 'zone'> & { article: NamedArticle }

export interface UnsavedForm {
  article_id: string
  /** Its latest copy. */
  copy_id: string
  /** The title as typed so far; may be empty. */
  title: string
  /** The time of the last change. */
  updated_at: string
  /** Null for an article that was never saved. */
  article: (NamedArticle & Pick<Article, 'published'>) | null
  /** Set when the article has been saved elsewhere since; `by` is the person, if it was another user. */
  conflict: { by: string | null } | null
}

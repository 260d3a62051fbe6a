import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Article } from '#core/domain/article.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'
import type { ArticleField } from '#core/domain/article-violation.ts'
import type { Language } from '#core/i18n/languages.ts'

/** A schedule that is overdue by more is missed, and an editor decides. `private.publish_due` has the same limit. */
export const MISSED_AFTER_HOURS = 6

export type ScheduleStatus = Row<'article_schedules'>['status']

export type ArticleSchedule = Narrowed<
  Row<'article_schedules'>,
  {
    /** The findings of the check that were open when an editor scheduled it anyway. */
    accepted: string[]
    /** The versions of its translations, by their ids, that are published with it. */
    along: Record<string, string>
  }
>

/** The moment until which readers find an article. */
export type ArticleUnpublishing = Row<'article_unpublishings'>

/** The accepted finding that a translation is older than its original. */
export const STALE_TRANSLATION = 'stale_translation'

export type ScheduleAnswer =
  | ChangedVersion
  /** `left`: the languages of translations that stay drafts, because they were changed since they were seen. */
  | { status: 'scheduled'; publish_at: string; left: Language[] }
  | { status: 'incomplete'; missing: ArticleField[] }
  | { status: 'gone' | 'already_published' | 'past' | 'too_far' | 'unknown_zone' }

export type UnpublishingAnswer =
  | { status: 'scheduled'; unpublish_at: string }
  | { status: 'gone' | 'past' | 'too_far' | 'before_publication' | 'unknown_zone' }

/** One language version of a story, what it lacks to be published, and why it is not published together with its original. */
export type StoryVersion = {
  id: string
  language: Language
  slug: string
  title: string
  published: boolean
  publish_date: string
  updated_at: string
  is_original: boolean
  missing: ArticleField[]
  unfinished: 'stale' | 'unread' | 'unreviewed' | null
  /** True if translations into its language need a review. */
  waits_for_review: boolean
}

/** The outcome for one of several articles that were to be published. */
export type PublishAnswer =
  | { id: string; status: 'published' | 'already_published' | 'gone' | 'uncovered' }
  | { id: string; status: 'incomplete'; missing: ArticleField[] }
  | ({ id: string } & ChangedVersion)

/** A translation that is featured with its original, or no longer. */
type FeaturedAlong = Pick<Article, 'id' | 'language' | 'updated_at'>

export type FeatureAnswer =
  | ChangedVersion
  | { status: 'gone' }
  | { status: 'featured'; along: FeaturedAlong[] }

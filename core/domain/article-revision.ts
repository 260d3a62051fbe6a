import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'

/** A version of an article as it was saved. */
export type ArticleRevision = Narrowed<
  Omit<Row<'article_revisions'>, 'by_program'>,
  {
    article: RevisedArticle
    events: RevisionEvent[]
  }
>

export interface RevisionEvent {
  what: 'created' | 'published' | 'restored' | 'reviewed' | 'scheduled' | 'translated' | 'unpublished'
  at: string
  /** Missing for the program, and where it was not recorded. */
  by?: string
  /** The moment at which a scheduled version is published. */
  for?: string
}

export type RevisedArticle = Omit<Article, 'featured'>

/** The answer to a request to make a text public if another version was saved than the one that it names, or that its caller has opened. */
export interface ChangedVersion {
  status: 'changed'
  /** The present `updated_at`. */
  version: string
  /** The person or access token that saved it; null for the program. */
  by: string | null
  at: string
  /** The revision that was seen; null when none was. */
  from: number | null
  to: number
}

/** The fields that change when a version is restored. The address, the date and the state of publication stay as they are now. */
export const RESTORED_FIELDS = ARTICLE_FIELD_NAMES.filter(
  (field) => field !== 'slug' && field !== 'publish_date' && field !== 'featured',
)

import type { Article } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'

/** A version of an article as it was saved. */
export interface ArticleRevision {
  id: number
  article_id: string
  made_at: string
  /** Null for a version that the program wrote, or that is older than the recording of names. */
  made_by: string | null
  note: string | null
  title: string
  published: boolean
  article: RevisedArticle
  /** The words of the content, and the words added and removed in all texts since the version before; null if not counted. */
  words: number | null
  words_added: number | null
  words_removed: number | null
  events: RevisionEvent[]
}

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

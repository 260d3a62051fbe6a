import { type Article, TRANSLATED_FIELDS } from '#core/domain/article.ts'

/** A version of an article as it was saved. */
export interface ArticleRevision {
  id: number
  article_id: string
  made_at: string
  /** Null for what was written by the program, or before revisions were kept. */
  made_by: string | null
  note: string | null
  title: string
  published: boolean
  article: RevisedArticle
  /** Words of the content, and how many came and went in all texts since the version before; null where that was not counted. */
  words: number | null
  words_added: number | null
  words_removed: number | null
  /** What happened to this version. */
  events: RevisionEvent[]
}

export interface RevisionEvent {
  what: 'created' | 'published' | 'restored' | 'reviewed' | 'scheduled' | 'translated' | 'unpublished'
  at: string
  /** Missing for the program, and where it was not recorded. */
  by?: string
  /** When a scheduled version is published. */
  for?: string
}

export type RevisedArticle = Omit<Article, 'featured'>

/** What an act that makes a text public answers when another version was saved than the one that it names, or that its caller has opened. */
export interface ChangedVersion {
  status: 'changed'
  /** The `updated_at` of now. */
  version: string
  /** Who saved it, a person or an access token; null for the program. */
  by: string | null
  at: string
  /** The revision that was seen; null when none was. */
  from: number | null
  to: number
}

/** The fields that come back when a version is restored. Its address, its date and whether it is published stay as they are now. */
export const RESTORED_FIELDS = [
  ...TRANSLATED_FIELDS,
  'category',
  'author',
  'reading_time',
  'hero_image',
  'social_title',
  'social_description',
  'social_image',
] as const satisfies (keyof RevisedArticle)[]

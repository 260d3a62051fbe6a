import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { Article } from '#core/domain/article.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'
import type { Language } from '#core/i18n/languages.ts'

export const TRASH_DAYS = 30

/** A deleted article, or one of its versions that was deleted with it. */
export type TrashedArticle = Narrowed<
  Omit<Row<'article_trash'>, 'words'>,
  {
    language: Language
    article: Article
    redirects: { slug: string; language: Language; created_at: string }[]
    /** The version that was deleted. */
    updated_at: string
  }
>

export type RestoreAnswer =
  /** `drafts` are the languages that were published before and are drafts now. */
  | { status: 'restored'; id: string; slug: string; drafts: Language[] }
  | ChangedVersion
  | { status: 'gone' }
  | { status: 'slug_taken'; taken: { slug: string; language: Language }[] }
  | { status: 'original_missing' }
  | { status: 'translation_exists'; languages: Language[] }

/** The number of rows removed from each place that keeps old versions of a text. */
export interface PurgedText {
  revisions: number
  working_copies: number
  trash: number
}

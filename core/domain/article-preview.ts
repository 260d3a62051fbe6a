import type { Row } from '#core/data/database.types.ts'
import type { Article } from '#core/domain/article.ts'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import type { Language } from '#core/i18n/languages.ts'

export const PREVIEW_DAYS = 7
export const MAX_PREVIEW_DAYS = 30
/** The form of a token. Anything else needs no query, because no link has it. */
export const PREVIEW_TOKEN_PATTERN = /^[0-9a-f]{64}$/

/** A link that shows a draft to every visitor who has it. */
export type ArticlePreview = Row<'article_previews'>

export type PreviewAnswer =
  /** The token is shown only once. */
  { status: 'created'; id: string; token: string; expires_at: string } | { status: 'gone' | 'too_many' }

export interface PreviewedArticle {
  article: Article
  /** The facts about its translation; null when it is an original, or when they are not recorded. */
  translation: TranslationFacts | null
  versions: { language: Language; slug: string }[]
  /** The statement to readers about its sources; null when it rests on none. */
  told: ToldSources | null
  expires_at: string
}

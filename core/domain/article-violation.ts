import { TRANSLATED_FIELDS, type TranslatedField } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'

export type ArticleField = keyof ArticleInput | 'id' | 'revision_note'

/** What the database says about a write that it refused. */
export interface Violation {
  code: string
  message: string
}

/** The constraints of the table articles, and the field that each is about. A test compares them with the database. */
export const CONSTRAINT_FIELDS: ReadonlyMap<string, ArticleField> = new Map([
  ['articles_pkey', 'id'],
  ['articles_slug_check', 'slug'],
  ['articles_slug_language_key', 'slug'],
  ['articles_language_check', 'language'],
  ['articles_original_article_id_language_key', 'language'],
  ['english_articles_are_originals', 'language'],
  ['articles_title_check', 'title'],
  ['articles_title_length', 'title'],
  ['articles_subtitle_length', 'subtitle'],
  ['articles_excerpt_check', 'excerpt'],
  ['articles_excerpt_length', 'excerpt'],
  ['articles_content_check', 'content'],
  ['articles_content_length', 'content'],
  ['articles_category_check', 'category'],
  ['articles_dates_check', 'publish_date'],
  ['articles_author_check', 'author'],
  ['articles_author_length', 'author'],
  ['articles_reading_time_check', 'reading_time'],
  ['articles_reading_time_length', 'reading_time'],
  ['articles_hero_image_length', 'hero_image'],
  ['articles_original_article_id_fkey', 'original_article_id'],
  ['articles_revision_note_length', 'revision_note'],
])

/** The text whose constraint this is; null for another one. */
export function textOfConstraint(constraint: string | undefined): TranslatedField | null {
  return TRANSLATED_FIELDS.find((field) => field === CONSTRAINT_FIELDS.get(constraint ?? '')) ?? null
}

const FIELDS: ReadonlySet<string> = new Set(CONSTRAINT_FIELDS.values())
const NOT_NULL = '23502'
/** Violations of constraints, in the order of PostgreSQL's list of error codes. */
const CONSTRAINT_CODES = new Set(['23503', '23505', '23514'])

/** The field at which a refused write belongs; null when the database refused it for another reason. */
export function fieldOfViolation({ code, message }: Violation): ArticleField | null {
  // Only names are looked for, because a server may have its messages in another language.
  const names: string[] = message.match(/[a-z_]+/g) ?? []
  if (code === NOT_NULL) return names.find((name): name is ArticleField => FIELDS.has(name)) ?? null
  if (!CONSTRAINT_CODES.has(code)) return null
  for (const name of names) {
    const field = CONSTRAINT_FIELDS.get(name)
    if (field) return field
  }
  return null
}

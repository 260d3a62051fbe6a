import { TRANSLATED_FIELDS, type TranslatedField } from '#core/domain/article.ts'
import { type ArticleInput, articleInput } from '#core/domain/article-input.ts'

export type ArticleField = keyof ArticleInput | 'id' | 'revision_note'

/** The error of the database for a write that it refused. */
export interface Violation {
  code: string
  message: string
}

/** The constraints of the table articles whose names do not say their field, as `articles_FIELD_check` and `articles_FIELD_length` do. */
export const OTHER_CONSTRAINTS: ReadonlyMap<string, ArticleField> = new Map([
  ['articles_pkey', 'id'],
  ['articles_slug_language_key', 'slug'],
  ['articles_original_article_id_language_key', 'language'],
  ['english_articles_are_originals', 'language'],
  ['articles_dates_check', 'publish_date'],
])

const FIELDS: ReadonlySet<string> = new Set([...Object.keys(articleInput.shape), 'id', 'revision_note'])
const isField = (name: string): name is ArticleField => FIELDS.has(name)

/** The field that a constraint is about; null for one of another table. */
export function fieldOfConstraint(constraint: string): ArticleField | null {
  const named = /^articles_(\w+)_(?:check|length|fkey)$/.exec(constraint)?.[1] ?? ''
  return OTHER_CONSTRAINTS.get(constraint) ?? (isField(named) ? named : null)
}

/** The text whose constraint this is; null for another one. */
export function textOfConstraint(constraint: string | undefined): TranslatedField | null {
  return TRANSLATED_FIELDS.find((field) => field === fieldOfConstraint(constraint ?? '')) ?? null
}

const NOT_NULL = '23502'
/** Violations of constraints, in the order of PostgreSQL's list of error codes. */
const CONSTRAINT_CODES = new Set(['23503', '23505', '23514'])

/** The field at which a refused write belongs; null when the database refused it for another reason. */
export function fieldOfViolation({ code, message }: Violation): ArticleField | null {
  // Only names are looked for, because a server may have its messages in another language.
  const names: string[] = message.match(/[a-z_]+/g) ?? []
  if (code === NOT_NULL) return names.find(isField) ?? null
  if (!CONSTRAINT_CODES.has(code)) return null
  for (const name of names) {
    const field = fieldOfConstraint(name)
    if (field) return field
  }
  return null
}

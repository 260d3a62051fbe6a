import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import { type Fragment, fragment, joined, literal, name } from '#server/platform/database/fragment.ts'

/** The columns with the texts that are translated, of a table by its alias: `article."title", article."subtitle", …`. */
export function translatedColumns(alias?: string): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => (alias ? name(alias, field) : name(field))))
}

/** Their values, in the same order. */
export function translatedValues(fields: TranslatedFields): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => fields[field]))
}

/** `title = …, subtitle = …`, for an update. */
export function translatedChanges(fields: TranslatedFields): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => fragment`${name(field)} = ${fields[field]}`))
}

/** `title = excluded.title, …`, for an upsert. */
export const EXCLUDED_CHANGES = joined(
  TRANSLATED_FIELDS.map((field) => fragment`${name(field)} = ${name('excluded', field)}`),
)

/** The texts of a stored version: `revision.article->>'title', …`. */
export const REVISED_TEXTS = joined(
  TRANSLATED_FIELDS.map((field) => fragment`revision.article->>${literal(field)}`),
)

import { type RawBuilder, sql } from 'kysely'
import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'

/** The columns with the texts that are translated, of a table by its alias: `article."title", article."subtitle", …`. */
export function translatedColumns(alias?: string): RawBuilder<unknown> {
  return sql.join(TRANSLATED_FIELDS.map((field) => (alias ? sql.ref(`${alias}.${field}`) : sql.ref(field))))
}

/** Their values, in the same order. */
export function translatedValues(fields: TranslatedFields): RawBuilder<unknown> {
  return sql.join(TRANSLATED_FIELDS.map((field) => sql`${fields[field]}`))
}

/** `title = …, subtitle = …`, for an update. */
export function translatedChanges(fields: TranslatedFields): RawBuilder<unknown> {
  return sql.join(TRANSLATED_FIELDS.map((field) => sql`${sql.ref(field)} = ${fields[field]}`))
}

/** `title = excluded.title, …`, for an upsert. */
export const EXCLUDED_CHANGES: RawBuilder<unknown> = sql.join(
  TRANSLATED_FIELDS.map((field) => sql`${sql.ref(field)} = ${sql.ref(`excluded.${field}`)}`),
)

/** The texts of a stored version: `revision.article->>'title', …`. */
export const REVISED_TEXTS: RawBuilder<unknown> = sql.join(
  TRANSLATED_FIELDS.map((field) => sql`revision.article->>${sql.lit(field)}`),
)

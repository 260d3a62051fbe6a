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

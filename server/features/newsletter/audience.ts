import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The number of recipients in each language that has any. */
export async function countAudience(sql: Session): Promise<Map<Language, number>> {
  const rows = await sql<{ language: Language; count: number }[]>`
    select language, count(*)::int as count from private.newsletter_recipients group by language`
  return new Map(rows.map(({ language, count }) => [language, count]))
}

/** The edition for readers of a language: the one in that language, else the English one. */
export function editionFor(language: Language, editions: ReadonlySet<Language>): Language {
  return editions.has(language) ? language : DEFAULT_LANGUAGE
}

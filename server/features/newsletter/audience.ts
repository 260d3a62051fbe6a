import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** How many people get newsletters in each language in which somebody does. */
export async function countAudience(sql: Session): Promise<Map<Language, number>> {
  const rows = await sql<{ language: Language; count: number }[]>`
    select language, count(*)::int as count from private.newsletter_recipients group by language`
  return new Map(rows.map(({ language, count }) => [language, count]))
}

/** Which edition somebody gets: the one in their language, else the English one. */
export function editionFor(language: Language, editions: ReadonlySet<Language>): Language {
  return editions.has(language) ? language : DEFAULT_LANGUAGE
}

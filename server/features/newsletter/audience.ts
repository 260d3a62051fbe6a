import { allAddressesOf } from '#core/domain/category.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { isEmptyFor, type SealedMessage } from '#server/features/newsletter/render/personalise-message.ts'
import type { Services } from '#server/features/services.ts'
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

/** Counts the recipients who get nothing, because nothing in the message of their language is of the sections that they have chosen. */
export async function countWithNothing(
  { sql, settings }: Pick<Services, 'sql' | 'settings'>,
  messages: readonly SealedMessage[],
): Promise<number> {
  const byLanguage = new Map(messages.map((message) => [message.language, message]))
  const languages = new Set(byLanguage.keys())
  const groups = await sql<{ language: Language; sections: string[]; count: number }[]>`
    select language, sections, count(*)::int as count from private.newsletter_recipients
    where sections is not null group by language, sections`
  const without = groups.filter(({ language, sections }) => {
    const message = byLanguage.get(editionFor(language, languages))
    return message && isEmptyFor(message, allAddressesOf(sections, settings.current()))
  })
  return without.reduce((sum, { count }) => sum + count, 0)
}

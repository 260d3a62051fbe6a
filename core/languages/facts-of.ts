import type { Language } from '#core/i18n/languages.ts'
import de from '#core/languages/de.ts'
import en from '#core/languages/en.ts'
import es from '#core/languages/es.ts'
import fr from '#core/languages/fr.ts'
import it from '#core/languages/it.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import pt from '#core/languages/pt.ts'

const FACTS: Partial<Record<Language, LanguageFacts>> = { de, en, es, fr, it, pt }

/** The facts of a language; undefined for one that has no file, which is then read and written without. */
export const factsOf = (language: Language): LanguageFacts | undefined => FACTS[language]

/** The same part of the facts of every language, for texts that may have words of several. */
export const ofEveryLanguage = <T>(part: (facts: LanguageFacts) => T | undefined): T[] =>
  Object.values(FACTS)
    .map(part)
    .filter((found) => found !== undefined)

/** A pattern of every language as the source of one regular expression. */
export const anyOf = (pattern: (facts: LanguageFacts) => string | undefined): string =>
  [...new Set(ofEveryLanguage(pattern))].filter(Boolean).join('|')

/** Returns true if every noun has a capital, so that a capital does not show a name. */
export const hasCapitalNouns = (language: Language): boolean =>
  factsOf(language)?.names.capitalNouns !== undefined

/** Returns true if months and weekdays have capitals though other nouns have none, so that "may" is not a month. */
export const hasCapitalDates = (language: Language): boolean =>
  !hasCapitalNouns(language) && /^\p{Lu}/u.test(factsOf(language)?.dates.months[0] ?? '')

/** Dates with the first of a month as the language writes it, which `Intl` does not: 1er mars, 1er–8 mars. */
export function writeFirst(dates: string, language: Language): string {
  const first = factsOf(language)?.dates.first
  return first ? dates.replace(/(?<!\d)1(?=(?:\s?–\s?\d{1,2})?\s\p{L})/gu, first) : dates
}

import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Dates with the first of a month as the language writes it, which `Intl` does not: 1er mars, 1er–8 mars. */
export function writeFirst(dates: string, language: Language): string {
  const first = factsOf(language)?.dates.first
  return first ? dates.replace(/(?<!\d)1(?=(?:\s?–\s?\d{1,2})?\s\p{L})/gu, first) : dates
}

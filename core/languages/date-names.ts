import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Whether months and weekdays have capitals though other nouns have none, so that "may" is no month. */
export function hasCapitalDates(language: Language): boolean {
  const { dates, names } = factsOf(language) ?? {}
  return names?.capitalNouns === undefined && /^\p{Lu}/u.test(dates?.months[0] ?? '')
}

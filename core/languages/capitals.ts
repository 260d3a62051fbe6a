import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Returns true if every noun has a capital, so that a capital does not show a name. */
export const hasCapitalNouns = (language: Language): boolean =>
  factsOf(language)?.names.capitalNouns !== undefined

/** Returns true if months and weekdays have capitals though other nouns have none, so that "may" is not a month. */
export const hasCapitalDates = (language: Language): boolean =>
  !hasCapitalNouns(language) && /^\p{Lu}/u.test(factsOf(language)?.dates.months[0] ?? '')

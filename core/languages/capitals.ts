import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** True where every noun has a capital, so that it tells no name. */
export const hasCapitalNouns = (language: Language): boolean =>
  factsOf(language)?.names.capitalNouns !== undefined

/** True where months and weekdays have capitals though other nouns have none, so that "may" is no month. */
export const hasCapitalDates = (language: Language): boolean =>
  !hasCapitalNouns(language) && /^\p{Lu}/u.test(factsOf(language)?.dates.months[0] ?? '')

import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** Whether months and weekdays have capitals though other nouns have none, so that "may" is no month. */
export function hasCapitalDates(language: Language): boolean {
  const { dates, names } = factsOf(language) ?? {}
  return names?.capitalNouns === undefined && /^\p{Lu}/u.test(dates?.months[0] ?? '')
}

/** The forms of names of months or weekdays in lower case, by their places from `first` on. */
export function formsOf(names: readonly string[], first: number): [form: string, place: number][] {
  return names.flatMap((forms, index) =>
    forms
      .toLowerCase()
      .split('|')
      .map((form): [string, number] => [form, index + first]),
  )
}

import { DEFAULT_LANGUAGE, type Language, localeOf } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { NumberFacts } from '#core/languages/language-facts.ts'

/** How a language counts; where it is not known, as in English, with the separators of the language. */
export function numbersOf(language: Language): NumberFacts {
  const { numbers } = factsOf(language) ?? factsOf(DEFAULT_LANGUAGE) ?? {}
  if (!numbers) throw new Error('English has no file of facts')
  return numbers
}

/** Whether a language writes decimals after a comma, so that 1.200 is more than a thousand. */
export function hasDecimalComma(language: Language): boolean {
  return new Intl.NumberFormat(localeOf(language)).formatToParts(0.5).some(({ value }) => value === ',')
}

/** The entries of a list such as `1 one;2 two both`. */
export const listedNumbers = (list: string): [value: number, words: string[]][] =>
  list.split(';').map((entry) => {
    const [value, ...words] = entry.split(' ')
    return [Number(value), words]
  })

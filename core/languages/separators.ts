import { type Language, localeOf } from '#core/i18n/languages.ts'

/** Returns true when a language writes decimals after a comma, so that 1.200 is more than a thousand. */
export function hasDecimalComma(language: Language): boolean {
  return new Intl.NumberFormat(localeOf(language)).formatToParts(0.5).some(({ value }) => value === ',')
}

import { englishNameOf } from '#core/i18n/english-names.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { numberWordsOf } from '#core/languages/number-words-of.ts'
import { readNumber } from '#core/translation/checks/numbers/number-tokens.ts'
import { describeDifference, looksAlike } from '#core/translation/invisible-characters.ts'

export interface DifferentNumber {
  source: string
  target: string
  language: Language
}

const DIGITS = /\d[\d.,]*\d|\d/
const ENGLISH = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

/** The number of digits that are written as in English; null when they are not. */
function readEnglish(text: string): number | null {
  const [digits = ''] = DIGITS.exec(text) ?? []
  return ENGLISH.test(digits) ? Number(digits.replaceAll(',', '')) : null
}

/** A text with its number as the language writes it. */
export function writtenIn(language: Language, text: string): string {
  const { locale = 'en' } = LANGUAGES.find(({ code }) => code === language) ?? {}
  return text.replace(DIGITS, (digits) => {
    const decimals = digits.split('.')[1]?.length ?? 0
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: digits.includes(',') ? 'always' : false,
    })
    return format.format(Number(digits.replaceAll(',', '')))
  })
}

/** The value that readers would read in a number in English notation; null when it is not. */
function readAs({ source, target, language }: DifferentNumber): string | null {
  const meant = readEnglish(target)
  if (meant === null || meant !== readEnglish(source)) return null
  const [digits = ''] = DIGITS.exec(target) ?? []
  const read = readNumber(digits, numberWordsOf(language))
  return read === meant ? null : new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(read)
}

/** English words for large numbers that mean other numbers elsewhere. */
const LARGE = [
  { english: /\bbillion|\d\s?bn\b/i, name: 'billion' },
  { english: /\btrillion|\d\s?tr?n\b/i, name: 'trillion' },
] as const
const FALSE_FRIEND = /(?<!\p{L})(?:b|tr)i?ll?[hij]/iu

/** Describes the difference of two numbers, and the remedy. */
export function describeNumber(number: DifferentNumber, advice: string): string {
  const { source, target, language } = number
  const name = englishNameOf(language)
  const read = readAs(number)
  if (read !== null)
    return `The original says “${source}”. ${name} writes “${writtenIn(language, target)}”; “${target}” would be read as ${read}.`
  const both = `The original says “${source}”, the translation “${target}”`
  const large = FALSE_FRIEND.test(target) ? LARGE.find(({ english }) => english.test(source)) : undefined
  const word = large && factsOf(language)?.numbers.large?.[large.name]
  if (large && word) return `${both}. ${name} calls a ${large.name} “${word}”.`
  if (!looksAlike(source, target)) return `${both}${advice}`
  const difference = describeDifference(source, target)
  return `${both}. They look alike, but ${difference ?? `${name} reads it in another way`}. Write out what is meant.`
}

import type { SpeechWords } from '#core/speech/speech-words.ts'

/** The beginning of a number: neither inside a word nor in another number. */
export const NUMBER_START = '(?<![\\p{L}\\p{N}]|\\d[.,])'
/** The end of the text after a number. */
export const WORD_END = '(?![\\p{L}\\p{N}])'

/** A number as it is written in a language, as the source of a regular expression without groups that count. The apostrophe is Swiss. */
export function numberSource({ grouping, decimal }: SpeechWords): string {
  const mark = decimal === '.' ? '\\.' : ','
  return `(?:\\d{1,3}(?:[${grouping}'’]\\d{3})+(?!\\d)(?:${mark}\\d+)?|\\d+(?:${mark}\\d+)?)`
}

/** One or two numbers of money, as in `5–10`, in two groups. Swiss ones have a point in every language. */
export function amountSource(words: SpeechWords): string {
  const swiss = "\\d{1,3}(?:(?:['’]\\d{3})+|\\d*)\\.\\d\\d(?![.,]?\\d)"
  const number = words.decimal === '.' ? numberSource(words) : `(?:${swiss}|${numberSource(words)})`
  return `(?:(${number})\\s?[–-]\\s?)?(${number})`
}

/** A text as a part of the source of a regular expression (`RegExp.escape` is younger than browsers that people still have). */
export const escapePattern = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')

export function readNumber(written: string, { decimal }: SpeechWords): number {
  const [whole = '', part = ''] = written.replace(/\.(?=\d\d$)/, decimal).split(decimal)
  return Number(`${whole.replace(/\D/g, '')}.${part}`)
}

export const isOne = (written: string, words: SpeechWords): boolean =>
  pluralRules(words.locale).select(readNumber(written, words)) === 'one'

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, known)
  return known
}

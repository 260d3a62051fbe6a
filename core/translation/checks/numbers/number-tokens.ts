import type { NumberWordsOf } from '#core/languages/number-words-of.ts'
import { normalizeMonth, normalizeName, normalizeTime } from '#core/translation/checks/numbers/quantity.ts'

/** A piece of a text that can be part of a number. */
export interface NumberToken {
  kind: 'word' | 'digits'
  text: string
  from: number
  to: number
  /** The value of digits as a number; null for words, times such as 9:30, and digits that are compared as they are written. */
  number: number | null
  /** Other values that they may have. */
  also: string[]
}

const NO_BREAK = '\\u00a0\\u202f\\u2009'
const DATE = String.raw`\d{4}-\d{2}-\d{2}(?!\d)|\d{1,2}(?<dot>[./])\d{1,2}\k<dot>(?:\d{4}|\d{2}(?![\d.]))(?!\d)`
/** A point separates hours and minutes if the word for a time follows. */
const timeOf = (oClock: string) =>
  String.raw`(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?!\d)|\d{1,2}[ \u00a0\u202f]?h[ \u00a0\u202f]?\d{2}(?!\d)|\d{1,2}\.\d{2}(?=[ \u00a0\u202f]?(?:${oClock}|[ap]\.?m\b))`
/** 6.1.a of a law. */
const ARTICLE = String.raw`\d{1,4}\.\d{1,3}(?=\.\p{L})`
const VERSION = String.raw`\d{1,9}(?:\.\d{1,9}){2,6}`

const FRACTIONS = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
])
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

const cached = new Map<NumberWordsOf, Map<boolean, RegExp>>()

/** Letters, or digits with what belongs between them; every alternative is bounded or matches one kind of character. */
function patternOf(words: NumberWordsOf, joinsSpaces: boolean): RegExp {
  const patterns = cached.get(words) ?? new Map<boolean, RegExp>()
  cached.set(words, patterns)
  const known = patterns.get(joinsSpaces)
  if (known) return known
  const { hasDecimalComma, oClock } = words
  const decimal = hasDecimalComma ? ',' : '.'
  const between = `[${hasDecimalComma ? ".'’" : ','}${NO_BREAK}${joinsSpaces ? ' ' : ''}]`
  // Swiss amounts have a point before their cents: 1'234.50. Millions have their separators twice, and so are written in the English way too: 73,320,000.
  const grouped = String.raw`\d{1,3}(?:['’]\d{3}){1,6}(?!\d)(?:\.\d{1,2}(?!\d))?|\d{1,3}(?:(?:${between}\d{3}){1,6}(?!\d)(?:[${decimal}]\d{1,12})?|(?:,\d{3}){2,6}(?![\d,]))`
  const plain = String.raw`\d{1,18}(?:[.,]\d{1,12}(?!\d))?[½¼¾]?`
  const pattern = new RegExp(
    String.raw`(?<date>${DATE})|(?<time>${timeOf(oClock)})|(?<article>${ARTICLE})|(?<grouped>${grouped})|(?<version>${VERSION})|(?<plain>${plain})|(?<raised>(?<=\d)[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6})|(?<word>[\p{L}\p{M}]+)`,
    'giu',
  )
  patterns.set(joinsSpaces, pattern)
  return pattern
}

/** The words and numbers of a text, in their order. */
export function numberTokens(
  text: string,
  words: NumberWordsOf,
  { joinsSpaces }: { joinsSpaces: boolean },
): NumberToken[] {
  const tokens: NumberToken[] = []
  for (const { 0: matched, index, groups = {} } of text.matchAll(patternOf(words, joinsSpaces))) {
    const digits = (part: string, at: number, number: number | null, also: string[] = []) =>
      tokens.push({ kind: 'digits', text: part, from: at, to: at + part.length, number, also })
    if (groups.word) {
      tokens.push({
        kind: 'word',
        text: matched,
        from: index,
        to: index + matched.length,
        number: null,
        also: [],
      })
    } else if (groups.date || groups.article) {
      for (const { 0: part, index: at } of matched.matchAll(/\d+/g)) {
        const number = Number(part)
        digits(part, index + at, number, groups.date && number <= 12 ? [normalizeMonth(number)] : [])
      }
    } else if (groups.time) {
      const [hours = 0, minutes = 0] = (matched.match(/\d+/g) ?? []).map(Number)
      digits(matched, index, minutes === 0 ? hours : null, [normalizeTime(hours, minutes)])
    } else if (groups.raised) {
      digits(matched, index, Number([...matched].map((digit) => RAISED.indexOf(digit)).join('')))
    } else if (groups.version || matched.length > 24) digits(matched, index, null, [normalizeName(matched)])
    // Italian, Spanish and British papers write half past nine as 9.30.
    else digits(matched, index, readNumber(matched, words), pointedTime(matched))
  }
  return tokens
}

function pointedTime(digits: string): string[] {
  const [, hours, minutes] = /^(\d{1,2})\.([0-5]\d)$/.exec(digits) ?? []
  return hours === undefined ? [] : [normalizeTime(Number(hours), Number(minutes))]
}

/** The number that digits say in a language: 1.240 is more than a thousand in German, and less than two in English. */
export function readNumber(digits: string, { hasDecimalComma }: NumberWordsOf): number {
  const fraction = FRACTIONS.get(digits.at(-1) ?? '')
  if (fraction !== undefined) return Number.parseInt(digits, 10) + fraction
  const compact = digits.replace(/[\s'’]/g, '')
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (last === -1) return Number(compact)
  const separator = compact[last] ?? ''
  const whole = compact.slice(0, last)
  const decimals = compact.slice(last + 1)
  const isGrouped =
    (decimals.length === 3 && separator !== (hasDecimalComma ? ',' : '.')) || whole.includes(separator)
  return Number(isGrouped ? compact.replace(/[.,]/g, '') : `${whole.replace(/[.,]/g, '')}.${decimals}`)
}

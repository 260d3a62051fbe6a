import type { Language } from '#core/i18n/languages.ts'
import type { NumberWordsOf } from '#core/languages/number-words-of.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'

/** A number of a text with the counted noun, in a form that does not depend on the language. */
export interface Quantity {
  from: number
  to: number
  text: string
  /** Its possible values, normalised, the likeliest first; two quantities agree when they have one in common. */
  meanings: string[]
  /** The value as a number, for the other end of a range; null when it is a time, a month or a name. */
  value: number | null
  /** The amount of its unit if it has no value: half of an hour. */
  amount: number | null
  /** The names that contain its digits, as in GPT-4: not to be written in another way. */
  name: string | null
  /** Its unit; more than one when it may belong to a range that has its unit at the other end. Empty for none. */
  units: ReadonlySet<string>
  /** True when the other text must have it. A good translator may add or leave out small numbers in words. */
  isStrict: boolean
  isDigits: boolean
  /** The share that it is, in `parts` such as two thirds, or of which it is the whole: one in four. */
  share?: number
  parts?: number
  /** Its place as the first, second or third of many, in words. */
  ordinal?: number
}

export interface Quantities {
  quantities: Quantity[]
  /** Magnitudes without a number, such as billions of dollars. */
  orders: { factor: number; text: string }[]
  /** The months that are named, from 1 on, and the days of the week, from 0, Sunday, on. */
  months: DatePart[]
  weekdays: DatePart[]
}

export interface DatePart {
  value: number
  text: string
  /** True when the word has another meaning too, such as that of an ordinal. */
  isPerhaps?: boolean
}

/** A number in a form that does not depend on the language; the functions below do the same for other meanings. */
export const normalizeNumber = (value: number) => String(Number(value.toPrecision(12)))

/** Half is 50 per cent, and not 50. */
export const normalizePercent = (value: number) => `percent ${normalizeNumber(value)}`

/** Two thirds of something are 0.667, 67 per cent and 66.7 per cent. */
export const normalizeShare = (share: number): string[] => [
  normalizeNumber(share),
  ...new Set(
    [Math.floor(100 * share), Math.round(100 * share), Math.round(1000 * share) / 10].map(normalizePercent),
  ),
]

export const normalizeMonth = (month: number) => `month ${month}`

export const normalizeTime = (hours: number, minutes: number) => `time ${hours % 24}:${minutes}`

export const normalizeName = (name: string) => `name ${name.toLowerCase()}`

/** A text that is being read, and the quantities found so far. */
export interface Reading {
  text: string
  tokens: NumberToken[]
  words: NumberWordsOf
  language: Language
  /** True when it speaks of an afternoon, an evening or a night. */
  isLate: boolean
  found: Quantities
}

/** The units of a time, which may be a duration too. */
export const HOURS: ReadonlySet<string> = new Set(['', 'hour'])

/** The longest part of a quantity, in characters. */
const QUOTE = 80

export function addQuantity(
  { text, found }: Pick<Reading, 'text' | 'found'>,
  { from, to }: { from: number; to: number },
  rest: Partial<Quantity> & Pick<Quantity, 'meanings'>,
): void {
  const quoted = text.slice(from, to)
  found.quantities.push({
    from,
    to,
    text: quoted.slice(0, QUOTE),
    value: null,
    amount: null,
    name: null,
    units: new Set(),
    isStrict: false,
    isDigits: /\d/.test(quoted),
    ...rest,
  })
}

/** The index of the first token from a place in the text on. */
export function tokenFrom(tokens: readonly NumberToken[], index: number, place: number): number {
  let next = index
  while (next < tokens.length && (tokens[next]?.from ?? 0) < place) next++
  return next
}

/** Returns true when nothing but a space or a hyphen is between two places. */
export const isJoined = (text: string, from: number, to: number) =>
  to - from <= 2 && /^(?:[\s\u00a0\u202f]?[-‑]?)$/.test(text.slice(from, to))

import type { Language } from '#core/i18n/languages.ts'

/** A noun for one and for many of it. */
export type Counted = readonly [one: string, many: string]

/** What a language has to know to be read aloud, apart from what `Intl` knows. */
export interface SpeechWords {
  language: Language
  locale: string
  /** What may stand between thousands, as the inside of a class of a regular expression. */
  grouping: string
  decimal: '.' | ','
  /** Between the parts of a version, as in `3.12.1`. */
  point: string
  /** Between the two numbers of a range. */
  to: string
  minus: string
  plus: string
  plusOrMinus: string
  equals: string
  /** As in `3×`, and as in `3 × 4`. */
  times: readonly [after: string, between: string]
  lessThan: string
  moreThan: string
  about: string
  and: string
  at: string
  dot: string
  slash: string
  dash: string
  /** Before the number of a paragraph of a law (`§`), and before any other (`#`). */
  section: string
  number: string
  percent: string
  perMille: string
  /** Of the fractions that are characters. */
  fractions: Readonly<Record<'½' | '⅓' | '⅔' | '¼' | '¾', string>>
  /** What is written for a thousand, a million and so on, as regular expressions that must match as a whole. */
  scales: readonly (readonly [written: string, ...spoken: Counted])[]
  /** Those of the above that stand for a number wherever they come right after one; others do in amounts of money alone. */
  loneScales: string
  /** What joins a million to what it is a million of. */
  ofScale: (noun: string) => string
  /** An amount with two decimals, such as 3 and 50 of a euro. */
  price: (whole: string, currency: string, cents: string) => string
  /** Written forms with the spaces that may be left out. What ends a sentence keeps its full stop when it does. */
  abbreviations: readonly (readonly [written: string, spoken: string])[]
  endingAbbreviations: readonly (readonly [written: string, spoken: string])[]
  /** Those that are one only before a number. */
  beforeNumbers: readonly (readonly [written: string, spoken: string])[]
  /** Short names of months besides those of `Intl`. */
  months: readonly (readonly [written: string, month: number])[]
  /** How `28/11/2026` is written, besides the forms that are clear. */
  dateOrder: 'month-first' | 'day-first'
  /** A time of the day; the hour is one of 24. */
  time: (hour: number, minute: number, half: 'a' | 'p' | null) => string
  /**
   * What is written around the digits of a time, as regular expressions: between hours and minutes, after both, after hours alone, and for
   * the halves of the day, with a group for its first letter.
   */
  clock: { between: string; after?: string; hourAlone?: string; half?: string }
  /** What `Intl` has no name for: with each prefix of `prefixes`, in the order of kilo, mega, giga, tera, peta. */
  prefixes: readonly [string, string, string, string, string]
  bases: Readonly<Record<'W' | 'Wh' | 'Hz' | 'V', Counted>>
  tonne: Counted
  square: (unit: string) => string
  cubic: (unit: string) => string
  small: Readonly<Record<'nm' | 'µm' | 'mg', Counted>>
  /** What follows a number with `°` that is an ordinal and no angle, as the source of a regular expression. */
  degreeOrdinals?: string
  /** Ordinals and years, which voices read wrongly. */
  counting?: (text: string) => string
  /** What is said of a picture before what it shows, of a table that is too large, and of code. */
  picture: string
  table: (rows: number, columns: number) => string
  code: (name: string, lines: number) => string
  /** Said for a piece of code in a sentence that is too long to be read. */
  shortCode: string
}

import type { Language } from '#core/i18n/languages.ts'
import { hasCapitalDates } from '#core/languages/capitals.ts'
import { anyOf, factsOf } from '#core/languages/facts-of.ts'
import { numberWordsOf } from '#core/languages/number-words-of.ts'
import { clockPhrases, isLate } from '#core/translation/checks/numbers/clock-times.ts'
import { readDigits } from '#core/translation/checks/numbers/digit-quantity.ts'
import { type NumberToken, numberTokens } from '#core/translation/checks/numbers/number-tokens.ts'
import type { Quantities, Quantity } from '#core/translation/checks/numbers/quantity.ts'
import {
  addQuantity,
  normalizeMonth,
  normalizeNumber,
  normalizePercent,
  normalizeTime,
  type Reading,
  tokenFrom,
} from '#core/translation/checks/numbers/quantity.ts'
import { isCurrency } from '#core/translation/checks/numbers/units-of-text.ts'
import { readWords } from '#core/translation/checks/numbers/word-quantity.ts'

const MAX_BETWEEN = 12

const MAGNITUDES = [1e3, 1e6, 1e9, 1e12]

const cached = new Map<Language, DateParts>()

/** A segment has never so many; more are not compared. */
const MAX_QUANTITIES = 1000

/** The quantities of a text in a language. `joinsSpaces` reads "1 240" as one number, which it is in some languages only. */
export function readQuantities(
  written: string,
  language: Language,
  { joinsSpaces = false } = {},
): Quantities {
  const text = written.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
  const words = numberWordsOf(language)
  const dates = datePartsOf(language)
  const found: Quantities = { quantities: [], orders: [], months: [], weekdays: [] }
  const reading: Reading = {
    text,
    words,
    language,
    isLate: isLate(text, language),
    found,
    tokens: numberTokens(text, words, { joinsSpaces }),
  }
  const phrases = clockPhrases(text, words, language)
  let index = 0
  while (found.quantities.length < MAX_QUANTITIES) {
    const token = reading.tokens[index]
    if (!token) break
    const phrase = phrases.find(({ from, to }) => token.from >= from && token.from < to)
    if (phrase) {
      addQuantity(reading, phrase, { meanings: phrase.meanings })
      index = tokenFrom(reading.tokens, index + 1, phrase.to)
    } else if (token.kind === 'word' && readDatePart(reading, token, dates)) index++
    else index = token.kind === 'digits' ? readDigits(reading, index) : readWords(reading, index)
  }
  shareUnits(reading)
  return found
}

/** Takes a word that names a month or a day of the week. */
function readDatePart(
  reading: Reading,
  token: NumberToken,
  { isCapital, months, short, weekdays }: DateParts,
): boolean {
  const { text, words, found } = reading
  const lower = token.text.toLowerCase()
  // English has verbs like these.
  if (isCapital && !/^\p{Lu}/u.test(token.text)) return false
  const weekday =
    weekdays.get(lower) ?? (lower.length < 6 ? undefined : weekdays.get(lower.replace(WEEKDAY_END, '')))
  if (weekday !== undefined) {
    // Segunda is the second too.
    const isPerhaps =
      words.word(lower) !== undefined && !/^[-‑]feira/.test(text.slice(token.to, token.to + 6))
    found.weekdays.push({ value: weekday, text: token.text, isPerhaps })
    return !isPerhaps
  }
  const month =
    months.get(lower) ?? (short.has(lower) && isInDate(text, token) ? short.get(lower) : undefined)
  // French has a number that is a month: sept.
  if (month === undefined || (words.word(lower) !== undefined && !isInDate(text, token))) return false
  found.months.push({ value: month, text: token.text })
  addQuantity(reading, token, { meanings: [normalizeMonth(month), normalizeNumber(month)] })
  return true
}

const WEEKDAY_END = /s$|(?<=tag|woch)(?:abend|morgen|nachmittag|vormittag|mittag|nacht)?s?$/u

/** True when a short month is written as one: 7 sept 2024, 15 de mar., sept. 2024. */
const isInDate = (text: string, { from, to }: { from: number; to: number }) =>
  /\d\.?\s(?:de )?$/.test(text.slice(Math.max(0, from - 6), from)) ||
  /^\.?(?:\s|,\s|\sde\s)\d{1,4}(?!\d)/.test(text.slice(to, to + 9))

interface DateParts {
  isCapital: boolean
  months: ReadonlyMap<string, number>
  short: ReadonlyMap<string, number>
  weekdays: ReadonlyMap<string, number>
}

/** The months of a language by their names in lower case, from 1 on, and the days of the week, from 0 on. */
function datePartsOf(language: Language): DateParts {
  const known = cached.get(language)
  if (known) return known
  const { months, weekdays } = factsOf(language)?.dates ?? { months: [], weekdays: [] }
  const parts = {
    isCapital: hasCapitalDates(language),
    months: new Map<string, number>(),
    short: new Map<string, number>(),
    weekdays: new Map<string, number>(),
  }
  for (const [index, forms] of months.entries())
    for (const [place, form] of forms.toLowerCase().split('|').entries())
      (place === 0 || form.length > 5 ? parts.months : parts.short).set(form, index + 1)
  for (const [index, forms] of weekdays.entries())
    for (const form of forms.toLowerCase().split(/[|-]/)) if (form.length > 4) parts.weekdays.set(form, index)
  parts.weekdays.delete('feira')
  cached.set(language, parts)
  return parts
}

/** In "10 to 15 per cent" and "$5–8bn" both numbers have the unit, and the first may have the magnitude too. */
function shareUnits({ text, words, found }: Reading): void {
  joinHundredths(text, found)
  const { quantities } = found
  const isRange = (one: Quantity, other: Quantity) => {
    if (other.from < one.to || other.from - one.to > MAX_BETWEEN) return false
    const between = text.slice(one.to, other.from).toLowerCase().trim()
    return (
      /^[-–—/,;]?$/.test(between) ||
      between.split(/[\s,]+/).every((word) => word === '' || words.between.has(word))
    )
  }
  for (let index = quantities.length - 1; index > 0; index--) {
    const [one, other] = [quantities[index - 1], quantities[index]]
    if (!one || !other || one.units.size > 0 || !isRange(one, other)) continue
    if (other.units.size > 0) one.units = new Set(['', ...other.units])
    shareMagnitude(one, other)
    shareHalfDay(one, other)
  }
  for (const [index, other] of quantities.entries()) {
    const one = quantities[index - 1]
    const share = one?.value && other.value ? one.value / other.value : 0
    if (one && share > 0 && share <= 1 && OUT_OF.test(text.slice(one.to, other.from))) {
      other.meanings.push(normalizePercent(100 * share))
      other.units = new Set(['', 'percent', ...other.units])
    }
    if (!one || other.units.size > 0 || !isRange(one, other)) continue
    if (one.units.size > 0) other.units = new Set(['', ...one.units])
    shareCentury(one, other)
  }
}

const AND = new RegExp(`^ (?:(?:${anyOf(({ reports }) => reports.and)}) )?$`, 'u')

/** Two dollars and fifty cents are 2.50 dollars, un metro e settanta is 1.70 metres. */
function joinHundredths(text: string, { quantities }: Quantities): void {
  for (let index = quantities.length - 1; index > 0; index--) {
    const [one, other] = [quantities[index - 1], quantities[index]]
    if (!one?.value || !other?.value || other.value >= 100 || !Number.isInteger(one.value)) continue
    const isMoney = other.units.has('cent') && [...one.units].some(isCurrency)
    const isLength = other.units.size === 0 && other.value >= 10 && one.units.has('metre')
    if (!(isMoney || isLength) || !AND.test(text.slice(one.to, other.from))) continue
    const value = one.value + other.value / 100
    const joined = { ...one, value, meanings: [normalizeNumber(value)], isStrict: true }
    quantities.splice(index - 1, 2, { ...joined, to: other.to, text: text.slice(one.from, other.to) })
  }
}

/** One in five is 20 per cent. */
const OUT_OF = new RegExp(`^ (?:\\p{L}+ ){0,2}(?:${anyOf(({ numbers }) => numbers.outOf)}) $`, 'u')

/** 9 to 11 p.m. is 21 to 23. */
function shareHalfDay(one: Quantity, other: Quantity): void {
  if (one.value === null || one.value > 12 || other.value !== null || !/^time /.test(other.meanings[0] ?? ''))
    return
  one.meanings.push(normalizeTime(one.value + 12, 0), normalizeNumber(one.value + 12))
}

function shareMagnitude(one: Quantity, other: Quantity): void {
  const { value } = one
  if (value === null || other.value === null || value >= 1e4) return
  for (const factor of MAGNITUDES)
    if (factor <= other.value) one.meanings.push(normalizeNumber(value * factor))
}

/** 2024–25 is two years. */
function shareCentury(one: Quantity, other: Quantity): void {
  if (one.value === null || one.value < 1900 || one.value >= 2100) return
  if (other.value !== null && other.value < 100)
    other.meanings.push(normalizeNumber(Math.floor(one.value / 100) * 100 + other.value))
}

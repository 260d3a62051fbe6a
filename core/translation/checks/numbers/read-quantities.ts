import type { Language } from '#core/i18n/languages.ts'
import { anyOf, factsOf, hasCapitalDates } from '#core/languages/facts-of.ts'
import { type NumberWordsOf, numberWordsOf } from '#core/languages/number-words-of.ts'
import { clockPhrases, isLate } from '#core/translation/checks/numbers/clock-times.ts'
import { readDigits } from '#core/translation/checks/numbers/digit-quantity.ts'
import { isMeasured } from '#core/translation/checks/numbers/measures.ts'
import { type NumberToken, numberTokens } from '#core/translation/checks/numbers/number-tokens.ts'
import type { Quantities, Quantity } from '#core/translation/checks/numbers/quantity.ts'
import {
  addQuantity,
  HOURS,
  normalizeMonth,
  normalizeNumber,
  normalizePercent,
  normalizeTime,
  type Reading,
  tokenFrom,
} from '#core/translation/checks/numbers/quantity.ts'
import { isCurrency, unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'
import { readWords } from '#core/translation/checks/numbers/word-quantity.ts'

const MAX_BETWEEN = 12

const EVEN = /^(?:50\s?[-–:/]\s?50|fifty[- ]fifty)(?!\p{L}|\d)/iu

const MAGNITUDES = [1e3, 1e6, 1e9, 1e12]

const cached = new Map<Language, DateParts>()

/** The most quantities of a segment that are compared. */
const MAX_QUANTITIES = 1000

/** The quantities of a text in a language. `joinsSpaces` reads "1 240" as one number, which it is in some languages only. */
export function readQuantities(
  written: string,
  language: Language,
  { joinsSpaces = false } = {},
): Quantities {
  const words = numberWordsOf(language)
  const text = written
    .replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
    .replace(words.idioms, (idiom) => '-'.repeat(idiom.length))
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
      const { meanings, amount } = phrase
      addQuantity(reading, phrase, { meanings, amount, ...(amount !== null && { units: HOURS }) })
      index = tokenFrom(reading.tokens, index + 1, phrase.to)
    } else if (EVEN.test(text.slice(token.from, token.from + 12))) {
      // An idiom as often as numbers.
      for (const { from, to } of reading.tokens.slice(index, index + 2))
        addQuantity(reading, { from, to }, { meanings: ['50'] })
      index += 2
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

/** Returns true when a short month is written as one: 7 sept 2024, 15 de mar., sept. 2024. */
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
function shareUnits({ text, words, found, isLate }: Reading): void {
  joinHalves(text, found, words)
  joinHundredths(text, found)
  joinMinutes({ text, found, isLate })
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
      other.share = share
      other.units = new Set(['', 'percent', ...other.units])
    }
    if (!one || other.units.size > 0 || !isRange(one, other)) continue
    if (one.units.size > 0) other.units = new Set(['', ...one.units])
    shareCentury(one, other)
  }
}

/** Two kilos and a half, tres puntos y medio, hora y media: a half is of the noun before it, which may not be a unit. */
function joinHalves(text: string, { quantities }: Quantities, words: NumberWordsOf): void {
  for (const [index, half] of [...quantities.entries()].reverse()) {
    const [, joint = ''] = / (\p{L}{1,3}) $/u.exec(text.slice(Math.max(0, half.from - 5), half.from)) ?? []
    const isAnd = words.and.has(joint.toLowerCase()) || AND.test(joint)
    const part = [0.5, 0.25, 0.75].find((part) => half.meanings.includes(String(part)))
    if (!isAnd || part === undefined) continue
    const end = half.from - joint.length - 2
    const one = quantities[index - 1]
    const isCounted =
      one?.value != null &&
      Number.isInteger(one.value) &&
      /^(?: \p{L}{2,20})?$/u.test(text.slice(one.to, end))
    const units = isCounted ? one.units : unitBefore(text, end)
    const isUnit = [...units].some(isMeasured)
    if (!isUnit && (!isCounted || part !== 0.5)) continue
    if ((isUnit ? OTHER_WHOLE : WHOLE).test(text.slice(half.to - 6, half.to + 11))) continue
    const value = (isCounted ? (one.value ?? 0) : 1) + part
    const from = isCounted ? one.from : end
    const joined = {
      ...half,
      from,
      value,
      units,
      meanings: [normalizeNumber(value)],
      text: text.slice(from, half.to),
    }
    quantities.splice(isCounted ? index - 1 : index, isCounted ? 2 : 1, joined)
  }
}

/** After it, a half is of something else; after a half, another clause may begin. */
const WHOLE = /^(?:.{6} (?:of|de[rs])|(?!a ).{6} the) /iu
/** After a year and a half of talks, it is of the year. */
const OTHER_WHOLE =
  /^(?:.{6} (?:of (?:all|h[ei][rs]|its|our|the(?:ir|se)?|th[io]s|those)|de[rs])|(?!a ).{6} the) /iu
const AND_WORDS = anyOf(({ reports }) => reports.and)
const AND = new RegExp(`^(?:${AND_WORDS})$`, 'iu')

/** The unit that ends at a place, of one word: an hour and a half. */
function unitBefore(text: string, to: number): ReadonlySet<string> {
  const [word = ''] = /[ '’]?\p{L}{1,20}$/u.exec(text.slice(Math.max(0, to - 22), to)) ?? []
  const unit = unitAfter(text, to - word.length)
  return new Set(unit?.length === word.length ? unit.names : [])
}

const JOINED = new RegExp(`^ (?:(?:${AND_WORDS}) )?$`, 'u')

/** Two dollars and fifty cents are 2.50 dollars, un metro e settanta is 1.70 metres. */
function joinHundredths(text: string, { quantities }: Quantities): void {
  for (let index = quantities.length - 1; index > 0; index--) {
    const [one, other] = [quantities[index - 1], quantities[index]]
    if (!one?.value || !other?.value || other.value >= 100 || !Number.isInteger(one.value)) continue
    const isPrice =
      other.units.size === 0 && other.value >= 10 && PRICE_END.test(text.slice(other.to, other.to + 5))
    const isMoney = (other.units.has('cent') || isPrice) && [...one.units].some(isCurrency)
    const isLength = other.units.size === 0 && other.value >= 10 && one.units.has('metre')
    if (!(isMoney || isLength) || !JOINED.test(text.slice(one.to, other.from))) continue
    const value = one.value + other.value / 100
    const joined = { ...one, value, meanings: [normalizeNumber(value)], isStrict: true }
    quantities.splice(index - 1, 2, { ...joined, to: other.to, text: text.slice(one.from, other.to) })
  }
}

/** The end after three pounds fifty, and un’ora e quaranta. */
const PRICE_END = /^(?:[.,;:!?)”»]|$| (?:an?|a|al|each|für|je|l[ae]|par|para|per|por|pour|pro)[ '’])/u

/** Nineteen hours thirty, 19 Uhr 30. */
function joinMinutes({
  text,
  found: { quantities },
  isLate,
}: Pick<Reading, 'text' | 'found' | 'isLate'>): void {
  for (let index = quantities.length - 1; index > 0; index--) {
    const [one, other] = [quantities[index - 1], quantities[index]]
    const [hours, minutes] = [one?.value ?? Number.NaN, other?.value ?? Number.NaN]
    if (
      !one ||
      !other ||
      !Number.isInteger(hours) ||
      !(hours >= 0 && hours <= 24 && minutes >= 0 && minutes < 60)
    )
      continue
    const between = text.slice(one.to, other.from)
    const isAlone =
      between === ' ' || (/^ (?:et?|y) $/.test(between) && PRICE_END.test(text.slice(other.to, other.to + 5)))
    const isHour = one.units.has('hour') ? isAlone : O_CLOCK.test(between)
    // Twenty hours, and one of something else.
    if (!isHour || other.units.size > 0 || minutes < 5 || (minutes % 5 > 0 && !other.isDigits)) continue
    const joined = {
      ...one,
      to: other.to,
      text: text.slice(one.from, other.to),
      value: null,
      amount: hours + minutes / 60,
    }
    quantities.splice(index - 1, 2, {
      ...joined,
      meanings: [hours, ...(isLate && hours < 12 ? [hours + 12] : [])].map((hour) =>
        normalizeTime(hour, minutes),
      ),
      units: HOURS,
      isStrict: one.isStrict || other.isStrict,
    })
  }
}

const O_CLOCK = new RegExp(`^ (?:${anyOf(({ dates }) => dates.oClock)}) $`, 'iu')

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
  if (value === null || other.value === null) return
  // 66 000 y 72 000 millones.
  for (const factor of MAGNITUDES)
    if (factor <= other.value && (value < 1e4 || isNear(value * factor, other.value)))
      one.meanings.push(normalizeNumber(value * factor))
}

const isNear = (one: number, other: number) => one > other / 100 && one <= other

/** 2024–25 is two years. */
function shareCentury(one: Quantity, other: Quantity): void {
  if (one.value === null || one.value < 1900 || one.value >= 2100) return
  if (other.value !== null && other.value < 100)
    other.meanings.push(normalizeNumber(Math.floor(one.value / 100) * 100 + other.value))
}

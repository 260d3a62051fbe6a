import type { Language } from '#core/i18n/languages.ts'
import { hasCapitalDates } from '#core/languages/capitals.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { readDigits } from '#core/translation/checks/numbers/digit-quantity.ts'
import { numberTokens } from '#core/translation/checks/numbers/number-tokens.ts'
import { numberWordsOf } from '#core/translation/checks/numbers/number-words-of.ts'
import type { Quantities, Quantity } from '#core/translation/checks/numbers/quantity.ts'
import {
  addQuantity,
  normalizeMonth,
  normalizeNumber,
  type Reading,
} from '#core/translation/checks/numbers/quantity.ts'
import { readWords } from '#core/translation/checks/numbers/word-quantity.ts'

const MAX_BETWEEN = 12

const MAGNITUDES = [1e3, 1e6, 1e9, 1e12]

const cached = new Map<Language, Map<string, number>>()

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
  const months = monthsOf(language)
  const isCapital = hasCapitalDates(language)
  const found: Quantities = { quantities: [], orders: [], months: [] }
  const reading: Reading = {
    text,
    words,
    language,
    found,
    tokens: numberTokens(text, words, { joinsSpaces }),
  }
  let index = 0
  while (found.quantities.length < MAX_QUANTITIES) {
    const token = reading.tokens[index]
    if (!token) break
    const month = token.kind === 'word' ? months.get(token.text.toLowerCase()) : undefined
    // English has verbs like these, and French a number: sept.
    if (
      month !== undefined &&
      (!isCapital || /^\p{Lu}/u.test(token.text)) &&
      (words.word(token.text.toLowerCase()) === undefined || isInDate(text, token))
    ) {
      found.months.push({ month, text: token.text })
      addQuantity(reading, token, { meanings: [normalizeMonth(month), normalizeNumber(month)] })
      index++
    } else index = token.kind === 'digits' ? readDigits(reading, index) : readWords(reading, index)
  }
  shareUnits(reading)
  return found
}

/** Whether a short month is written as one: 7 sept 2024, sept. 2024. */
const isInDate = (text: string, { from, to }: { from: number; to: number }) =>
  /\d\s$/.test(text.slice(Math.max(0, from - 2), from)) || /^(?:\.|\s\d{4})/.test(text.slice(to, to + 5))

/** The months of a language by their full names in lower case, from 1 on. */
function monthsOf(language: Language): ReadonlyMap<string, number> {
  const known = cached.get(language)
  if (known) return known
  const months = new Map<string, number>()
  for (const [index, forms] of (factsOf(language)?.dates.months ?? []).entries())
    for (const [place, form] of forms.toLowerCase().split('|').entries())
      if (form.length > 3 || place === 0) months.set(form, index + 1)
  cached.set(language, months)
  return months
}

/** In "10 to 15 per cent" and "$5–8bn" both numbers have the unit, and the first may have the magnitude too. */
function shareUnits({ text, words, found }: Reading): void {
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
  }
  for (const [index, other] of quantities.entries()) {
    const one = quantities[index - 1]
    if (!one || other.units.size > 0 || !isRange(one, other)) continue
    if (one.units.size > 0) other.units = new Set(['', ...one.units])
    shareCentury(one, other)
  }
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

import { SHORT_FACTORS } from '#core/check/text/units.ts'
import type { Language } from '#core/i18n/languages.ts'
import { monthsOf } from '#core/translation/checks/numbers/months-of.ts'
import {
  monthSays,
  type NumberToken,
  numberSays,
  numberTokens,
  timeSays,
} from '#core/translation/checks/numbers/number-tokens.ts'
import { type NumberWord, type NumberWordsOf, numberWordsOf } from '#core/translation/checks/numbers/number-words-of.ts'
import type { Quantities, Quantity } from '#core/translation/checks/numbers/quantity.ts'
import { currencyBefore, unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'

/** A segment has never so many; more are not compared. */
const MAX_QUANTITIES = 1000
/** Numbers in words up to this one come and go in good translations. */
const MAX_SMALL_WORD = 12

/** The quantities of a text in a language. Each token is looked at once, and a few after it. */
export function readQuantities(text: string, language: Language, options = { joinsSpaces: false }): Quantities {
  const words = numberWordsOf(language)
  const months = monthsOf(language)
  const tokens = numberTokens(text, words, options)
  const found: Quantities = { quantities: [], orders: [], months: [] }
  let index = 0
  while (index < tokens.length && found.quantities.length < MAX_QUANTITIES) {
    const token = tokens[index] as NumberToken
    const month = token.kind === 'word' ? months.get(token.text.toLowerCase()) : undefined
    if (month !== undefined && (language !== 'en' || /^\p{Lu}/u.test(token.text))) {
      found.months.push({ month, text: token.text })
      found.quantities.push(quantityOf(text, token, token, { says: [monthSays(month), numberSays(month)] }))
      index++
      continue
    }
    index =
      token.kind === 'digits'
        ? readDigits(text, tokens, index, { words, language, found })
        : readWords(text, tokens, index, { words, found })
  }
  shareUnits(text, words, found.quantities)
  return found
}

interface Reading {
  words: NumberWordsOf
  language: Language
  found: Quantities
}

const quantityOf = (
  text: string,
  { from }: { from: number },
  { to }: { to: number },
  rest: Partial<Quantity> & Pick<Quantity, 'says'>,
): Quantity => ({
  from,
  to,
  text: text.slice(from, to),
  value: null,
  name: null,
  units: new Set(),
  isStrict: false,
  isDigits: /\d/.test(text.slice(from, to)),
  ...rest,
})

/** Reads the digits at an index with all that belongs to them, and returns the index after it. */
function readDigits(text: string, tokens: NumberToken[], index: number, { words, language, found }: Reading): number {
  const token = tokens[index] as NumberToken
  const { from, number, also } = token
  const next = tokens[index + 1]
  const glued = next?.kind === 'word' && next.from === token.to ? next : undefined
  const name = nameBefore(text, tokens[index - 1], from)
  if (name !== '' && !(number !== null && number <= 4 && /^[QT]$/.test(name))) {
    const to = glued && glued.text !== 's' ? glued.to : token.to
    const literal = `${name}${text.slice(from, to)}`.toLowerCase()
    const says = [`as ${literal}`, ...(number === null ? also : [numberSays(number)])]
    found.quantities.push(
      quantityOf(text, { from: from - name.length }, { to }, { says, name: literal, isStrict: true }),
    )
    return index + (to === token.to ? 1 : 2)
  }
  if (language === 'en' && AFTER_NOON.test(text.slice(token.to, token.to + 24))) also.push(...also.flatMap(inTheAfternoon))
  if (number === null) {
    found.quantities.push(quantityOf(text, token, token, { says: also, isStrict: true }))
    return index + (glued ? 2 : 1)
  }
  const minus = isJoined(text, tokens[index - 1]?.to ?? 0, from) ? MINUS.exec(tokens[index - 1]?.text ?? '') : null
  if (minus?.[1]) also.push(numberSays(-number))
  const sign = isNegative(text, from) || (minus && !minus[1]) ? -1 : 1
  const add = (value: number, to: number, more: Partial<Quantity> = {}) => {
    const currency = currencyBefore(text, from)
    const unit = unitAfter(text, to)
    const units = [currency?.name, unit?.name].filter((unit) => unit !== undefined)
    const quantity = quantityOf(text, { from: from - (currency?.length ?? 0) }, { to: to + (unit?.length ?? 0) }, {
      value: sign * value,
      says: [
        numberSays(sign * value),
        ...also,
        ...(unit?.name === 'percent' ? [percentSays(value)] : []),
      ],
      units: new Set(units),
      isStrict: true,
    })
    found.quantities.push({ ...quantity, ...more, says: [...quantity.says, ...(more.says ?? [])] })
    let after = index + 1
    while (after < tokens.length && (tokens[after] as NumberToken).from < quantity.to) after++
    return after
  }
  if (glued) {
    const short = SHORT_FACTORS.get(glued.text)
    // English writes five metres and five million alike.
    const isLength = glued.text === 'm' && currencyBefore(text, from) === null
    if (short)
      return add(number * short, glued.to, {
        says: [`as ${token.text}${glued.text}`.toLowerCase(), ...(isLength ? [numberSays(number)] : [])],
      })
    if (/^s$/i.test(glued.text) || /^er(?:n|s)?$/.test(glued.text)) {
      const decade = number >= 1000 ? [numberSays(number % 100)] : [numberSays(1900 + number)]
      return Math.max(index + 2, add(number, glued.to, { says: decade }))
    }
    if (ORDINAL.test(glued.text)) {
      const isCentury = number <= 21
      return Math.max(index + 2, add(number, glued.to, { says: isCentury ? [romanSays(number)] : [] }))
    }
    const dayHalf = /^([ap])m$/i.exec(glued.text)
    if (dayHalf) return Math.max(index + 2, add(number, glued.to, { says: halfDay(number, dayHalf[1] ?? '') }))
    if (unitAfter(text, token.to) === null && !/^(?:x|h|fach|mal|k)/i.test(glued.text)) {
      const literal = text.slice(from, glued.to).toLowerCase()
      found.quantities.push(
        quantityOf(text, token, glued, { says: [`as ${literal}`, numberSays(number)], name: literal, isStrict: true }),
      )
      return index + 2
    }
  }
  const dayHalf = /^\s?([ap])\.?\s?m\b/i.exec(text.slice(token.to, token.to + 6))
  if (dayHalf && language === 'en') return add(number, token.to, { says: halfDay(number, dayHalf[1] ?? '') })
  const magnitude = readMagnitudes(text, tokens, index + 1, number, words)
  return add(magnitude.value, magnitude.to, CLOCK_AFTER.test(text.slice(token.to, token.to + 8)) ? { says: [timeSays(number, 0)] } : {})
}

const MINUS = /^(?:minus|(moins|menos|meno))$/i
const AFTER_NOON = /^\s?(?:p\.?m\b|in the (?:afternoon|evening)|at night)/

const inTheAfternoon = (says: string): string[] => {
  const [, hours = '', minutes = ''] = /^time (\d+):(\d+)$/.exec(says) ?? []
  return hours !== '' && Number(hours) < 12 ? [timeSays(Number(hours) + 12, Number(minutes))] : []
}

const ORDINAL = /^(?:st|nd|rd|th|e|er|re|ère|ème|eme|º|ª|o|a|os|as|te|ten|ste|sten)$/u
const CLOCK_AFTER = /^\s?(?:Uhr|h\b|heures?|horas|ore|o’clock|o'clock)/u

const halfDay = (hour: number, half: string) => {
  const hours = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return [timeSays(hours, 0), numberSays(hours)]
}

/** The letters that make a name of the digits after them: H, GPT-. */
function nameBefore(text: string, previous: NumberToken | undefined, from: number): string {
  if (previous?.kind !== 'word') return ''
  const between = text.slice(previous.to, from)
  if (between === '') return previous.text
  return (between === '-' || between === '‑') && /\p{Lu}/u.test(previous.text) && previous.text.length <= 20
    ? `${previous.text}-`
    : ''
}

function isNegative(text: string, from: number): boolean {
  return /(?:^|[\s(\u00a0\u202f])[−-]$/.test(text.slice(Math.max(0, from - 2), from))
}

/** What magnitudes after a number make of it: 6.5 billion, 6500 millones, 6,5 mil millones, two million and a half. */
function readMagnitudes(
  text: string,
  tokens: NumberToken[],
  start: number,
  value: number,
  words: NumberWordsOf,
): { value: number; to: number; after: number } {
  let to = tokens[start - 1]?.to ?? 0
  let [after, result] = [start, value]
  for (let index = start; index < start + 3; index++) {
    const token = tokens[index]
    if (token?.kind !== 'word' || !isJoined(text, to, token.from)) break
    const word = words.word(token.text.toLowerCase())
    const factor = word?.factor ?? (word?.isHundred && index === start ? 100 : undefined)
    if (factor === undefined) break
    result *= factor
    to = token.to
    after = index + 1
  }
  if (result !== value) {
    const half = halfAfter(tokens, after, words)
    if (half > 0) {
      to = tokens[after + half - 1]?.to ?? to
      return { value: result + (result / value) * 0.5, to, after: after + half }
    }
  }
  return { value: result, to, after }
}

const isJoined = (text: string, from: number, to: number) => /^(?:[\s\u00a0\u202f]|[-‑]|\s[-‑])?$/.test(text.slice(from, to))

/** How many words say "and a half". */
function halfAfter(tokens: NumberToken[], index: number, { andHalf }: NumberWordsOf): number {
  const phrase = andHalf.find((phrase) => phrase.every((word, offset) => tokens[index + offset]?.text.toLowerCase() === word))
  return phrase?.length ?? 0
}

/** Reads a number in words at an index, if there is one, and returns the index after it. */
function readWords(text: string, tokens: NumberToken[], index: number, { words, found }: Omit<Reading, 'language'>): number {
  const token = tokens[index] as NumberToken
  const first = words.word(wordOf(token)) ?? articleBefore(text, tokens, index, words)
  if (first === undefined) {
    if (/^[IVX]{1,6}$/.test(token.text.replace(/[eè]$/, ''))) {
      const roman = romanValue(token.text.replace(/[eè]$/, ''))
      if (roman > 0) found.quantities.push(quantityOf(text, token, token, { says: [romanSays(roman), numberSays(roman)] }))
    }
    return index + 1
  }
  if (first.value === undefined && !first.isHundred && first.factor === undefined) {
    return readLoose(text, tokens, index, { words, found, loose: first.loose ?? [] })
  }
  const sum = addWords(text, tokens, index, words)
  const [start, end] = [tokens[index] as NumberToken, tokens[sum.after - 1] as NumberToken]
  if (sum.isOrder) {
    if (sum.value >= 1e3) found.orders.push({ factor: sum.value, text: text.slice(start.from, end.to) })
    // "Mille" and "mil" are a number without another before them.
    found.quantities.push(quantityOf(text, start, end, { says: [numberSays(sum.value)] }))
    return sum.after
  }
  const unit = unitAfter(text, end.to)
  const loose = sum.after === index + 1 ? (first.loose ?? []) : []
  const quantity = quantityOf(text, start, { to: end.to + (unit?.length ?? 0) }, {
    value: sum.value,
    says: [numberSays(sum.value), ...sum.also, ...loose.map(numberSays)],
    units: new Set(unit ? [unit.name] : []),
    isStrict: sum.value > MAX_SMALL_WORD && Number.isInteger(sum.value) && loose.length === 0,
  })
  found.quantities.push(quantity)
  let after = sum.after
  while (after < tokens.length && (tokens[after] as NumberToken).from < quantity.to) after++
  return after
}

const wordOf = ({ text }: NumberToken) => text.toLowerCase()

/** "A" is a number only before a magnitude or a hundred. */
function articleBefore(text: string, tokens: NumberToken[], index: number, words: NumberWordsOf): NumberWord | undefined {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (!token || next?.kind !== 'word' || !/^an?$/i.test(token.text) || !isJoined(text, token.to, next.from)) return undefined
  const word = words.word(wordOf(next))
  return word?.isHundred || (word?.factor !== undefined && !word.isIndefinite) ? { value: 1 } : undefined
}

interface Sum {
  value: number
  after: number
  also: string[]
  /** Magnitudes without a number before them. */
  isOrder: boolean
}

function addWords(text: string, tokens: NumberToken[], start: number, words: NumberWordsOf): Sum {
  let [total, group, last, index] = [0, 0, Number.POSITIVE_INFINITY, start]
  let isOrder = true
  let lowest = Number.POSITIVE_INFINITY
  const also: string[] = []
  while (index < tokens.length) {
    let token = tokens[index] as NumberToken
    let skipped = 0
    if (index > start) {
      if (!isJoined(text, tokens[index - 1]?.to ?? 0, token.from)) break
      const next = tokens[index + 1]
      if (words.and.has(wordOf(token)) && next && lowest >= 10 && lowest !== Number.POSITIVE_INFINITY) {
        token = next
        skipped = 1
      } else if (isOrder && /^d[ei]$/.test(wordOf(token)) && next && words.word(wordOf(next))?.factor) {
        token = next
        skipped = 1
      }
    }
    if (token.kind !== 'word') break
    const word = words.word(wordOf(token)) ?? (index === start ? articleBefore(text, tokens, index, words) : undefined)
    if (!word) break
    if (word.factor !== undefined) {
      if (skipped && !isOrder) break
      // "Thousand" after a million adds up, "millones" after "mil" multiplies.
      if (word.factor >= last && group === 0) total = (total || 1) * word.factor
      else if (word.factor > last) total = (total + group) * word.factor
      else total += (group || 1) * word.factor
      if (group > 0) isOrder = false
      if (word.factor === 1e3 && !word.isIndefinite && !/s$/.test(token.text)) isOrder = index === start ? false : isOrder
      group = 0
      last = word.factor
      lowest = word.factor
    } else if (word.isHundred) {
      if (group >= 10) break
      group = (group || 1) * 100
      isOrder = false
      lowest = 100
    } else if (word.value !== undefined) {
      const { value } = word
      const isEighty = value === 20 && group % 100 === 4 && /^vingts?$/.test(wordOf(token))
      if (isEighty) group += 76
      else if (group > 0 || total > 0) {
        const isSeventies = (lowest === 60 || lowest === 80) && value >= 10 && value < 20
        const isNineties = group % 20 === 10 && lowest === 10 && value >= 7 && value < 10
        const fits = isNineties || (value < lowest && (lowest >= 100 || (lowest >= 20 && value < 10)))
        // Nineteen ninety, twenty twenty-six.
        if (group >= 10 && group < 100 && total === 0 && value >= 10 && value < 100 && !isSeventies && !fits) {
          const more = addWords(text, tokens, index + skipped, words)
          if (more.value < 100) {
            return { value: group * 100 + more.value, after: more.after, also: [], isOrder: false }
          }
        }
        if (!fits && !isSeventies) break
        group += value
      } else group = value
      isOrder = false
      lowest = isEighty ? 80 : value
      if (value === 0) lowest = 0
    } else break
    index += 1 + skipped
  }
  const half = halfAfter(tokens, index, words)
  if (half > 0 && !isOrder) {
    const step = group > 0 || last === Number.POSITIVE_INFINITY ? 1 : last
    return { value: total + group + step / 2, after: index + half, also: [numberSays(total + group)], isOrder }
  }
  return { value: total + group, after: Math.max(index, start + 1), also, isOrder }
}

/** Ordinals, fractions and multiples; half a million is a number. */
function readLoose(
  text: string,
  tokens: NumberToken[],
  index: number,
  { words, found, loose }: { words: NumberWordsOf; found: Quantities; loose: number[] },
): number {
  const token = tokens[index] as NumberToken
  let next = index + 1
  while (next < index + 3 && /^(?:an?|of|de|di|d|un|una|einer?|eine)$/i.test(tokens[next]?.text ?? '')) next++
  const word = tokens[next] && words.word(wordOf(tokens[next] as NumberToken))
  const dozen = /^(?:dozen|dutzend|docenas?|douzaines?|dozzine?|dúzias?)$/i.test(token.text) ? 12 : 0
  const before = found.quantities.at(-1)
  const times = dozen && before && isJoined(text, before.to, token.from) ? before.value : null
  const factor = (loose[0] ?? 1) < 2 && word?.factor ? word.factor : 1
  const end = factor > 1 ? (tokens[next] as NumberToken) : token
  const values = factor > 1 ? [(loose[0] ?? 1) * factor] : [...loose, ...(times === null ? [] : [times * dozen])]
  const unit = unitAfter(text, end.to)
  found.quantities.push(
    quantityOf(text, token, end, {
      says: values.flatMap((value) => [numberSays(value), ...(value < 1 ? [percentSays(value * 100)] : [])]),
      units: new Set(['', 'percent', ...(unit ? [unit.name] : [])]),
      isStrict: factor > 1,
    }),
  )
  return factor > 1 ? next + 1 : index + 1
}

/** Half is 50 per cent, and not 50. */
const percentSays = (value: number) => `percent ${numberSays(value)}`

const ROMAN = new Map([
  ['I', 1],
  ['V', 5],
  ['X', 10],
])

const romanSays = (value: number) => numberSays(value)

function romanValue(word: string): number {
  const digits = [...word].map((letter) => ROMAN.get(letter) ?? 0)
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0)
}

/** In "10 to 15 per cent" and "$5–8bn" both numbers have the unit, and the first may have the magnitude. */
function shareUnits(text: string, { between }: NumberWordsOf, quantities: Quantity[]): void {
  const isRange = (one: Quantity, other: Quantity) => {
    if (other.from - one.to > 12 || other.from < one.to) return false
    const words = text.slice(one.to, other.from).toLowerCase().trim()
    return /^[-–—/,;]?$/.test(words) || words.split(/[\s,]+/).every((word) => word === '' || between.has(word))
  }
  for (let index = quantities.length - 2; index >= 0; index--) {
    const [one, other] = [quantities[index] as Quantity, quantities[index + 1] as Quantity]
    if (!isRange(one, other) || one.units.size > 0) continue
    if (other.units.size > 0) one.units = new Set(['', ...other.units])
    const factor = other.value === null || one.value === null ? 1 : magnitudeOf(other.value)
    if (factor > 1 && one.value !== null && one.value < 1e4) one.says.push(...[1e3, 1e6, 1e9, 1e12].filter((step) => step <= factor).map((step) => numberSays((one.value ?? 0) * step)))
  }
  for (const [index, other] of quantities.entries()) {
    const one = quantities[index - 1]
    if (!one || !isRange(one, other) || other.units.size > 0) continue
    if (one.units.size > 0) other.units = new Set(['', ...one.units])
    // 2024–25 is two years.
    if (one.value !== null && one.value >= 1900 && one.value < 2100 && other.value !== null && other.value < 100)
      other.says.push(numberSays(Math.floor(one.value / 100) * 100 + other.value))
  }
}

const magnitudeOf = (value: number) => [1e12, 1e9, 1e6, 1e3].find((step) => value >= step) ?? 1

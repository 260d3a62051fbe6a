import { SHORT_FACTORS } from '#core/check/text/units.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { halfDayMeanings, isAtTime } from '#core/translation/checks/numbers/clock-times.ts'
import { magnitudesAfter, signOf } from '#core/translation/checks/numbers/magnitudes-after.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import {
  addQuantity,
  HOURS,
  normalizeName,
  normalizeNumber,
  normalizePercent,
  normalizeTime,
  type Reading,
  tokenFrom,
} from '#core/translation/checks/numbers/quantity.ts'
import { currencyBefore, unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'

/** Reads the digits at an index with all that belongs to them, and returns the index after it. */
export function readDigits(reading: Reading, index: number): number {
  const { text, tokens, words } = reading
  const token = tokens[index]
  if (!token) return index + 1
  // "Around the clock" has no numbers.
  if (text.startsWith('24/7', token.from)) {
    for (const { from, to, number } of tokens.slice(index, index + 2))
      addQuantity(reading, { from, to }, { meanings: [normalizeNumber(number ?? 0)] })
    return index + 2
  }
  const next = tokens[index + 1]
  const suffix = next?.kind === 'word' && next.from === token.to ? next : null
  const prefix = nameBefore(text, tokens[index - 1], token)
  if (prefix !== '') return addName(reading, index, prefix, suffix?.text === 's' ? null : suffix)
  const clock = clockTime(reading, token)
  if (clock?.isExact) {
    addQuantity(reading, token, { meanings: clock.meanings, isStrict: true })
    return index + (suffix ? 2 : 1)
  }
  const also = [...token.also, ...(clock?.meanings ?? []), ...zonedTime(text, token)]
  if (token.number === null) {
    const [, hours, minutes] = (/^time (\d+):(\d+)$/.exec(token.also[0] ?? '') ?? []).map(Number)
    const isTime = hours !== undefined && minutes !== undefined
    const parts = isTime ? partsOfDuration(text, token) : []
    if (parts.length > 0) {
      for (const { from, to, value, unit } of parts)
        addQuantity(
          reading,
          { from, to },
          { value, meanings: [normalizeNumber(value)], units: new Set(['', unit]), isStrict: true },
        )
      return tokenFrom(tokens, index + 1, parts.at(-1)?.to ?? token.to)
    }
    addQuantity(reading, token, {
      meanings: also,
      isStrict: true,
      ...(isTime && { amount: hours + minutes / 60, units: HOURS }),
    })
    return index + (suffix ? 2 : 1)
  }
  if (!suffix) {
    const { value, to } = magnitudesAfter(reading, index, token.number)
    return addNumber(reading, index, { value, to, also })
  }
  const { number } = token
  // 4T 2025 is a quarter of a year, as T4 is.
  if (words.hasDecimalComma && number <= 4 && /^[TS]$/.test(suffix.text))
    return addNumber(reading, index, { value: number, to: suffix.to, also })
  // Italian joins its thousand: 380mila.
  const factor = SHORT_FACTORS.get(suffix.text) ?? words.word(suffix.text.toLowerCase())?.factor
  if (factor !== undefined) {
    // English writes five metres and five million alike.
    const isLength = suffix.text === 'm' && currencyBefore(text, token.from) === null
    const name = normalizeName(token.text + suffix.text)
    return addNumber(reading, index, {
      value: number * factor,
      to: suffix.to,
      also: [...also, name, ...(isLength ? [normalizeNumber(number)] : [])],
    })
  }
  if (DECADE.test(suffix.text)) {
    const decade = number >= 1000 ? number % 100 : 1900 + number
    // The 1800s are the nineteenth century.
    const century = decade === 0 ? [normalizeNumber(number / 100 + 1)] : []
    return addNumber(reading, index, {
      value: number,
      to: suffix.to,
      also: [...also, normalizeNumber(decade), ...century],
    })
  }
  if (ORDINAL.test(suffix.text)) return addNumber(reading, index, { value: number, to: suffix.to, also })
  if (unitAfter(text, token.to) !== null || TIMES.test(suffix.text))
    return addNumber(reading, index, { value: number, to: token.to, also })
  return addName(reading, index, '', suffix)
}

/** The amounts of 3 h 12 min 40 s and 3:12:40, of which the seconds of the former are another token. */
function partsOfDuration(text: string, { from, to, text: digits }: NumberToken) {
  const numbers = [...digits.matchAll(/\d+/g)]
  const minute = digits.includes(':') ? null : unitAfter(text, to)
  if (numbers.length < 3 && !minute?.names.includes('minute')) return []
  return numbers.map(({ 0: number, index }, place) => ({
    from: from + index,
    to: place < numbers.length - 1 ? from + index + number.length : to + (minute?.length ?? 0),
    value: Number(number),
    unit: ['hour', 'minute', 'second'][place] ?? '',
  }))
}

/** In every language, because texts also have names and titles of others. */
const DECADE = new RegExp(`^(?:${anyOf(({ numbers }) => numbers.decades)})$`, 'iu')
const ORDINAL = new RegExp(`^(?:${anyOf(({ numbers }) => numbers.ordinals)}|º|ª)$`, 'u')
const TIMES = new RegExp(`^(?:x|h|k|${anyOf(({ numbers }) => numbers.multiples)})`, 'iu')
const CLOCK = new RegExp(`^\\s?(?:h\\b|${anyOf(({ dates }) => dates.oClock)})`, 'u')

/** Reads hours: 9 p.m. is 21, and so may nine be in a text about an evening. */
function clockTime(
  { text, language, isLate }: Reading,
  token: NumberToken,
): { meanings: string[]; isExact: boolean } | null {
  const [, hours = '', minutes = '0'] = /^time (\d+):(\d+)$/.exec(token.also[0] ?? '') ?? []
  const hour = hours === '' ? token.number : Number(hours)
  if (hour === null || hour > 24 || !Number.isInteger(hour)) return null
  const exact = halfDayMeanings(text, token, { hour, minutes: Number(minutes), language })
  if (exact) return { meanings: exact, isExact: true }
  const isClock = CLOCK.test(text.slice(token.to, token.to + 8))
  const plain = isClock ? [normalizeTime(hour, 0)] : []
  const isTime =
    isClock || hours !== '' || isAtTime(text.slice(Math.max(0, token.from - 11), token.from), language)
  const late =
    isTime && isLate && hour <= 12
      ? [normalizeTime(hour + 12, Number(minutes)), ...(minutes === '0' ? [normalizeNumber(hour + 12)] : [])]
      : []
  return { meanings: [...plain, ...late], isExact: false }
}

/** 1400 GMT. */
const zonedTime = (text: string, { text: digits, to }: NumberToken) =>
  /^(?:[01]\d|2[0-3])[0-5]\d$/.test(digits) &&
  /^ ?(?:GMT|UTC|BST|CES?T|hours)(?!\p{L})/u.test(text.slice(to, to + 7))
    ? [
        normalizeTime(Number(digits.slice(0, 2)), Number(digits.slice(2))),
        ...(digits.endsWith('00') ? [normalizeNumber(Number(digits) / 100)] : []),
      ]
    : []

interface FoundNumber {
  value: number
  to: number
  also: string[]
}

/** Adds a number with its sign and its unit. */
function addNumber(reading: Reading, index: number, { value, to, also }: FoundNumber): number {
  const { text, tokens } = reading
  const from = tokens[index]?.from ?? 0
  const currency = currencyBefore(text, from)
  const unit = unitAfter(text, to)
  const end = to + (unit?.length ?? 0)
  const { isNegative, isPerhaps } = signOf(reading, index, end)
  const signed = isNegative ? -value : value
  addQuantity(
    reading,
    { from: from - (currency?.length ?? 0), to: end },
    {
      value: signed,
      meanings: [
        normalizeNumber(signed),
        ...also,
        ...(isPerhaps ? [normalizeNumber(-value)] : []),
        ...(unit?.names.includes('percent') ? [normalizePercent(value)] : []),
      ],
      units: new Set([...(currency?.names ?? []), ...(unit?.names ?? [])]),
      // One in four is every fourth.
      isStrict: value !== 1 || !OUT_OF.test(text.slice(end, end + 12)),
    },
  )
  return tokenFrom(tokens, index + 1, end)
}

const OUT_OF = new RegExp(`^ (?:${anyOf(({ numbers }) => numbers.outOf)}) \\d`, 'u')
/** The letters that make a name of the digits after them: H, GPT-. Quarters and halves of a year are none. */
function nameBefore(text: string, previous: NumberToken | undefined, { from, number }: NumberToken): string {
  if (previous?.kind !== 'word') return ''
  const between = text.slice(previous.to, from)
  if (between === '' && previous.text === 'min') return ''
  if (between === '')
    return number !== null && number <= 4 && /^[QTHS]$/.test(previous.text) ? '' : previous.text
  const isName = /^[-‑]$/.test(between) && previous.text.length <= 20 && /\p{Lu}/u.test(previous.text)
  return isName ? `${previous.text}-` : ''
}

function addName(
  { text, tokens, found }: Reading,
  index: number,
  prefix: string,
  suffix: NumberToken | null,
) {
  const token = tokens[index]
  if (!token) return index + 1
  const to = suffix?.to ?? token.to
  const name = `${prefix}${text.slice(token.from, to)}`.toLowerCase()
  const meanings = [
    normalizeName(name),
    ...(token.number === null ? token.also : [normalizeNumber(token.number)]),
  ]
  addQuantity({ text, found }, { from: token.from - prefix.length, to }, { meanings, name, isStrict: true })
  return index + (suffix ? 2 : 1)
}

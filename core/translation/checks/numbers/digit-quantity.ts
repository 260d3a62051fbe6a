import { SHORT_FACTORS } from '#core/check/text/units.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { magnitudesAfter } from '#core/translation/checks/numbers/magnitudes-after.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import {
  addQuantity,
  isJoined,
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
  const also = [
    ...token.also,
    ...(words.afternoon ? timesOf(text, token, words.afternoon) : []),
    ...(CLOCK.test(text.slice(token.to, token.to + 8)) ? [normalizeTime(token.number ?? 0, 0)] : []),
  ]
  if (token.number === null) {
    addQuantity(reading, token, { meanings: also, isStrict: true })
    return index + (suffix ? 2 : 1)
  }
  if (!suffix) {
    const { value, to } = magnitudesAfter(reading, index, token.number)
    return addNumber(reading, index, { value, to, also })
  }
  const { number } = token
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
    return addNumber(reading, index, {
      value: number,
      to: suffix.to,
      also: [...also, normalizeNumber(decade)],
    })
  }
  if (ORDINAL.test(suffix.text) || HALF_DAY.test(text.slice(token.to, token.to + 6)))
    return addNumber(reading, index, { value: number, to: suffix.to, also })
  if (unitAfter(text, token.to) !== null || TIMES.test(suffix.text))
    return addNumber(reading, index, { value: number, to: token.to, also })
  return addName(reading, index, '', suffix)
}

/** In every language, because texts also have names and titles of others. */
const DECADE = new RegExp(`^(?:${anyOf(({ numbers }) => numbers.decades)})$`, 'iu')
const ORDINAL = new RegExp(`^(?:${anyOf(({ numbers }) => numbers.ordinals)}|º|ª)$`, 'u')
const TIMES = new RegExp(`^(?:x|h|k|${anyOf(({ numbers }) => numbers.multiples)})`, 'iu')
const CLOCK = new RegExp(`^\\s?(?:h\\b|${anyOf(({ dates }) => dates.oClock)})`, 'u')
const HALF_DAY = /^\s?([ap])\.?\s?m\b/i

/** English has twelve hours, other languages have twenty-four. */
function timesOf(text: string, { to, number, also }: NumberToken, afternoon: RegExp): string[] {
  const after = text.slice(to, to + 24)
  const half = HALF_DAY.exec(after)?.[1]?.toLowerCase() ?? (afternoon.test(after) ? 'p' : null)
  if (half === null) return []
  const [, hours = String(number), minutes = '0'] = /^time (\d+):(\d+)$/.exec(also[0] ?? '') ?? []
  const hour = (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  return [normalizeTime(hour, Number(minutes)), ...(minutes === '0' ? [normalizeNumber(hour)] : [])]
}

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
  const { isNegative, isPerhaps } = signBefore(reading, tokens[index - 1], from)
  const signed = isNegative ? -value : value
  const end = to + (unit?.length ?? 0)
  addQuantity(
    reading,
    { from: from - (currency?.length ?? 0), to: end },
    {
      value: signed,
      meanings: [
        normalizeNumber(signed),
        ...also,
        ...(isPerhaps ? [normalizeNumber(-value)] : []),
        ...(unit?.name === 'percent' ? [normalizePercent(value)] : []),
      ],
      units: new Set([currency?.name, unit?.name].filter((name) => name !== undefined)),
      isStrict: true,
    },
  )
  return tokenFrom(tokens, index + 1, end)
}

/** A minus. "Menos" says minus and less. */
function signBefore({ text, words }: Reading, previous: NumberToken | undefined, from: number) {
  const word = previous && isJoined(text, previous.to, from) ? previous.text.toLowerCase() : ''
  const isSign = /(?:^|[\s(\u00a0\u202f])[−-]$/.test(text.slice(Math.max(0, from - 2), from))
  return { isNegative: isSign || words.minus.has(word), isPerhaps: words.perhapsMinus.has(word) }
}

/** The letters that make a name of the digits after them: H, GPT-. Quarters and halves of a year are none. */
function nameBefore(text: string, previous: NumberToken | undefined, { from, number }: NumberToken): string {
  if (previous?.kind !== 'word') return ''
  const between = text.slice(previous.to, from)
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

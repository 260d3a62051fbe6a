import { anyOf } from '#core/languages/facts-of.ts'
import { type NumberWord, numbersOf } from '#core/languages/number-words-of.ts'
import { halfDayMeanings } from '#core/translation/checks/numbers/clock-times.ts'
import { halfAt, signOf } from '#core/translation/checks/numbers/magnitudes-after.ts'
import { isMeasured } from '#core/translation/checks/numbers/measures.ts'
import {
  addQuantity,
  isJoined,
  normalizeNumber,
  normalizePercent,
  normalizeShare,
  type Reading,
  tokenFrom,
} from '#core/translation/checks/numbers/quantity.ts'
import { unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'
import { WordSum } from '#core/translation/checks/numbers/word-sum.ts'

/** Numbers in words up to this one come and go in good translations. */
const MAX_SMALL = 12

/** Reads a number in words at an index, if there is one, and returns the index after it. */
export function readWords(reading: Reading, index: number): number {
  const { text, tokens, words, found, language } = reading
  const first = wordAt(reading, index)
  if (!first) return readRoman(reading, index)
  const share = readShare(reading, index, first)
  if (share !== null) return share
  if (first.value === undefined && !first.isHundred && first.factor === undefined)
    return readLoose(reading, index, first.loose ?? [])

  const { sum, after: afterSum, century } = sumAt(reading, index)
  const half = halfAt(tokens, afterSum, reading.words)
  // Two and a half million.
  const factor = half > 0 ? factorAt(reading, afterSum + half) : null
  const value = (century + sum.value + (half > 0 ? sum.half : 0)) * (factor ?? 1)
  const after = afterSum + half + (factor === null ? 0 : 1)
  const [from, to] = [tokens[index]?.from ?? 0, tokens[after - 1]?.to ?? 0]
  // Millón y medio.
  if (sum.isOrder && half === 0) {
    found.orders.push({ factor: value, text: text.slice(from, to) })
    addQuantity(reading, { from, to }, { meanings: [normalizeNumber(value)] })
    return after
  }
  const ordinal = half === 0 ? ordinalAfter(reading, after, sum) : null
  if (ordinal) {
    addQuantity(
      reading,
      { from, to: ordinal.to },
      {
        meanings: [normalizeNumber(ordinal.value >= 100 ? value * ordinal.value : value + ordinal.value)],
        units: UNKNOWN,
      },
    )
    return ordinal.after
  }
  const clock = halfDayMeanings(text, { to }, { hour: value, minutes: 0, language })
  if (clock) {
    addQuantity(reading, { from, to }, { meanings: clock })
    return after
  }
  const unit = unitAfter(text, to)
  const end = to + (unit?.length ?? 0)
  const { isNegative, isPerhaps } = signOf(reading, index, end)
  const loose = [
    ...(after === index + 1 ? (first.loose ?? []) : []),
    ...centuryOf(reading, index, value),
    ...(value <= MAX_SMALL && reading.isLate ? [value + 12] : []),
  ]
  addQuantity(
    reading,
    { from, to: end },
    {
      value,
      meanings: [
        ...[...new Set([value, ...loose])].map(normalizeNumber),
        ...(unit?.names.includes('percent') ? [normalizePercent(value)] : []),
        ...(isNegative || isPerhaps ? [normalizeNumber(-value)] : []),
        ...(words.divided.test(text.slice(Math.max(0, from - 20), from)) ? [normalizeNumber(1 / value)] : []),
      ],
      units: new Set(unit?.names),
      isStrict:
        value > MAX_SMALL && Number.isInteger(value) && (after > index + 1 || first.loose === undefined),
    },
  )
  return tokenFrom(tokens, after, end)
}

/** Italian names centuries by their hundreds: the Ottocento is the nineteenth, from 1800 on. */
function centuryOf({ tokens, language }: Reading, index: number, value: number): number[] {
  const isCentury = numbersOf(language).hasCenturyNames && value >= 200 && value < 1000 && value % 100 === 0
  return isCentury && /^\p{Lu}/u.test(tokens[index]?.text ?? '') ? [value / 100 + 11, value + 1000] : []
}

/** The ordinal that ends a number in words: twenty-first, vingt et unième. */
function ordinalAfter({ text, tokens, words }: Reading, index: number, sum: WordSum) {
  const isAnd = words.and.has(tokens[index]?.text.toLowerCase() ?? '')
  const [before, last] = [tokens[index - 1], tokens[isAnd ? index + 1 : index]]
  const value = last?.kind === 'word' ? words.word(last.text.toLowerCase())?.ordinal : undefined
  if (!last || !before || value === undefined || !sum.takes(value)) return null
  // The hundred first are no hundred-first.
  const isWord =
    words.otherWords.has(last.text.toLowerCase()) && !/[-‑]/.test(text.slice(before.to, last.from))
  const isNext = !isWord && (isAnd || isJoined(text, before.to, last.from))
  return isNext ? { value, to: last.to, after: index + (isAnd ? 2 : 1) } : null
}

/** The unit that is divided by the part before an index: half an hour, trois quarts d’heure, eine halbe Stunde. */
function partOfUnit({ text, tokens, words }: Reading, index: number, amount: number) {
  let next = index
  const isSkipped = (word: string) => isBetween(word.toLowerCase(), words) || OF_WHOLE.test(word)
  while (next < index + 2 && isSkipped(tokens[next]?.text ?? '')) next++
  const before = tokens[next - 1]
  const measured = (before && unitAfter(text, before.to)?.names.filter(isMeasured)) ?? []
  return measured.length > 0 ? { amount, units: new Set(['', 'percent', ...measured]) } : { units: UNKNOWN }
}

/** Words that may separate a part and its unit as well: einer Stunde, da hora. */
const OF_WHOLE = /^(?:eine[rsnm]?|d[aeo]|dell[ao]?)$/iu

/** Reads a half that adds to the amount before it: an hour and a half, un minuto e mezzo. */
function halvesBefore({ text, found, words }: Reading, from: number): string[] {
  const before = text.slice(Math.max(0, from - 24), from)
  const [, joint] = /(\p{L}+) $/u.exec(before) ?? []
  if (!joint || !(words.and.has(joint.toLowerCase()) || AND.test(joint))) return []
  const last = found.quantities.at(-1)
  const count = last && from - last.to <= 12 && last.value !== null ? last.value : 1
  return [normalizeNumber(count + 0.5)]
}

const AND = new RegExp(`^(?:${anyOf(({ reports }) => reports.and)})$`, 'iu')

const MAX_SHARE = 10

/** A part of a whole: two thirds, tres cuartas partes, drei Viertel, a quarter of a million. */
function readShare(reading: Reading, index: number, first: NumberWord): number | null {
  const { text, tokens, words } = reading
  const [token, part] = [tokens[index], tokens[index + 1]]
  const count = first.value
  if (!token || part?.kind !== 'word' || count === undefined || count < 1 || count > MAX_SHARE) return null
  const of = words.word(part.text.toLowerCase())
  if (!of?.parts || !isJoined(text, token.to, part.from) || count >= of.parts) return null
  const share = count / of.parts
  const whole = wholeAfter(reading, index + 2)
  if (whole)
    addQuantity(
      reading,
      { from: token.from, to: whole.to },
      { meanings: [normalizeNumber(share * whole.factor)], units: UNKNOWN, isStrict: whole.factor > 12 },
    )
  else
    addQuantity(
      reading,
      { from: token.from, to: part.to },
      {
        meanings: [
          ...normalizeShare(share),
          // A third may be the third, and three quarters are nine months too.
          ...(count === 1 ? (of.loose ?? []) : of.parts === 4 ? [count] : []).map(normalizeNumber),
          ...(share === 0.5 ? halvesBefore(reading, token.from) : []),
        ],
        ...(count > 1 && { share, parts: of.parts }),
        ...partOfUnit(reading, index + 2, share),
      },
    )
  return whole?.after ?? index + 2
}

/** The magnitude of which something is a part: of a million. */
function wholeAfter({ tokens, words }: Reading, index: number) {
  let next = index
  while (next < index + 2 && isBetween(tokens[next]?.text.toLowerCase() ?? '', words)) next++
  const token = tokens[next]
  const lower = token?.text.toLowerCase() ?? ''
  const factor = words.word(lower)?.factor ?? (words.dozens.has(lower) ? 12 : undefined)
  return token && factor !== undefined ? { factor, to: token.to, after: next + 1 } : null
}

/** The magnitude at an index, if it is joined to the word before. */
function factorAt({ text, tokens, words }: Reading, index: number): number | null {
  const [before, token] = [tokens[index - 1], tokens[index]]
  if (token?.kind !== 'word' || !before || !isJoined(text, before.to, token.from)) return null
  return words.word(token.text.toLowerCase())?.factor ?? null
}

/** The word at an index. "A" is a number only before a magnitude or a hundred. */
function wordAt({ text, tokens, words }: Reading, index: number): NumberWord | undefined {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (token?.kind !== 'word') return undefined
  const word = words.word(token.text.toLowerCase())
  if (word || next?.kind !== 'word' || !isArticle(token.text, words) || !isJoined(text, token.to, next.from))
    return word
  const counted = words.word(next.text.toLowerCase())
  return counted?.isHundred || counted?.parts || (counted?.factor !== undefined && !counted.isIndefinite)
    ? { value: 1 }
    : undefined
}

const isArticle = (text: string, { article }: Reading['words']) => article.has(text.toLowerCase())

/** Adds up the words from an index on. A year such as nineteen ninety is two sums. */
function sumAt(reading: Reading, index: number): { sum: WordSum; after: number; century: number } {
  const one = plainSumAt(reading, index)
  const next = reading.tokens[one.after]
  if (!one.sum.isCentury || !reading.words.hasYearsInPairs || next?.kind !== 'word')
    return { ...one, century: 0 }
  if (!isJoined(reading.text, reading.tokens[one.after - 1]?.to ?? 0, next.from))
    return { ...one, century: 0 }
  const two = plainSumAt(reading, one.after)
  return two.sum.isCentury ? { ...two, century: one.sum.value * 100 } : { ...one, century: 0 }
}

function plainSumAt(reading: Reading, index: number): { sum: WordSum; after: number } {
  const { text, tokens, words } = reading
  const sum = new WordSum()
  let after = index
  while (after < tokens.length) {
    let at = after
    if (at > index) {
      if (!isJoined(text, tokens[at - 1]?.to ?? 0, tokens[at]?.from ?? 0)) break
      if (joinsNext(reading, at, sum)) at++
    }
    const token = tokens[at]
    const word =
      at === index ? wordAt(reading, at) : token?.kind === 'word' && words.word(token.text.toLowerCase())
    // Cinquante un an is not fifty-one.
    const isArticleNext =
      at === after &&
      word &&
      word.value === 1 &&
      sum.isOpen &&
      words.hasDecimalComma &&
      words.and.size > 0 &&
      sum.value % 100 >= 20 &&
      /^\s$/.test(text.slice(tokens[at - 1]?.to ?? 0, token?.from ?? 0))
    if (!token || !word || isArticleNext || !sum.add(word, token.text)) break
    after = at + 1
  }
  return { sum, after: Math.max(after, index + 1) }
}

/** Returns true when the word at an index only joins two others: a hundred and five, miles de millones. */
function joinsNext({ tokens, words }: Reading, index: number, sum: WordSum): boolean {
  const [word, next] = [tokens[index]?.text.toLowerCase() ?? '', tokens[index + 1]]
  const following = next?.kind === 'word' ? words.word(next.text.toLowerCase()) : undefined
  if (following?.factor !== undefined) return sum.isMagnitude && words.of.has(word)
  return words.and.has(word) && sum.isOpen && following !== undefined
}

/** Returns true when a word may be between a part and its whole: a quarter of a million. */
const isBetween = (word: string, words: Reading['words']) =>
  words.of.has(word) || words.article.has(word) || words.word(word)?.value === 1

/** Ordinals, fractions and multiples. Half a million is a number, and so are two dozen. */
function readLoose(reading: Reading, index: number, values: number[]): number {
  const { text, tokens, words, found } = reading
  const token = tokens[index]
  if (!token) return index + 1
  const ordinal = words.word(token.text.toLowerCase())?.ordinal ?? 0
  const unit = tokens[index + 1]
  const more = unit?.kind === 'word' && words.word(unit.text.toLowerCase())?.ordinal
  // Vigésima primeira.
  if (
    unit &&
    more &&
    ordinal >= 10 &&
    ordinal % 10 === 0 &&
    more < 10 &&
    isJoined(text, token.to, unit.from)
  ) {
    addQuantity(
      reading,
      { from: token.from, to: unit.to },
      { meanings: [normalizeNumber(ordinal + more)], units: UNKNOWN },
    )
    return index + 2
  }
  const measured = measuredBy(reading, index, values)
  let next = index + 1
  while (next < index + 3 && isBetween(tokens[next]?.text.toLowerCase() ?? '', words)) next++
  const counted = words.word(tokens[next]?.text.toLowerCase() ?? '')
  // Half a dozen, medio centenar.
  const factor = counted?.factor ?? counted?.loose?.find((value) => value === 12 || value === 100)
  const share = values[0] ?? 1
  if (factor !== undefined && !Number.isInteger(share) && (counted?.factor || measured.units === UNKNOWN)) {
    const to = tokens[next]?.to ?? token.to
    addQuantity(
      reading,
      { from: token.from, to },
      {
        meanings: [normalizeNumber(share * factor)],
        units: UNKNOWN,
        isStrict: counted?.factor !== undefined,
      },
    )
    return next + 1
  }
  const before = found.quantities.at(-1)
  const dozens =
    words.dozens.has(token.text.toLowerCase()) && before && isJoined(text, before.to, token.from)
      ? before.value
      : null
  const meanings = [...values, ...(dozens === null ? [] : [dozens * 12])].flatMap((value) => [
    normalizeNumber(value),
    ...(value < 1 ? [normalizePercent(value * 100)] : []),
    ...(value === 0.5 ? halvesBefore(reading, token.from) : []),
    ...(value >= 20 && words.late.test(tokens[index - 1]?.text ?? '') ? [normalizeNumber(value + 10)] : []),
    ...(value >= 2 && words.each.test(tokens[index - 1]?.text ?? '') ? normalizeShare(1 / value) : []),
  ])
  const rest = { meanings, ...(ordinal > 0 && { ordinal }) }
  addQuantity(reading, token, { ...rest, ...measured })
  return index + 1
}

/** The amount of a unit that a word means: half an hour, une centaine d’hectares, anderthalb Stunden. The third day is none. */
function measuredBy(reading: Reading, index: number, values: readonly number[]) {
  const { text, tokens, words } = reading
  const [from, word] = [tokens[index]?.from ?? 0, words.word(tokens[index]?.text.toLowerCase() ?? '')]
  const derived = word?.stem === undefined ? null : unitAfter(text, from + word.stem)
  if (derived?.names.some(isMeasured))
    return { amount: values[0] ?? 1, units: new Set(['', ...derived.names]) }
  const isPart = word?.parts !== undefined && isBetween(tokens[index + 1]?.text.toLowerCase() ?? '', words)
  // A decade is ten years, and one of them.
  const own = unitAfter(text, from)
  if (own && from + own.length === tokens[index]?.to && own.names.some(isMeasured))
    return { amount: 1, units: new Set(['', 'percent', ...own.names]) }
  if (word?.ordinal && !isPart) return { units: UNKNOWN }
  const amount = word?.parts ? 1 / word.parts : (values.find((value) => value % 1 !== 0) ?? values[0] ?? 1)
  return partOfUnit(reading, index + 1, amount)
}

const UNKNOWN: ReadonlySet<string> = new Set(['', 'percent'])

/** Reads a Roman number of a century, as in siglo XXI and XXIe siècle. */
function readRoman(reading: Reading, index: number): number {
  const token = reading.tokens[index]
  const numeral = token?.text.replace(/(?:ème|e|º)$/, '') ?? ''
  if (token && /^[IVX]{1,6}$/.test(numeral)) {
    const digits = [...numeral].map((letter) => ({ I: 1, V: 5, X: 10 })[letter] ?? 0)
    const value = digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
    addQuantity(reading, token, { meanings: [normalizeNumber(value)] })
  }
  return index + 1
}

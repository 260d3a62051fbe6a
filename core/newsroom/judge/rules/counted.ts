import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import { countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A number counts the same as in the source: nine schools are not nine families, and 39 of 305 are not 39 of 212. */
export const counted: JudgeRule = function* ({ reading, cited }) {
  for (const [one, other] of linkedCounts(reading)) {
    const has = (sentence: SentenceReading, { meanings: [meaning = ''] }: Quantity) =>
      sentence.quantities.quantities.some(({ meanings }) => meanings.includes(meaning))
    const isApart = !cited.some((sentence) => has(sentence, one) && has(sentence, other))
    if (
      !isApart ||
      !cited.some((sentence) => has(sentence, one)) ||
      !cited.some((sentence) => has(sentence, other))
    )
      continue
    yield finding('number_moved', reading.text.slice(one.from, other.to))
    return
  }
  if (cited.length > MAX_CITED || cited.some(({ language }) => language !== 'en')) return
  const known = cited.flatMap((sentence) => pairsOf(sentence).map((pair) => ({ ...pair, sentence })))
  yield* exchanged(reading, known)
  yield* ofOtherPart(reading, known)
  for (const { quantity, nouns } of pairsOf(reading).filter(({ quantity }) => quantity.units.size === 0)) {
    const same = known.filter((other) => other.quantity.meanings.includes(quantity.meanings[0] ?? ''))
    if (
      same.length === 0 ||
      same.some((other) => other.isShort || nouns.some((noun) => other.sentence.stems.has(noun)))
    )
      continue
    const [noun] = nouns
    if (noun === undefined) continue
    const another = cited.find(
      (sentence) => sentence.stems.has(noun) && !same.some((other) => other.sentence === sentence),
    )
    if (another) {
      yield finding(
        'number_moved',
        reading.text.slice(quantity.from, reading.words.find(({ from }) => from >= quantity.to)?.to),
        another.text,
      )
      return
    }
  }
}

const LINK = /^[^,;:]{0,24}\s(?:of|for|at a cost of|out of|per)\s(?:the |its |their |all )?[^\p{L}\p{N}]*$/u

/** Pairs of numbers that belong together: 39 of 305, £2.2 million for 120. */
function linkedCounts(reading: SentenceReading): [Quantity, Quantity][] {
  const counts = countsOf(reading)
  return counts.flatMap((one, index): [Quantity, Quantity][] => {
    const other = counts[index + 1]
    return other && LINK.test(reading.text.slice(one.to, other.from)) ? [[one, other]] : []
  })
}

/** The number of words after a number among which the counted one may be: 120 temporary staff. */
const NEAR = 3

/** The most numbers of a sentence that are compared. */
const MAX_COUNTS = 12

interface Pair {
  quantity: Quantity
  nouns: string[]
  /** True if it leaves out the counted noun: eight more. */
  isShort: boolean
}

function pairsOf(reading: SentenceReading): Pair[] {
  return countsOf(reading)
    .slice(0, MAX_COUNTS)
    .map((quantity) => {
      const next = reading.words
        .filter(({ from, isContent }) => from >= quantity.to && isContent)
        .slice(0, NEAR)
      const number = next.findIndex(({ text }) => /\p{N}/u.test(text))
      // Sixty of its 210 jobs are jobs.
      const isPart = number >= 0 && LINK.test(reading.text.slice(quantity.to, next[number]?.from))
      const after = number === -1 ? next : isPart ? next.slice(number + 1) : next.slice(0, number)
      const isShort = SHORT.test(reading.text.slice(quantity.to))
      return { quantity, nouns: after.map(({ stem }) => stem), isShort }
    })
}

const SHORT = /^\s*(?:(?:more|others?|further|less|fewer|of (?:them|these|those))(?!\p{L})|[.,;])/u

/** A number with the noun of another one of the same sentence, which is left out: 3 percent of the painters. */
function* exchanged(
  reading: SentenceReading,
  known: readonly (Pair & { sentence: SentenceReading })[],
): Generator<JudgeFinding> {
  const own = pairsOf(reading)
  const isSame = (one: Quantity, other: Quantity) => other.meanings.includes(one.meanings[0] ?? '')
  for (const { quantity, nouns } of own) {
    const same = known.filter((other) => isSame(quantity, other.quantity))
    const [noun] = nouns
    if (
      noun === undefined ||
      same.length === 0 ||
      same.some((other) => other.isShort || other.nouns.includes(noun))
    )
      continue
    const another = known.find(
      (other) =>
        other.nouns[0] === noun &&
        same.some(({ sentence }) => sentence === other.sentence) &&
        [...other.quantity.units].join() === [...quantity.units].join() &&
        !own.some((pair) => isSame(pair.quantity, other.quantity)),
    )
    if (!another) continue
    const end = reading.words.find(({ from, stem }) => from >= quantity.to && stem === noun)?.to
    yield finding('number_moved', reading.text.slice(quantity.from, end), another.quantity.text)
    return
  }
}

const PART = /[,;:]\s|\s(?:and|but|while|whereas)\s/giu

/** The stems of the part of a sentence that contains a number, without those of numbers and their units. */
function partOf(
  { text, words, quantities: { quantities } }: SentenceReading,
  { from: at }: Quantity,
): string[] {
  const ends = [...text.matchAll(PART)].map(({ index }) => index)
  const [from, to] = [ends.findLast((end) => end < at) ?? 0, ends.find((end) => end > at) ?? text.length]
  return words
    .filter((word) => word.isContent && word.from >= from && word.from < to)
    .filter((word) => !quantities.some((number) => number.from < word.to && word.from < number.to))
    .map(({ stem }) => stem)
}

/** A number with the statement of its source sentence about another one, which is left out: 31 percent of those that the first part has. */
function* ofOtherPart(
  reading: SentenceReading,
  known: readonly (Pair & { sentence: SentenceReading })[],
): Generator<JudgeFinding> {
  const own = pairsOf(reading).map(({ quantity }) => quantity)
  const isSame = (one: Quantity, other: Quantity) => other.meanings.includes(one.meanings[0] ?? '')
  for (const quantity of own)
    for (const { quantity: theirs, sentence } of known.filter((other) => isSame(quantity, other.quantity))) {
      const part = partOf(sentence, theirs)
      for (const other of known) {
        if (
          other.sentence !== sentence ||
          own.some((one) => isSame(one, other.quantity)) ||
          hasDigits(reading, other.quantity)
        )
          continue
        const otherPart = partOf(sentence, other.quantity)
        const hasOnly = (these: string[], those: string[]) =>
          these.filter((stem) => !those.includes(stem) && !/\d/.test(stem) && reading.stems.has(stem)).length
        if (hasOnly(otherPart, part) < MIN_OTHER || hasOnly(part, otherPart) > 0) continue
        yield finding('number_moved', quantity.text, other.quantity.text)
        return
      }
    }
}

/** 30 to 45 million has a 30 that means 30 million. */
const hasDigits = ({ words }: SentenceReading, { text }: Quantity) =>
  words.some((word) => /^\d/.test(word.text) && text.includes(word.text))

/** The number of words of the other part that are not a coincidence. */
const MIN_OTHER = 2

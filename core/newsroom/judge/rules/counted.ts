import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import { countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A number counts what it counts in the source: nine schools are not nine families, and 39 of 305 are not 39 of 212. */
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
  if (cited.some(({ language }) => language !== 'en')) return
  const known = cited.flatMap((sentence) => pairsOf(sentence).map((pair) => ({ ...pair, sentence })))
  yield* exchanged(reading, known)
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

/** Numbers of which one is said of the other: 39 of 305, £2.2 million for 120. */
function linkedCounts(reading: SentenceReading): [Quantity, Quantity][] {
  const counts = countsOf(reading)
  return counts.flatMap((one, index): [Quantity, Quantity][] => {
    const other = counts[index + 1]
    return other && LINK.test(reading.text.slice(one.to, other.from)) ? [[one, other]] : []
  })
}

/** How many words after a number may be what it counts: 120 temporary staff. */
const NEAR = 3

interface Pair {
  quantity: Quantity
  nouns: string[]
  /** Whether it leaves out what it counts: eight more. */
  isShort: boolean
}

function pairsOf(reading: SentenceReading): Pair[] {
  return countsOf(reading).map((quantity) => {
    const next = reading.words
      .filter(({ from, isContent }) => from >= quantity.to && isContent)
      .slice(0, NEAR)
    const number = next.findIndex(({ text }) => /\p{N}/u.test(text))
    const after = number === -1 ? next : next.slice(0, number)
    const isShort = SHORT.test(reading.text.slice(quantity.to))
    return { quantity, nouns: after.map(({ stem }) => stem), isShort }
  })
}

const SHORT = /^\s*(?:(?:more|others?|further|less|fewer|of (?:them|these|those))(?!\p{L})|[.,;])/u

/** A number with what another one of the same sentence counts, which is left out: 3 percent of the painters. */
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

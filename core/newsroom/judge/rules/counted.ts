import { countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A number counts what it counts in the source: nine schools are not nine families. */
export const counted: JudgeRule = function* ({ reading, cited }) {
  const known = cited.filter(({ language }) => language === 'en').flatMap((sentence) => pairsOf(sentence))
  if (known.length === 0 || cited.some(({ language }) => language !== 'en')) return
  for (const { quantity, nouns } of pairsOf(reading)) {
    const same = known.filter((other) => other.quantity.meanings.includes(quantity.meanings[0] ?? ''))
    if (same.length === 0 || same.some((other) => other.nouns.some((noun) => nouns.includes(noun)))) continue
    const [noun = ''] = nouns
    const another = known.find((other) => !same.includes(other) && other.nouns[0] === noun)
    if (another) {
      yield finding('number_moved', reading.text.slice(quantity.from, quantity.to), another.quantity.text)
      return
    }
  }
}

/** How many words after a number may be what it counts: 120 temporary staff. */
const NEAR = 3

function pairsOf(reading: SentenceReading): { quantity: Quantity; nouns: string[] }[] {
  return countsOf(reading)
    .filter(({ units }) => units.size === 0)
    .map((quantity) => {
      const after = reading.words
        .filter(({ from, isContent }) => from >= quantity.to && isContent)
        .slice(0, NEAR)
      return { quantity, nouns: after.map(({ stem }) => stem) }
    })
}

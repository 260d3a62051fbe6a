import { foldName } from '#core/languages/fold-letters.ts'
import { countedBy, countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** The number of words without names that two sentences about the same share. */
const MIN_SHARED = 3
const MIN_SHARE = 0.5

/** Another source has another figure for the same. */
export const figuresDiffer: JudgeRule = function* ({ reading, cited, isHeading }, sources) {
  if (isHeading) return
  const own = new Set(cited.map(({ source }) => source.number))
  for (const quantity of countsOf(reading)) {
    const same = (other: Quantity) => other.meanings.some((meaning) => quantity.meanings.includes(meaning))
    for (const { sentence, quantity: other } of sources.figuresFor(countedBy(reading, quantity))) {
      if (
        own.has(sentence.source.number) ||
        countsOf(sentence).some(same) ||
        !isSameMatter(reading, sentence)
      )
        continue
      yield finding('figures_differ', quantity.text, `${sentence.source.outlet}: ${other.text}`)
      return
    }
  }
}

/** Returns true if two sentences are about the same: most of their names, and some of their words. */
function isSameMatter(one: SentenceReading, other: SentenceReading): boolean {
  const names = new Set(one.names.map(({ text }) => foldName(text)))
  const shared = new Set(other.names.map(({ text }) => foldName(text)).filter((name) => names.has(name)))
  const words = [...one.stems].filter((stem) => other.stems.has(stem)).length
  if (one.language !== other.language) return shared.size >= 2
  return (
    shared.size >= 1 && words >= MIN_SHARED && words >= MIN_SHARE * Math.min(one.stems.size, other.stems.size)
  )
}

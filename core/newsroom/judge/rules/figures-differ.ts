import { foldName } from '#core/check/text/name-words.ts'
import { countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** How many words two sentences share that say the same, without names. */
const MIN_SHARED = 3
const MIN_SHARE = 0.5

/** Another source has another figure for the same. */
export const figuresDiffer: JudgeRule = function* ({ reading, cited, isHeading }, sources) {
  if (isHeading) return
  const own = new Set(cited.map(({ source }) => source.number))
  for (const quantity of countsOf(reading)) {
    const noun = nounAfter(reading, quantity)
    for (const other of sources.withFigures) {
      if (own.has(other.source.number)) continue
      const counts = countsOf(other)
      if (counts.some(({ meanings }) => meanings.some((meaning) => quantity.meanings.includes(meaning))))
        continue
      const differing = counts.find(
        (count) => isSameUnit(quantity, count) && (noun === '' || nounAfter(other, count) === noun),
      )
      if (!differing || !isSameMatter(reading, other)) continue
      yield finding('figures_differ', quantity.text, `${other.source.outlet}: ${differing.text}`)
      return
    }
  }
}

const isSameUnit = (one: Quantity, other: Quantity) =>
  one.units.size === other.units.size && [...one.units].every((unit) => other.units.has(unit))

/** What a number without a unit counts. */
function nounAfter({ words }: SentenceReading, { to, units }: Quantity): string {
  if (units.size > 0) return ''
  return words.find(({ from, isContent }) => from >= to && isContent)?.stem ?? '-'
}

/** Whether two sentences speak of the same: most of their names, and some of their words. */
function isSameMatter(one: SentenceReading, other: SentenceReading): boolean {
  const names = new Set(one.names.map(({ text }) => foldName(text)))
  const shared = new Set(other.names.map(({ text }) => foldName(text)).filter((name) => names.has(name)))
  const words = [...one.stems].filter((stem) => other.stems.has(stem)).length
  if (one.language !== other.language) return shared.size >= 2
  return (
    shared.size >= 1 && words >= MIN_SHARED && words >= MIN_SHARE * Math.min(one.stems.size, other.stems.size)
  )
}

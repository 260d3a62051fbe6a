import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/finding.ts'
import { type Figure, figuresOf } from '#core/check/text/figures.ts'

/** Figures in title, subtitle and excerpt that differ from those in the text. */
export const figure: CheckRule = ({ head, body, input: { language } }) => {
  const above = head.flatMap((block) => figuresOf(block, language))
  if (above.length === 0) return []
  const below = body.flatMap((block) => figuresOf(block, language))
  return above.flatMap((one, index) => {
    // A figure that the text does not mention may still differ from the title.
    const texts = [below, above.slice(0, index).filter(({ field }) => field !== one.field)]
    for (const others of texts) {
      if (others.some((other) => agree(one, other))) return []
      const other = closest(one, others, above)
      if (other) {
        return [
          found(
            {
              rule: 'figure',
              severity: 'problem',
              field: one.field,
              place: one.place,
              quote: one.text,
              other: other.text,
              related: { field: other.field, place: other.place },
            },
            other.text,
          ),
        ]
      }
    }
    return []
  })
}

/** Returns true if two figures can be the same: rounded, converted, or with the unit left out. */
function agree(one: Figure, other: Figure): boolean {
  if (one.kind !== other.kind && !isBareCount(one) && !isBareCount(other)) return false
  const isAbout = one.isAbout || other.isAbout
  const rounding = Math.max(one.step, other.step) * (isAbout ? 1 : 0.5)
  const share = one.unit !== other.unit ? 0.06 : isAbout ? 0.1 : 0
  const tolerance = Math.max(rounding, share * Math.max(one.value, other.value))
  return Math.abs(one.value - other.value) <= tolerance * (1 + 1e-9)
}

const isBareCount = ({ kind }: Figure) => kind.startsWith('count')

/** The figure that is most likely meant to be the same, if there is one. */
function closest(one: Figure, others: Figure[], above: Figure[]): Figure | null {
  const same = others.filter(({ kind }) => kind === one.kind)
  const values = new Set(same.map(({ value }) => value)).size
  return (
    same
      .filter(
        (other) =>
          // A figure that another one of the same field agrees with is not meant.
          !above.some((third) => third !== one && third.field === one.field && agree(third, other)) &&
          (isMistyped(one, other) || (isNear(one, other) && (values === 1 || shared(one, other) >= 2))),
      )
      .toSorted((a, b) => shared(one, b) - shared(one, a))[0] ?? null
  )
}

const shared = (one: Figure, other: Figure) =>
  [...one.context].filter((word) => other.context.has(word)).length

const isNear = (one: Figure, other: Figure) =>
  Math.max(one.value, other.value) <= 2 * Math.min(one.value, other.value)

/** Two digits swapped, one of several digits another, or millions instead of billions. */
function isMistyped({ digits: one, value }: Figure, { digits: other, value: otherValue }: Figure): boolean {
  if (one === other) {
    const ratio = Math.round(Math.log10(value / otherValue))
    return ratio !== 0 && ratio % 3 === 0
  }
  if (one.length !== other.length || one.length < 2) return false
  const different = Array.from(one, (_, index) => index).filter((index) => one[index] !== other[index])
  const [first = 0, second = 0] = different
  if (different.length === 1) return one.length >= 3
  return (
    different.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  )
}

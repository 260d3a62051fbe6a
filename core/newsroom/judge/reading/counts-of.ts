import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** Numbers that count or measure something: neither years nor names. */
export const countsOf = ({ quantities, dates }: SentenceReading): Quantity[] =>
  quantities.quantities.filter(
    ({ value, name, isStrict, isDigits, units, from, to }) =>
      name === null &&
      value !== null &&
      (isStrict || isDigits || value > 2) &&
      !(units.size === 0 && value >= 1900 && value < 2100) &&
      !dates.some((date) => from >= date.from && to <= date.to),
  )

/** The word that a number counts: its unit, or else the noun after it. */
export function countedBy({ words }: SentenceReading, { to, units }: Quantity): string {
  if (units.size > 0) return [...units].toSorted().join()
  return `noun ${words.find(({ from, isContent }) => from >= to && isContent)?.stem}`
}

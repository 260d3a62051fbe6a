import type { Language } from '#core/i18n/languages.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'

/** A number of a text that its source does not say, with its unit; null when there is none. Both are in the same language. */
export function findInventedNumber(
  text: string,
  { language, source }: { language: Language; source: string },
): string | null {
  const known = readQuantities(source, language)
  const said = readQuantities(text, language)
  const isKnown = (quantity: Quantity) =>
    known.quantities.some((other) => saysTheSame(quantity, other) && hasUnitOf(quantity, other))
  const number = said.quantities.find((quantity) => isNumber(quantity) && !isKnown(quantity))
  if (number) return number.text
  const orders = new Set(known.orders.map(({ factor }) => factor))
  const order = said.orders.find(
    ({ factor }) =>
      factor >= 1e6 &&
      !orders.has(factor) &&
      // Millions of what is 40 million.
      !known.quantities.some(({ value }) => value !== null && value >= factor && value < factor * 1000),
  )
  return order?.text ?? null
}

/** "One" and "two" are as often no numbers. */
const isNumber = ({ isStrict, value }: Quantity) => isStrict || (value !== null && value > 3)

const saysTheSame = (one: Quantity, other: Quantity) => one.says.some((says) => other.says.includes(says))

/** What the text counts, the source has to count as well; a number without a unit may be any. */
const hasUnitOf = (one: Quantity, other: Quantity) =>
  one.units.size === 0 || one.units.has('') || [...one.units].some((unit) => other.units.has(unit))

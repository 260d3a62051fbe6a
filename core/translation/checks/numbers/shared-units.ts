import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'
import type { Reading } from '#core/translation/checks/numbers/reading.ts'
import { numberSays } from '#core/translation/checks/numbers/says.ts'

const MAX_BETWEEN = 12
const MAGNITUDES = [1e3, 1e6, 1e9, 1e12]

/** In "10 to 15 per cent" and "$5–8bn" both numbers have the unit, and the first may have the magnitude too. */
export function shareUnits({ text, words, found }: Reading): void {
  const { quantities } = found
  const isRange = (one: Quantity, other: Quantity) => {
    if (other.from < one.to || other.from - one.to > MAX_BETWEEN) return false
    const between = text.slice(one.to, other.from).toLowerCase().trim()
    return (
      /^[-–—/,;]?$/.test(between) ||
      between.split(/[\s,]+/).every((word) => word === '' || words.between.has(word))
    )
  }
  for (let index = quantities.length - 1; index > 0; index--) {
    const [one, other] = [quantities[index - 1], quantities[index]]
    if (!one || !other || one.units.size > 0 || !isRange(one, other)) continue
    if (other.units.size > 0) one.units = new Set(['', ...other.units])
    shareMagnitude(one, other)
  }
  for (const [index, other] of quantities.entries()) {
    const one = quantities[index - 1]
    if (!one || other.units.size > 0 || !isRange(one, other)) continue
    if (one.units.size > 0) other.units = new Set(['', ...one.units])
    shareCentury(one, other)
  }
}

function shareMagnitude(one: Quantity, other: Quantity): void {
  const { value } = one
  if (value === null || other.value === null || value >= 1e4) return
  for (const factor of MAGNITUDES) if (factor <= other.value) one.says.push(numberSays(value * factor))
}

/** 2024–25 is two years. */
function shareCentury(one: Quantity, other: Quantity): void {
  if (one.value === null || one.value < 1900 || one.value >= 2100) return
  if (other.value !== null && other.value < 100)
    other.says.push(numberSays(Math.floor(one.value / 100) * 100 + other.value))
}

import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** Units that many readers do not know, with what they are converted to. */
const CONVERSIONS: readonly (readonly [from: string, to: string, convert: (value: number) => number])[] = [
  ['mile', 'kilometre', (value) => value * 1.609344],
  ['foot', 'metre', (value) => value * 0.3048],
  ['foot', 'centimetre', (value) => value * 30.48],
  ['inch', 'centimetre', (value) => value * 2.54],
  ['inch', 'millimetre', (value) => value * 25.4],
  ['pound', 'kilogram', (value) => value * 0.45359237],
  ['square foot', 'square metre', (value) => value * 0.09290304],
  ['degree fahrenheit', 'degree celsius', (value) => ((value - 32) * 5) / 9],
]

/** Converted amounts are rounded. */
const ROUNDING = 0.04

/** Whether one quantity is the other in another unit: 31 miles are 50 kilometres. */
export const isConverted = (one: Quantity, other: Quantity): boolean =>
  CONVERSIONS.some(([from, to, convert]) => {
    if (one.value === null || other.value === null || !one.units.has(from) || !other.units.has(to))
      return false
    return Math.abs(convert(one.value) - other.value) <= ROUNDING * Math.abs(other.value)
  })

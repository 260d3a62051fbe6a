import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** Units that many readers do not know, with what they are converted to. */
const CONVERSIONS: readonly (readonly [from: string, to: string, convert: (value: number) => number])[] = [
  ['mile', 'kilometre', (value) => value * 1.609344],
  ['foot', 'metre', (value) => value * 0.3048],
  ['foot', 'centimetre', (value) => value * 30.48],
  ['inch', 'centimetre', (value) => value * 2.54],
  ['inch', 'millimetre', (value) => value * 25.4],
  ['pound', 'kilogram', (value) => value * 0.45359237],
  ['pound', 'tonne', (value) => value * 0.00045359237],
  ['gallon', 'litre', (value) => value * 3.785411784],
  ['acre', 'hectare', (value) => value * 0.40468564],
  ['ounce', 'gram', (value) => value * 28.349523],
  ['yard', 'metre', (value) => value * 0.9144],
  ['square mile', 'kilometre', (value) => value * 2.58998811],
  ['square foot', 'square metre', (value) => value * 0.09290304],
  ['degree fahrenheit', 'degree celsius', (value) => ((value - 32) * 5) / 9],
]

/** Converted amounts are rounded. */
const ROUNDING = 0.1

/** Those that are no units elsewhere, after their number. */
const OTHERS = /^[ -](gallon|acre|ounce|yard|square mile)s?\b/i

/** True when one quantity of an English text is the other in another unit: 31 miles are 50 kilometres. */
export function isConverted(one: Quantity, other: Quantity, source: string): boolean {
  const amount = one.value
  const said = other.value ?? Number(other.meanings[0])
  if (amount === null || !Number.isFinite(said)) return false
  const unit = OTHERS.exec(source.slice(one.to))?.[1]?.toLowerCase()
  return CONVERSIONS.some(
    ([from, to, convert]) =>
      (unit === from || one.units.has(from)) &&
      (other.units.has(to) || (from === 'square mile' && /²|quadrat|cuadrad|carré/iu.test(other.text))) &&
      Math.abs(convert(amount) - said) <= ROUNDING * Math.abs(said),
  )
}

import { addQuantity, type Quantities, type Quantity } from '#core/translation/checks/numbers/quantity.ts'
import { unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'

/** An amount that a text measures: one of its quantities, or two that belong together, such as five feet eight inches. */
export interface Measure {
  parts: readonly Quantity[]
  amount: number
  unit: string
  isJoined?: true
}

interface Scale {
  dimension: string
  /** Its size in the smallest unit of its dimension. */
  factor: number
  /** Units that many readers do not know are converted, and the result is rounded. */
  isImperial?: true
}

const MONTH = 30.4375 * 86_400

const SCALES = new Map<string, Scale>([
  ...scalesOf('time', { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }),
  ...scalesOf('time', { month: MONTH, year: 12 * MONTH }),
  ...scalesOf('mass', { gram: 1, tonne: 1e6 }),
  ...scalesOf('length', { metre: 1 }),
  ...scalesOf('area', { 'square metre': 1, hectare: 1e4, 'square kilometre': 1e6 }),
  ...scalesOf('volume', { litre: 1 }),
  ...scalesOf('points', { 'percentage point': 1, 'basis point': 0.01 }),
  ...scalesOf('share', { 'one in many': 1, 'part of a whole': 1 }),
  ...['watt', 'watt hour', 'volt', 'byte', 'bit', 'hertz'].flatMap((unit) => scalesOf(unit, { [unit]: 1 })),
  ...scalesOf('mass', { ounce: 28.349523, pound: 453.59237, stone: 6350.2932 }, true),
  ...scalesOf('length', { inch: 0.0254, foot: 0.3048, yard: 0.9144, mile: 1609.344 }, true),
  ...scalesOf('area', { 'square foot': 0.09290304, acre: 4046.8564, 'square mile': 2_589_988.1 }, true),
  ...scalesOf('volume', { gallon: 3.785411784, 'fluid ounce': 0.02957353 }, true),
])

const PREFIXES: readonly (readonly [prefix: string, factor: number])[] = [
  ['kilo', 1e3],
  ['mega', 1e6],
  ['giga', 1e9],
  ['tera', 1e12],
  ['peta', 1e15],
  ['exa', 1e18],
  ['centi', 1e-2],
  ['milli', 1e-3],
  ['micro', 1e-6],
  ['nano', 1e-9],
]

function scalesOf(dimension: string, factors: Record<string, number>, isImperial?: true): [string, Scale][] {
  return Object.entries(factors).map(([unit, factor]) => [
    unit,
    { dimension, factor, ...(isImperial && { isImperial }) },
  ])
}

/** The scale of a unit, which may have a prefix, or be a span of time such as `10 year`. */
function scaleOf(unit: string): Scale | undefined {
  const known = SCALES.get(unit)
  if (known) return known
  const [, count, period = ''] = /^(\d+) (.+)$/.exec(unit) ?? []
  const [prefix, times] = PREFIXES.find(([name]) => unit.startsWith(name)) ?? ['', Number(count)]
  const base = SCALES.get(count === undefined ? unit.slice(prefix.length) : period)
  return base && times > 0 ? { ...base, factor: base.factor * times } : undefined
}

/** Returns true if amounts of a unit can be given in other units. */
export const isMeasured = (unit: string) => scaleOf(unit) !== undefined

/** Returns true if two units measure the same: metres and miles. */
export function isSameDimension(one: string, other: string): boolean {
  const [a, b] = [scaleOf(one), scaleOf(other)]
  return a !== undefined && a.dimension === b?.dimension
}

/** The most measures of a segment that are compared. */
const MAX_MEASURES = 200

/** The amounts that a text measures. An article instead of a number has no quantity: a mile away. */
export function measuresIn(
  text: string,
  quantities: readonly Quantity[],
  article: ReadonlySet<string>,
): Measure[] {
  const counted = [...quantities, ...countedByArticle(text, article)].toSorted((a, b) => a.from - b.from)
  let last: readonly string[] = []
  const measures = counted.flatMap((one, index): Measure[] => {
    const [before, other] = [counted[index - 1], counted[index + 1]]
    const joined = other ? joinedMeasures(text, one, other) : []
    const isInFeet = [...joined, ...(before ? joinedMeasures(text, before, one) : [])].some(
      ({ unit }) => unit === 'inch',
    )
    // Twelve metres by four.
    const own = ownMeasures(one.units.size === 0 ? { ...one, units: new Set(last) } : one)
    if (one.units.size > 0) last = [...one.units].filter(isLength)
    return [
      ...(isInFeet ? [] : own.map((measure) => ({ ...measure, parts: [one] }))),
      ...joined,
      ...sharesOf(one, before),
    ]
  })
  const isWritten = new Set(quantities)
  return measures
    .slice(0, MAX_MEASURES)
    .map((measure) => ({ ...measure, parts: measure.parts.filter((part) => isWritten.has(part)) }))
}

function countedByArticle(text: string, article: ReadonlySet<string>): Quantity[] {
  if (article.size === 0) return []
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index: from }) => {
    const unit = article.has(word.toLowerCase()) ? unitAfter(text, from + word.length) : null
    if (!unit?.names.some(isMeasured)) return []
    const to = from + word.length + unit.length
    const found: Quantities = { quantities: [], orders: [], months: [], weekdays: [] }
    addQuantity({ text, found }, { from, to }, { value: 1, meanings: ['1'], units: new Set(unit.names) })
    return found.quantities
  })
}

const WORD = /(?<!\p{L})\p{L}{1,3}(?= )/gu
const isLength = (unit: string) => scaleOf(unit)?.dimension === 'length'

const MAX_JOINT = 5
const JOINT = /^(?:[ \u00a0-]?|, | (?:and|und|e|ed|et|y) )$/u

function ownMeasures(quantity: Quantity): Measure[] {
  const amount = quantity.amount ?? quantity.value
  if (amount === null) return []
  // Minus ten are degrees.
  const below = quantity.meanings.map(Number).filter((meaning) => meaning < 0)
  const units = quantity.units.size === 0 && below.length > 0 ? ['degree'] : [...quantity.units]
  return units
    .flatMap((unit) => (unit === 'ounce' ? [unit, 'fluid ounce'] : [unit]))
    .filter((unit) => unit !== '')
    .flatMap((unit) =>
      [amount, ...(TEMPERATURE.test(unit) ? below : [])].map((said) => ({
        parts: [quantity],
        amount: said,
        unit,
      })),
    )
}

/** Two in three is two of a whole, and so are two thirds and 67 per cent. */
function sharesOf(one: Quantity, before: Quantity | undefined): Measure[] {
  if (before && one.share !== undefined && !one.parts)
    return [{ parts: [before, one], amount: one.share, unit: 'one in many' }]
  return one.meanings
    .filter((meaning) => meaning.startsWith('percent '))
    .map((meaning) => ({ parts: [one], amount: Number(meaning.slice(8)) / 100, unit: 'part of a whole' }))
}

/** Two amounts of which the second is of a smaller unit. Of six feet two the unit is only said once. */
function joinedMeasures(text: string, one: Quantity, other: Quantity): Measure[] {
  const isNear = other.from - one.to <= MAX_JOINT && JOINT.test(text.slice(one.to, other.from))
  if (!isNear || one.value === null || other.value === null) return []
  const [large] = one.units
  const isFeetAlone = large === 'foot' && other.value < 12 && (other.units.size === 0 || other.units.has(''))
  const small = isFeetAlone ? 'inch' : [...other.units][0]
  const [a, b] = [scaleOf(large ?? ''), scaleOf(small ?? '')]
  if (!a || !b || !small || a.dimension !== b.dimension || a.factor <= b.factor) return []
  return [
    {
      parts: [one, other],
      amount: (one.value * a.factor) / b.factor + other.value,
      unit: small,
      isJoined: true,
    },
  ]
}

/** Returns true if two amounts are the same in different units: an hour and a half and 90 minutes, 31 miles and 50 kilometres. */
export function isSameAmount(one: Measure, other: Measure): boolean {
  if (TEMPERATURE.test(one.unit)) return isSameTemperature(one, other)
  const [a, b] = [scaleOf(one.unit), scaleOf(other.unit)]
  if (!a || !b || a.dimension !== b.dimension) return false
  const converted = (one.amount * a.factor) / b.factor
  const difference = Math.abs(converted - other.amount)
  if (a.isImperial !== b.isImperial) return difference <= roundingOf(one, other.amount)
  const isRounded = a.dimension === 'share' && one.unit !== other.unit
  if (difference <= (isRounded ? MAX_SHARE_ROUNDED : 1e-6 * converted)) return true
  if (a.dimension !== 'time') return false
  // A month is four weeks and more; two weeks are called fifteen days, one week eight, and six a month and a half.
  const days = [one.amount * a.factor, other.amount * b.factor].map((size) => size / 86_400)
  if (COUNTED_DAYS.some((counted) => counted.every((count) => days.includes(count)))) return true
  const isLong = (scale: Scale) => scale.factor >= MONTH
  return isLong(a) !== isLong(b) && difference <= CALENDAR * converted
}

/** Two thirds are 66 or 67 per cent. */
const MAX_SHARE_ROUNDED = 0.007
const CALENDAR = 0.02
const COUNTED_DAYS = [
  [14, 15],
  [7, 8],
  [42, (1.5 * MONTH) / 86_400],
]

const TEMPERATURE = /^degree/

/**
 * Converted amounts are rounded to the last digit that is written, and by no more than a tenth, or half of a small whole number. Half a
 * pound and one mile are rounded more.
 */
function roundingOf({ amount, isJoined }: Measure, said: number): number {
  const written = lastDigitOf(said)
  const most = Number.isInteger(said) && said <= 10 ? Math.max(0.5, 0.1 * said) : 0.1 * said
  const isRound = !isJoined && amount <= 1
  return (isRound ? most : Math.min(most, Math.max(written, 0.03 * said))) + 1e-9
}

/** The value of one in the last non-zero digit of a number. */
function lastDigitOf(number: number): number {
  const [mantissa = '', exponent = '0'] = Number(number.toPrecision(12)).toExponential().split('e')
  return 10 ** (Number(exponent) - mantissa.replace(/\D/g, '').length + 1)
}

/** English degrees may be those of Fahrenheit, even if that is not said. */
function isSameTemperature(one: Measure, other: Measure): boolean {
  if (!TEMPERATURE.test(other.unit) || one.unit === 'degree celsius' || other.unit === 'degree fahrenheit')
    return false
  const celsius = ((one.amount - 32) * 5) / 9
  return Math.abs(celsius - other.amount) <= MAX_DEGREES
}

const MAX_DEGREES = 1.2

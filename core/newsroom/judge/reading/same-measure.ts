import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** The size of a unit in the smallest unit of its kind, if that is exact; no kind converts into another. */
const MEASURES: readonly ReadonlyMap<string, number>[] = [
  { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 },
  { month: 1, year: 12 },
  { milligram: 1, gram: 1e3, kilogram: 1e6, tonne: 1e9 },
  { nanometre: 1, millimetre: 1e6, centimetre: 1e7, metre: 1e9, kilometre: 1e12 },
  { 'square metre': 1, hectare: 1e4 },
  { millilitre: 1, litre: 1e3 },
  { milliwatt: 1, watt: 1e3, kilowatt: 1e6, megawatt: 1e9, gigawatt: 1e12 },
  { 'kilowatt hour': 1, 'megawatt hour': 1e3, 'gigawatt hour': 1e6, 'terawatt hour': 1e9 },
  { kilobyte: 1, megabyte: 1e3, gigabyte: 1e6, terabyte: 1e9 },
  { 'basis point': 1, 'percentage point': 100 },
  { penny: 1, GBP: 100 },
  { cent: 1, EUR: 100 },
  { cent: 1, USD: 100 },
].map((units) => new Map(Object.entries(units)))

/** Returns true if two quantities are the same in different units: 90 minutes and an hour and a half. */
export const isSameMeasure = (one: Quantity, other: Quantity) =>
  MEASURES.some((units) =>
    [...one.units].some((unit) =>
      [...other.units].some((theirs) => {
        const [a, b] = [units.get(unit), units.get(theirs)]
        return (
          a !== undefined &&
          b !== undefined &&
          a !== b &&
          one.value !== null &&
          other.value !== null &&
          Math.abs(one.value * a - other.value * b) < 1e-6 * Math.abs(one.value * a)
        )
      }),
    ),
  )

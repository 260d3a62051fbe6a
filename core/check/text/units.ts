import { anyOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import type { UnitName } from '#core/languages/language-facts.ts'

/** A unit of figures; two figures can only differ when they have the same. */
export interface Unit {
  /** Units of one kind are converted into each other. Null for those that good texts give in other units, which are not compared. */
  kind: string | null
  factor: number
  name: string
  /** Its signs and its words, as the source of a regular expression. */
  pattern: string
  /** The pattern with words that are as often something else. */
  loosePattern: string
}

/** Signs before a figure. */
export const CURRENCY_SIGNS: [pattern: string, kind: string][] = [
  ['US\\$|U\\.S\\.\\$|USD', 'USD'],
  ['C\\$|CA\\$|CAD', 'CAD'],
  ['A\\$|AU\\$|AUD', 'AUD'],
  ['R\\$|BRL', 'BRL'],
  ['CHF|Fr\\.', 'CHF'],
  ['\\$', 'USD'],
  ['€|EUR', 'EUR'],
  ['£|GBP', 'GBP'],
  ['¥|JPY', 'JPY'],
  ['CNY|RMB', 'CNY'],
  ['₹|INR', 'INR'],
]

/** Words of every language: a unit's word in one of them rarely means something else in another. */
function unit(
  kind: string | null,
  name: UnitName,
  { signs = '', looseSigns = '', factor = 1 }: { signs?: string; looseSigns?: string; factor?: number } = {},
): Unit {
  const words = anyOf(({ units }) => units[name])
  const loose = anyOf(({ looseUnits }) => looseUnits?.[name])
  return {
    kind,
    name,
    factor,
    pattern: either(words, signs),
    loosePattern: either(words, signs, loose, looseSigns),
  }
}

/** A thousand and more of a unit, by the signs of the prefixes: kilowatt hours. */
function multiples(kind: string, name: UnitName, sign: string, prefixes: string): Unit[] {
  return [...prefixes].map((letter) => {
    const [prefix = '', forms = '', factor = 1] = PREFIXES[letter] ?? []
    const words = ofEveryLanguage(({ units }) => units[name]).map((pattern) => `(?:${forms})(?:${pattern})`)
    const pattern = either(...new Set(words), letter + sign)
    return { kind, name: prefix + name, factor, pattern, loosePattern: pattern }
  })
}

const PREFIXES: Readonly<Record<string, [prefix: string, forms: string, factor: number]>> = {
  k: ['kilo', 'kilo|quilo|chilo', 1e3],
  M: ['mega', 'mega|méga', 1e6],
  G: ['giga', 'giga', 1e9],
  T: ['tera', 'tera|téra', 1e12],
}

const either = (...patterns: string[]) => patterns.filter(Boolean).join('|')

/** Words and signs after a figure. */
export const UNITS: readonly Unit[] = [
  unit('USD', 'USD', { signs: 'US ?\\$|\\$ ?US|USD|\\$' }),
  unit('EUR', 'EUR', { signs: 'EUR|€' }),
  unit('GBP', 'GBP', { signs: 'GBP|£' }),
  unit('CHF', 'CHF', { signs: 'CHF' }),
  unit('JPY', 'JPY', { signs: 'JPY|¥' }),
  unit('CNY', 'CNY', { signs: 'RMB|CNY' }),
  unit('INR', 'INR', { signs: 'INR' }),
  unit('BRL', 'BRL', { signs: 'BRL' }),
  unit('points', 'percentage point'),
  unit('percent', 'percent', { signs: '%', looseSigns: 'p\\.\\s?c\\.|pc|pct' }),
  unit('length', 'kilometre', { signs: 'km', factor: 1000 }),
  unit('length', 'mile', { factor: 1609.344 }),
  unit('mass', 'tonne', { looseSigns: 't', factor: 1000 }),
  unit('mass', 'kilogram', { signs: 'kg' }),
  { kind: 'mass', name: 'pound', factor: 0.4536, pattern: 'lbs?', loosePattern: 'lbs?' },
  unit('area', 'hectare', { factor: 10_000 }),
  unit('area', 'square metre', { signs: 'm²' }),
  unit('area', 'square foot', { factor: 0.0929 }),
  ...multiples('energy', 'watt hour', 'Wh', 'TGMk'),
  ...multiples('power', 'watt', 'W', 'GMk'),
  ...multiples('bytes', 'byte', 'B', 'TGMk'),
  unit('tokens', 'token'),
  unit('parameters', 'parameter'),
  unit('celsius', 'degree celsius', { signs: '°\\s?C' }),
  unit('fahrenheit', 'degree fahrenheit', { signs: '°\\s?F' }),
  unit(null, 'second', { signs: 's|sec' }),
  unit(null, 'minute', { signs: 'min' }),
  unit(null, 'hour', { signs: 'h' }),
  unit(null, 'day'),
  unit(null, 'week'),
  unit(null, 'month'),
  unit(null, 'year'),
  unit(null, 'metre'),
  unit(null, 'centimetre', { signs: 'cm' }),
  unit(null, 'millimetre', { signs: 'mm' }),
  unit(null, 'foot', { signs: 'ft' }),
  unit(null, 'inch'),
  unit(null, 'gram', { signs: 'g' }),
  unit(null, 'milligram', { signs: 'mg' }),
  unit(null, 'litre'),
  unit(null, 'millilitre', { signs: 'ml' }),
  unit(null, 'nanometre', { signs: 'nm' }),
  unit(null, 'watt'),
  unit(null, 'milliwatt'),
  unit(null, 'volt'),
  unit(null, 'basis point', { signs: 'bps?' }),
  unit(null, 'penny', { signs: 'p(?!\\.?\\s?m)' }),
  unit(null, 'cent'),
]

/** Between a number and its unit: un millón de dólares, d'euros, di euro. */
export const OF = `(?:${anyOf(({ numbers }) =>
  numbers.of
    .split(' ')
    .filter(Boolean)
    .map((word) => (word.length === 1 ? `${word}['’]` : `${word} `))
    .join('|'),
)})?`

/** Factors after a sign of a currency or a bare number, without a space: $6.5bn, 40M, 10k. */
export const SHORT_FACTORS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['m', 1e6],
  ['M', 1e6],
  ['mn', 1e6],
  ['b', 1e9],
  ['B', 1e9],
  ['bn', 1e9],
  ['Md', 1e9],
  ['Mrd', 1e9],
  ['tn', 1e12],
  ['T', 1e12],
])

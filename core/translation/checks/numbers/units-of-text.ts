import { CURRENCY_SIGNS, OF, UNITS } from '#core/check/text/units.ts'

/** What code and models count differs too much between good texts. */
const ALL = UNITS.filter(({ kind }) => kind !== 'tokens' && kind !== 'parameters')
const MONEY = UNITS.filter(({ kind }) => kind !== null && /^[A-Z]{3}$/.test(kind))
const CURRENCIES = new Set(CURRENCY_SIGNS.map(([, kind]) => kind))

const AFTER = new RegExp(
  String.raw`[\s\u00a0\u202f]?[-‑'’]?${OF}(?:${ALL.map(({ loosePattern }) => `(${loosePattern})`).join('|')})(?![\p{L}\p{N}])`,
  'iuy',
)
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CURRENCY_SIGNS.map(([pattern]) => `(${pattern})`).join('|')})[\s\u00a0\u202f]?[-−]?$`,
  'u',
)
/** In any place: says only that the text names the currency. */
const NAMED = new RegExp(
  `(?<![\\p{L}])(?:${MONEY.map(({ loosePattern }) => `(${loosePattern})`).join('|')})`,
  'giu',
)

/** In French; "to" and "go" are words elsewhere. */
const OCTETS = /[\s\u00a0\u202f]?([KMGT])o(?![\p{L}\p{N}])/uy
const OCTET_NAMES = new Map([
  ['K', 'kilobyte'],
  ['M', 'megabyte'],
  ['G', 'gigabyte'],
  ['T', 'terabyte'],
])

export interface UnitAt {
  name: string
  length: number
}

/** The unit that begins where a number ends. */
export function unitAfter(text: string, at: number): UnitAt | null {
  AFTER.lastIndex = at
  const matched = AFTER.exec(text)
  const name = matched && ALL[matched.slice(1).findIndex((group) => group !== undefined)]?.name
  if (name) return { name, length: matched[0].length }
  OCTETS.lastIndex = at
  const octets = OCTETS.exec(text)
  const bytes = OCTET_NAMES.get(octets?.[1] ?? '')
  return octets && bytes ? { name: bytes, length: octets[0].length } : null
}

/** The sign of a currency that ends where a number begins. */
export function currencyBefore(text: string, at: number): UnitAt | null {
  const start = Math.max(0, at - 6)
  const matched = BEFORE.exec(text.slice(start, at))
  const name = matched && CURRENCY_SIGNS[matched.slice(1).findIndex((group) => group !== undefined)]?.[1]
  return name ? { name, length: matched[0].length } : null
}

export const isCurrency = (unit: string) => CURRENCIES.has(unit)

/** The currencies that a text names, with or without numbers. */
export function currenciesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const matched of text.matchAll(NAMED))
    names.add(MONEY[matched.slice(1).findIndex((group) => group !== undefined)]?.name ?? '')
  // Dollars of other countries have their name before the word.
  if (names.has('USD')) for (const other of ['CAD', 'AUD']) names.add(other)
  for (const [pattern, name] of CURRENCY_SIGNS)
    if (new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'u').test(text)) names.add(name)
  return names
}

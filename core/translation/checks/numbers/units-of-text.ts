import { OF, UNITS } from '#core/check/text/units.ts'
import { anyOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import type { LanguageFacts, MoneyName, UnitName } from '#core/languages/language-facts.ts'
import { listedNumbers } from '#core/languages/lists.ts'
import { beginningsOf } from '#core/languages/names/places.ts'

/** Currencies that newspapers mention, grouped by their nouns. The first of each is meant when no country is named. */
const CURRENCIES: readonly (readonly MoneyName[])[] = [
  ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD'],
  ['GBP', 'EGP'],
  ['INR', 'PKR'],
  ...(['EUR', 'CHF', 'JPY', 'CNY', 'BRL', 'IDR', 'KRW', 'RUB', 'TRY', 'PLN'] as const).map((code) => [code]),
  ...(['ZAR', 'ILS', 'AED', 'SAR', 'THB', 'VND', 'UAH', 'NGN', 'MYR', 'HUF'] as const).map((code) => [code]),
]
/** Currencies with the same noun of which any may be meant. */
const SHARED: readonly (readonly MoneyName[])[] = [
  ['MXN', 'ARS', 'CLP', 'COP', 'PHP'],
  ['SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
]

/** The countries whose money has the name of that of others, or is named with them: dólares canadienses. */
const COUNTRY_OF: Partial<Record<MoneyName, string>> = {
  ...{ USD: 'america', CAD: 'canada', AUD: 'australia', NZD: 'zealand', HKD: 'hong', SGD: 'singapore' },
  ...{ TWD: 'taiwan', MXN: 'mexico', ARS: 'argentina', CLP: 'chile', COP: 'colombia', PHP: 'philippines' },
  ...{ EGP: 'egypt', INR: 'india', PKR: 'pakistan', SEK: 'sweden', NOK: 'norway', DKK: 'denmark' },
  ...{ ISK: 'iceland', CZK: 'czech', CHF: 'switzerland' },
}

/** Signs before or after a number. The codes of all currencies are signs as well. */
const MONEY_SIGNS: readonly (readonly [pattern: string, code: MoneyName])[] = [
  ['US ?\\$|U\\.S\\. ?\\$|\\$ ?US', 'USD'],
  ['CA?\\$|Can\\$|\\$ ?CA', 'CAD'],
  ['AU?\\$|\\$ ?AU', 'AUD'],
  ['NZ\\$|\\$ ?NZ', 'NZD'],
  ['HK\\$|\\$ ?HK', 'HKD'],
  ['SG?\\$', 'SGD'],
  ['NT\\$', 'TWD'],
  ['MX?\\$', 'MXN'],
  ['R\\$', 'BRL'],
  ['Fr\\.', 'CHF'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['CN¥|RMB', 'CNY'],
  ['JP¥|¥', 'JPY'],
  ['₹|Rs\\.?', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₴', 'UAH'],
  ['₦', 'NGN'],
  ['zł', 'PLN'],
  ['\\$', 'USD'],
]

/** The prefixes of units: their names, signs and what languages write for them. */
const PREFIXES: readonly (readonly [name: string, sign: string, words: string])[] = [
  ['kilo', 'kK', 'kilo|kiló|quilo|quiló|quilô|chilo'],
  ['mega', 'M', 'mega|méga'],
  ['giga', 'G', 'giga'],
  ['tera', 'T', 'tera|téra'],
  ['peta', 'P', 'peta|péta'],
  ['exa', 'E', 'exa'],
  ['centi', 'c', 'centi|centí|zenti'],
  ['milli', 'm', 'milli|mili|milí'],
  ['micro', 'µμ', 'micro|micró|micrô|mikro'],
  ['nano', 'n', 'nano|nanó|nanô'],
]

/** The number of prefixes, from the first, that make units larger. */
const LARGER = 6

/** Units with prefixes, by their signs, in this case only: mW is another unit than MW. Some have only larger ones. */
const MEASURES: readonly { name: UnitName; sign: string; isLarge?: true }[] = [
  { name: 'watt hour', sign: 'W[hH]' },
  { name: 'watt', sign: 'W' },
  { name: 'byte', sign: 'B|o', isLarge: true },
  { name: 'bit', sign: 'b(?:ps|it)?(?:/s)?', isLarge: true },
  { name: 'hertz', sign: 'Hz' },
  { name: 'metre', sign: 'm' },
  { name: 'gram', sign: 'g' },
  { name: 'litre', sign: '[lL]' },
  { name: 'second', sign: 's' },
  { name: 'volt', sign: 'V' },
]

const CODES: ReadonlySet<string> = new Set([...CURRENCIES, ...SHARED].flat())
const HAS_PREFIX = new RegExp(`(?:${MEASURES.map(({ name }) => name).join('|')})$`)

/** Spans of time with names of their own, by their lengths: 10 year. */
const PERIODS = ofEveryLanguage(({ periods }) => periods)
  .flat()
  .map(([pattern, count, unit]) => [`${count} ${unit}`, pattern] as const)

/** Counts of code and models differ too much between good texts. */
const NAMED_UNITS = [
  ...UNITS.filter(
    ({ kind, name }) =>
      kind !== 'tokens' &&
      kind !== 'parameters' &&
      !CODES.has(name) &&
      (kind === 'area' || !HAS_PREFIX.test(name)),
  ).map(({ name, loosePattern }) => [name, loosePattern] as const),
  ['percentage point', 'pp'] as const,
  ['pound', `lbs?|${anyOf(({ units }) => units.pound)}`] as const,
  ['inch', '(?<=\\d)in'] as const,
  ['square kilometre', `km(?:²|2)|${anyOf(({ units }) => units['square kilometre'])}`] as const,
  ...(
    ['yard', 'square mile', 'acre', 'ounce', 'stone', 'gallon', 'degree', 'kilogram', 'kilometre'] as const
  ).map((name) => [name, anyOf(({ units }) => units[name])] as const),
  ...PERIODS,
]

const GAP = String.raw`[\s\u00a0\u202f]?[-‑'’]?${OF}`
const UNITED_STATES = String.raw`u\.?s\.?(?!\p{L})|usa(?!\p{L})|eua(?!\p{L})|ee\.? ?uu`
const END = String.raw`(?![\p{L}\p{N}]|['’]\p{L})`
const alternatives = (patterns: readonly string[]) => patterns.map((pattern) => `(${pattern})`).join('|')

const AFTER = new RegExp(`${GAP}(?:${alternatives(NAMED_UNITS.map(([, pattern]) => pattern))})${END}`, 'iuy')
const PREFIX_WORDS = alternatives(PREFIXES.map(([, , words]) => words))
const PREFIX_SIGNS = alternatives(PREFIXES.map(([, sign]) => `[${sign}]`))
const MEASURE_WORDS = new RegExp(
  `${GAP}(?:${PREFIX_WORDS})?(?:${alternatives(MEASURES.map(({ name }) => wordsOf(name)))})${END}`,
  'iuy',
)
const MEASURE_SIGNS = new RegExp(
  `${GAP}(?:${PREFIX_SIGNS})?(?:${alternatives(MEASURES.map(({ sign }) => sign))})${END}`,
  'uy',
)

function wordsOf(name: keyof LanguageFacts['units']): string {
  return [anyOf(({ units }) => units[name]), anyOf(({ looseUnits }) => looseUnits?.[name])]
    .filter(Boolean)
    .join('|')
}

/** The nouns of money with the currencies that have them, the usual one first. */
const NOUNS = [
  ...CURRENCIES.map((codes) => ({ codes, usual: codes.slice(0, 1) })),
  ...SHARED.map((codes) => ({ codes, usual: codes })),
].map(({ codes, usual }) => ({
  noun: wordsOf(codes[0] ?? 'USD'),
  usual,
  countries: codes.map((code) => countryOf(code)).filter((country) => country !== null),
}))

/** A country before its money, and after it: kanadische Dollar, dólares de Hong Kong, neue Taiwan-Dollar. */
function countryOf(code: MoneyName) {
  const country = COUNTRY_OF[code]
  if (!country) return null
  const stems = [...beginningsOf(country), ...(code === 'USD' ? [UNITED_STATES] : [])].join('|')
  return {
    code,
    before: new RegExp(`(?<!\\p{L})(?:${stems})`, 'iu'),
    after: new RegExp(
      `^[ -]${OF}(?:d[aeo] |del(?:la)? |von )?(?:n[eo]\\p{L}{0,6}[ -])?(?:${stems})\\p{L}*(?:[ -](?:kong|unidos|unis|uniti))?`,
      'iu',
    ),
  }
}

/** Letters without their accents, as many as before. */
const plain = (text: string) => text.replace(/[À-ɏ]/gu, (letter) => letter.normalize('NFD').charAt(0))

const NOUN = alternatives(NOUNS.map(({ noun }) => noun))
/** Money with up to two words before it, which may name a country. */
const MONEY = new RegExp(`${GAP}((?:[\\p{L}.]{2,20}[ -]){0,2})(?:${NOUN})${END}`, 'iuy')
const NAMED = new RegExp(`(?<!\\p{L})((?:[\\p{L}.]{2,20}[ -])?)(?:${NOUN})${END}`, 'giu')
const NEW = /^n(?:ew|eue[nmrs]?|ouveaux?|uevos?|uov[oi]|ovos?)$/iu
/** Pounds are money and a weight. */
const WEIGHT = new RegExp(`^(?:.*[^\\p{L}])?(?:${anyOf(({ units }) => units.pound)})$`, 'iu')

const SIGNS: readonly (readonly [pattern: string, code: MoneyName])[] = [
  ...MONEY_SIGNS,
  ...[...CURRENCIES, ...SHARED].flat().map((code) => [code, code] as const),
]
const SIGN = alternatives(SIGNS.map(([pattern]) => pattern))
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIGN})[\\s\\u00a0\\u202f]?[-−]?$`, 'u')
const SIGN_AFTER = new RegExp(`[\\s\\u00a0\\u202f]?[-‑]?(?:${SIGN})(?![\\p{L}\\p{N}])`, 'uy')
const SIGNED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIGN})`, 'gu')

export interface UnitAt {
  /** More than one when the meaning is unclear: pounds are money and a weight. */
  names: readonly string[]
  length: number
}

/** The unit that begins where a number ends. */
export function unitAfter(text: string, at: number): UnitAt | null {
  return (
    moneyAt(text, at) ??
    namedUnit(text, at) ??
    measureAt(text, at) ??
    signAt(text, at) ??
    timeAfterWord(text, at)
  )
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const groupOf = (matched: readonly (string | undefined)[], first: number, count: number) =>
  matched.slice(first, first + count).findIndex((group) => group !== undefined)

function namedUnit(text: string, at: number): UnitAt | null {
  const matched = matchAt(AFTER, text, at)
  const name = matched && NAMED_UNITS[groupOf(matched, 1, NAMED_UNITS.length)]?.[0]
  return name ? { names: [name], length: matched[0].length } : null
}

/** The time after an adjective: vingt dernières années, three more months. */
function timeAfterWord(text: string, at: number): UnitAt | null {
  const word = matchAt(ADJECTIVE, text, at)?.[0] ?? ''
  const unit = word === '' || NUMBERS.has(word.slice(1)) ? null : namedUnit(text, at + word.length)
  return unit && TIMES.has(unit.names[0] ?? '') ? { ...unit, length: unit.length + word.length } : null
}

/** Ein halbes Jahr is not a year. */
const NUMBERS: ReadonlySet<string> = new Set(
  ofEveryLanguage(({ numbers }) => `${numbers.cardinals};${numbers.loose};${numbers.parts}`).flatMap((list) =>
    listedNumbers(list).flatMap(([, words]) => words),
  ),
)
const ADJECTIVE = / \p{Ll}{4,14}(?= )/uy
const TIMES: ReadonlySet<string> = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'])

function measureAt(text: string, at: number): UnitAt | null {
  const bySign = matchAt(MEASURE_SIGNS, text, at)
  const matched = bySign ?? matchAt(MEASURE_WORDS, text, at)
  const measure = matched && MEASURES[groupOf(matched, 1 + PREFIXES.length, MEASURES.length)]
  if (!measure) return null
  const place = groupOf(matched, 1, PREFIXES.length)
  if (bySign && measure.isLarge && (place === -1 || place >= LARGER)) return null
  return { names: [(PREFIXES[place]?.[0] ?? '') + measure.name], length: matched[0].length }
}

/** An amount of money with the name of its currency, and that of the country before or after it. */
function moneyAt(text: string, at: number): UnitAt | null {
  const matched = matchAt(MONEY, text, at)
  const noun = matched && NOUNS[groupOf(matched, 2, NOUNS.length)]
  if (!noun) return null
  const before = matched[1] ?? ''
  const money = moneyOf(noun, { words: matched[0], before, after: text.slice(at + matched[0].length) })
  const others = before.split(/[ -]/).some((word) => word !== '' && !NEW.test(word))
  if (others && !money.isNamedBefore) return null
  return { names: money.names, length: matched[0].length + money.length }
}

interface FoundMoney {
  words: string
  before: string
  after: string
}

/** The currencies that a noun may mean with the words around it. */
function moneyOf({ countries, usual }: (typeof NOUNS)[number], { words, before, after }: FoundMoney) {
  const named = before === '' ? undefined : countries.find((country) => country.before.test(plain(before)))
  if (named) return { names: [named.code], length: 0, isNamedBefore: true }
  const near = plain(after.slice(0, 40))
  for (const country of countries) {
    const found = country.after.exec(near)
    if (found) return { names: [country.code], length: found[0].length, isNamedBefore: false }
  }
  return { names: WEIGHT.test(words) ? [...usual, 'pound'] : usual, length: 0, isNamedBefore: false }
}

function signAt(text: string, at: number): UnitAt | null {
  const matched = matchAt(SIGN_AFTER, text, at)
  const code = matched && SIGNS[groupOf(matched, 1, SIGNS.length)]?.[1]
  return code ? { names: [code], length: matched[0].length } : null
}

/** The sign of a currency that ends where a number begins. */
export function currencyBefore(text: string, at: number): UnitAt | null {
  const matched = BEFORE.exec(text.slice(Math.max(0, at - 7), at))
  const code = matched && SIGNS[groupOf(matched, 1, SIGNS.length)]?.[1]
  return code ? { names: [code], length: matched[0].length } : null
}

export const isCurrency = (unit: string) => CODES.has(unit)

/** The currencies that a text names, with or without numbers. */
export function currenciesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const matched of text.matchAll(NAMED)) {
    const noun = NOUNS[groupOf(matched, 2, NOUNS.length)]
    const [words] = matched
    const after = text.slice(matched.index + words.length)
    if (noun)
      for (const name of moneyOf(noun, { words, before: matched[1] ?? '', after }).names) names.add(name)
  }
  for (const matched of text.matchAll(SIGNED)) names.add(SIGNS[groupOf(matched, 1, SIGNS.length)]?.[1] ?? '')
  return names
}

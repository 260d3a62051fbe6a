import { UNITS } from '#core/check/text/units.ts'
import { CURRENCIES, MONEY_SIGNS } from '#core/translation/checks/numbers/currencies.ts'
import { LARGER, MEASURES, PREFIXES } from '#core/translation/checks/numbers/measures.ts'

/** More words after a number, which the check before publishing does not need. */
const MORE_UNITS: [name: string, pattern: string][] = [
  ['percent', 'prozentig(?:e[nmrs]?)?|percento|porcento|p\\.\\s?c\\.|pc|pct'],
  ['points', 'pp|Prozentpunkte?|punto porcentual|punto percentuale|ponto percentual|puntos? de porcentaje'],
  ['minute', 'min|mins|minutes?|Minuten?|minutos?|minuti|minuto'],
  ['hour', 'h|hrs?|hours?|Stunden?|horas?|heures?|ore|ora'],
  ['day', 'days?|Tage?n?|días?|jours?|giorni|giorno|dias?'],
  ['week', 'weeks?|Wochen?|semanas?|semaines?|settimane|settimana'],
  ['month', 'months?|Monate?n?|mes(?:es)?|mois|mesi|mese|mês'],
  ['year', 'years?|Jahre?n?|jährig(?:e[nmrs]?)?|años?|ans?|années?|anni|anno|anos?'],
  ['foot', 'feet|foot|ft|Fuß|pies|pieds|piedi|pés'],
  ['inch', 'inch(?:es)?|Zoll|pulgadas?|pouces?|pollici|polegadas?'],
  ['kilogram', 'kilos?|quilos?|chil[oi]'],
  ['degree celsius', '(?:degrees?|Grad|grados?|degrés?|gradi|graus?) (?:celsius|centígrados?)|°\\s?C'],
  ['degree fahrenheit', '(?:degrees?|Grad|grados?|degrés?|gradi|graus?) fahrenheit|°\\s?F'],
  ['pound', 'lbs?|libbr[ae]'],
  ['tonne', 't'],
  ['basis point', 'bps?|basis points?|Basispunkten?|points? de base|puntos básicos|punti base|pontos base'],
  ['penny', 'pence|p(?!\\.?\\s?m)'],
  ['cent', 'cents?|Cent|céntimos?|centimes?|centesimi|cêntimos?|centavos?'],
]

const CODES: ReadonlySet<string> = new Set(CURRENCIES.map(({ code }) => code))
/** Those that are measured in watts and metres have their own table. */
const MEASURED = /(?:watt|watt hour|byte|gram|metre)$/

const NAMED_UNITS: [name: string, pattern: string][] = [
  ...UNITS.filter(
    ({ kind, name }) =>
      kind !== 'tokens' &&
      kind !== 'parameters' &&
      !CODES.has(kind) &&
      name !== 'pound' &&
      (kind === 'area' || !MEASURED.test(name)),
  ).map(({ kind, name, pattern }): [string, string] => [name === 'degree' ? `degree ${kind}` : name, pattern]),
  ...MORE_UNITS,
]

const GAP = String.raw`[\s\u00a0\u202f]?[-‑'’]?(?:de |d['’]|di |of )?`
const END = String.raw`(?![\p{L}\p{N}])`
const alternatives = (patterns: readonly string[]) => patterns.map((pattern) => `(${pattern})`).join('|')

const AFTER = new RegExp(`${GAP}(?:${alternatives(NAMED_UNITS.map(([, pattern]) => pattern))})${END}`, 'iuy')
const MEASURE_WORDS = new RegExp(
  `${GAP}(?:${alternatives(PREFIXES.map(([, , words]) => words))})?(?:${alternatives(MEASURES.map(({ words }) => words))})${END}`,
  'iuy',
)
const MEASURE_SIGNS = new RegExp(
  `${GAP}(?:${alternatives(PREFIXES.map(([, sign]) => `[${sign}]`))})?(?:${alternatives(MEASURES.map(({ sign }) => sign))})${END}`,
  'uy',
)

/** Each noun of money once, with the currencies that have it. */
const NOUNS = [...Map.groupBy(CURRENCIES, ({ noun }) => noun)].map(([noun, currencies]) => ({
  noun,
  currencies: currencies.map((one) => ({
    ...one,
    isNamedBefore: one.of ? new RegExp(`(?<!\\p{L})(?:${one.of})`, 'iu') : null,
    isNamedAfter: one.of
      ? new RegExp(
          `^[ -](?:de |d['’]|di |da |do |del |della |von |of )?(?:n[eouv]\\p{L}{2,6} (?=ta))?(?:${one.of})\\p{L}*(?:[ -](?:kong|zeal?and|zelândia|zelanda|zélande|unidos|unis|uniti))?`,
          'iu',
        )
      : null,
  })),
}))
const NOUN = alternatives(NOUNS.map(({ noun }) => noun))
/** With up to two words before it, which may name a country: kanadische, Neue Taiwan-. */
const MONEY = new RegExp(`${GAP}((?:[\\p{L}.]{2,20}[ -]){0,2})(?:${NOUN})${END}`, 'iuy')
const NAMED = new RegExp(`(?<!\\p{L})((?:[\\p{L}.]{2,20}[ -])?)(?:${NOUN})${END}`, 'giu')
const NEW = /^n(?:ew|eue[nmrs]?|ouveaux?|uevos?|uov[oi]|ovos?)$/iu

const SIGNS: readonly (readonly [pattern: string, code: string])[] = [
  ...MONEY_SIGNS,
  ...[...CODES].map((code) => [code, code] as const),
]
const SIGN = alternatives(SIGNS.map(([pattern]) => pattern))
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIGN})[\\s\\u00a0\\u202f]?[-−]?$`, 'u')
const SIGN_AFTER = new RegExp(`[\\s\\u00a0\\u202f]?[-‑]?(?:${SIGN})(?![\\p{L}\\p{N}])`, 'uy')
const SIGNED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIGN})`, 'gu')

export interface UnitAt {
  /** More than one when it is not clear which is meant: pounds are money and a weight. */
  names: readonly string[]
  length: number
}

/** The unit that begins where a number ends. */
export function unitAfter(text: string, at: number): UnitAt | null {
  return namedUnit(text, at) ?? measureAt(text, at) ?? moneyAt(text, at) ?? signAt(text, at)
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

function measureAt(text: string, at: number): UnitAt | null {
  const bySign = matchAt(MEASURE_SIGNS, text, at)
  const matched = bySign ?? matchAt(MEASURE_WORDS, text, at)
  const measure = matched && MEASURES[groupOf(matched, 1 + PREFIXES.length, MEASURES.length)]
  if (!measure) return null
  const place = groupOf(matched, 1, PREFIXES.length)
  const prefix = PREFIXES[place]?.[0] ?? ''
  if (bySign && ((prefix === '' && !measure.isAlone) || (place >= LARGER && measure.isLarge))) return null
  return { names: [prefix + measure.name], length: matched[0].length }
}

/** An amount of money with the name of its currency, and that of the country before or after it. */
function moneyAt(text: string, at: number): UnitAt | null {
  const matched = matchAt(MONEY, text, at)
  const noun = matched && NOUNS[groupOf(matched, 2, NOUNS.length)]
  if (!noun) return null
  const before = matched[1] ?? ''
  const money = moneyOf(noun, { before, after: text.slice(at + matched[0].length, at + matched[0].length + 40) })
  const words = before.split(/[ -]/).filter((word) => word !== '' && !NEW.test(word))
  if (words.length > 0 && !money.isNamedBefore) return null
  return { names: money.names, length: matched[0].length + money.length }
}

/** The currencies that a noun may mean with the words around it. */
function moneyOf({ currencies }: (typeof NOUNS)[number], { before, after }: { before: string; after: string }) {
  const named = currencies.find(({ isNamedBefore }) => isNamedBefore?.test(before))
  if (named) return { names: [named.code], length: 0, isNamedBefore: true }
  for (const { code, isNamedAfter } of currencies) {
    const country = isNamedAfter?.exec(after)
    if (country) return { names: [code], length: country[0].length, isNamedBefore: false }
  }
  const usual = currencies.filter(({ isUsual }) => isUsual)
  const names = (usual.length > 0 ? usual : currencies).map(({ code }) => code)
  return { names: names.includes('GBP') ? [...names, 'pound'] : names, length: 0, isNamedBefore: false }
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
    const after = text.slice(matched.index + matched[0].length, matched.index + matched[0].length + 40)
    if (noun) for (const name of moneyOf(noun, { before: matched[1] ?? '', after }).names) names.add(name)
  }
  for (const matched of text.matchAll(SIGNED)) names.add(SIGNS[groupOf(matched, 1, SIGNS.length)]?.[1] ?? '')
  return names
}

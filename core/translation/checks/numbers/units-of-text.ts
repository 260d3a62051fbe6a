import { CURRENCY_SIGNS, UNITS } from '#core/check/text/units.ts'

/** More words after a number, which the check before publishing does not need. */
const MORE_UNITS: [name: string, pattern: string][] = [
  ['percent', 'prozentig(?:e[nmrs]?)?|percento|porcento|p\\.\\s?c\\.|pc|pct'],
  ['USD', 'US ?\\$|\\$ ?US|dólares? estadounidenses?|dollars? américains?'],
  ['GBP', 'livres?'],
  ['CHF', 'francs?|francos?|franchi'],
  ['JPY', 'yenes'],
  ['CNY', 'iuanes|yuans'],
  ['INR', 'rupees?|Rupien|rupias?|roupies?|rupie|INR'],
  ['BRL', 'reais|reales|réaux'],
  ['terabyte', 'téraoctets?'],
  ['kilobyte', 'kB|kilobytes?|kilooctets?'],
  ['second', 's|sec|secs|seconds?|Sekunden?|segundos?|secondes?|secondi|secondo|s'],
  ['minute', 'min|mins|minutes?|Minuten?|minutos?|minuti|minuto'],
  ['hour', 'h|hrs?|hours?|Stunden?|horas?|heures?|ore|ora'],
  ['day', 'days?|Tage?n?|días?|jours?|giorni|giorno|dias?'],
  ['week', 'weeks?|Wochen?|semanas?|semaines?|settimane|settimana'],
  ['month', 'months?|Monate?n?|mes(?:es)?|mois|mesi|mese|mês'],
  ['year', 'years?|Jahre?n?|jährig(?:e[nmrs]?)?|años?|ans?|années?|anni|anno|anos?'],
  ['metre', 'met(?:er|re)s?|Metern?|metros?|mètres?|metri|metro'],
  ['centimetre', 'cm|centimet(?:er|re)s?|Zentimetern?|centímetros?|centimètres?|centimetri'],
  ['millimetre', 'mm|millimet(?:er|re)s?|Millimetern?|milímetros?|millimètres?|millimetri'],
  ['foot', 'feet|foot|ft|Fuß|pies|pieds|piedi|pés'],
  ['inch', 'inch(?:es)?|Zoll|pulgadas?|pouces?|pollici|polegadas?'],
  ['gram', 'g|grams?|grammes?|Gramm|gramos?|grammi|gramas?'],
  ['kilogram', 'quilos?|chil[oi]'],
  ['milligram', 'mg|milligram(?:me)?s?|Milligramm|miligramos?|milligrammi|miligramas?'],
  ['litre', 'lit(?:er|re)s?|Litern?|litros?|litri|litro'],
  ['millilitre', 'ml|millilit(?:er|re)s?|Millilitern?|mililitros?|millilitri'],
  ['nanometre', 'nm|nanomet(?:er|re)s?|Nanometern?|nanómetros?|nanômetros?|nanomètres?|nanometri'],
  ['watt', 'watts?|vatios?'],
  ['milliwatt', 'milliwatts?|milivatios?|miliwatts?'],
  ['volt', 'volts?|voltios?'],
  ['degree celsius', '(?:degrees?|Grad|grados?|degrés?|gradi|graus?) (?:celsius|centígrados?)|°\\s?C'],
  ['degree fahrenheit', '(?:degrees?|Grad|grados?|degrés?|gradi|graus?) fahrenheit|°\\s?F'],
  ['tonne', 't'],
  ['basis point', 'bps?|basis points?|Basispunkten?|points? de base|puntos básicos|punti base|pontos base'],
  ['penny', 'pence|p(?!\\.?\\s?m)'],
  ['cent', 'cents?|Cent|céntimos?|centimes?|centesimi|cêntimos?|centavos?'],
]

const CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CNY', 'CAD', 'AUD', 'BRL', 'INR'])

const ALL: [name: string, pattern: string][] = [
  ...UNITS.filter(({ kind }) => kind !== 'tokens' && kind !== 'parameters').map(
    ({ kind, name, pattern }): [string, string] => [nameOf(kind, name), pattern],
  ),
  ...MORE_UNITS,
]

function nameOf(kind: string, name: string): string {
  if (CURRENCIES.has(kind)) return kind
  return name === 'degree' ? `degree ${kind}` : name
}

const AFTER = new RegExp(
  String.raw`[\s\u00a0\u202f]?[-‑'’]?(?:de |d['’]|di )?(?:${ALL.map(([, pattern]) => `(${pattern})`).join('|')})(?![\p{L}\p{N}])`,
  'iuy',
)
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CURRENCY_SIGNS.map(([pattern]) => `(${pattern})`).join('|')})[\s\u00a0\u202f]?[-−]?$`,
  'u',
)
/** In any place: says only that the text names the currency. */
const NAMED = new RegExp(
  `(?<![\\p{L}])(?:${ALL.filter(([name]) => CURRENCIES.has(name))
    .map(([, pattern]) => `(${pattern})`)
    .join('|')})`,
  'giu',
)
const CURRENCY_NAMES = ALL.filter(([name]) => CURRENCIES.has(name)).map(([name]) => name)

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
  const name = matched && ALL[matched.slice(1).findIndex((group) => group !== undefined)]?.[0]
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
    names.add(CURRENCY_NAMES[matched.slice(1).findIndex((group) => group !== undefined)] ?? '')
  // Dollars of other countries have their name before the word.
  if (names.has('USD')) for (const other of ['CAD', 'AUD']) names.add(other)
  for (const [pattern, name] of CURRENCY_SIGNS)
    if (new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'u').test(text)) names.add(name)
  return names
}

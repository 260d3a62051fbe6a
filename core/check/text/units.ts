/** What a figure counts; two figures can only differ when they count the same. */
export interface Unit {
  /** The quantity in a form of its own, such as metres for every length. */
  kind: string
  factor: number
  name: string
}

const unit = (kind: string, name: string, pattern: string, factor = 1) => ({ kind, name, pattern, factor })

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

const hours = (sign: string, prefix: string) =>
  `${sign}Wh|${prefix}watt[- ]?hours?|${prefix}wattstunden?|${prefix}watts?[- ]?heures?|${prefix}wattora|${prefix}(?:vatios?|watts?)[- ]hora`

/** Words and signs after a figure, in six languages. What is written in one of them rarely means something else in another. */
export const UNITS = [
  unit('USD', 'dollar', 'US[- ]?dollars?|dollars?|dólares|dólar|dollari|dollaro|USD|\\$'),
  unit('EUR', 'euro', 'euros?|EUR|€'),
  unit('GBP', 'pound', 'pounds?(?: sterling)?|Pfund|livres sterling|libras(?: esterlinas)?|sterline|GBP|£'),
  unit(
    'CHF',
    'franc',
    'Swiss francs?|Schweizer Franken|francs suisses|francos suizos|francos suíços|franchi svizzeri|Franken|CHF',
  ),
  unit('JPY', 'yen', 'yens?|ienes|JPY|¥'),
  unit('CNY', 'yuan', 'yuan|yuanes|renminbi|RMB|CNY'),
  unit(
    'points',
    'point',
    'percentage points?|Prozentpunkten?|puntos porcentuales|points de pourcentage|punti percentuali|pontos percentuais',
  ),
  unit('percent', 'percent', '%|percent|per cent|Prozent|por ciento|por cento|pour cent|per cento'),
  unit(
    'length',
    'kilometre',
    'km|kilomet(?:er|re)s?|Kilometern?|kilómetros?|kilomètres?|chilometri|chilometro|quilómetros?|quilômetros?',
    1000,
  ),
  unit('length', 'mile', 'miles|mile|Meilen?|millas?|milles|miglia|milhas?', 1609.344),
  unit('mass', 'tonne', 'tonnes?|tons?|Tonnen?|toneladas?|tonnellate', 1000),
  unit(
    'mass',
    'kilogram',
    'kg|kilos?|kilograms?|Kilogramm|kilogrammes?|kilogramos?|chilogrammi|quilogramas?',
  ),
  unit('mass', 'pound', 'lbs?', 0.4536),
  unit('area', 'hectare', 'hectares?|Hektar|hectáreas?|ettari', 10_000),
  unit(
    'area',
    'square metre',
    'm²|square met(?:er|re)s?|Quadratmetern?|metros cuadrados|mètres carrés|metri quadrati|metros quadrados',
  ),
  unit('area', 'square foot', 'square f(?:ee|oo)t|sq ft', 0.0929),
  unit('energy', 'terawatt hour', hours('T', 'tera'), 1e12),
  unit('energy', 'gigawatt hour', hours('G', 'giga'), 1e9),
  unit('energy', 'megawatt hour', hours('M', 'mega'), 1e6),
  unit('energy', 'kilowatt hour', hours('k', 'kilo'), 1e3),
  unit('power', 'gigawatt', 'GW|gigawatts?|gigavatios', 1e9),
  unit('power', 'megawatt', 'MW|megawatts?|megavatios', 1e6),
  unit('power', 'kilowatt', 'kW|kilowatts?|kilovatios', 1e3),
  unit('bytes', 'terabyte', 'TB|terabytes?', 1e12),
  unit('bytes', 'gigabyte', 'GB|gigabytes?|gigaoctets?', 1e9),
  unit('bytes', 'megabyte', 'MB|megabytes?|mégaoctets?', 1e6),
  unit('tokens', 'token', 'tokens?'),
  unit('parameters', 'parameter', 'parameters?|Parametern?|parámetros?|paramètres?|parametri|parâmetros?'),
  unit('celsius', 'degree', '°C'),
  unit('fahrenheit', 'degree', '°F'),
] as const

/** After a sign of a currency or a bare number, without a space: $6.5bn, 40M, 10k. */
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

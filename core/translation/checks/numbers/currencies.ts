/** A currency: its noun, in all languages, and the countries that tell it from others of the same noun. */
export interface Currency {
  code: string
  noun: string
  /** The stems of the words for the country, without which the noun alone means it when `isUsual`. */
  of: string
  isUsual: boolean
}

const DOLLAR = 'dollars?|d[oó]lar(?:es)?|dollar[oi]|\\$'
const PESO = 'pesos?'
const KRONE = 'kron(?:or|er|ur|a|e|en)|coronas?|couronnes?|coron[ae]|coroas?'
const POUND = 'pounds?|pfund|libras?|livres?'
const RUPEE = 'rupees?|rupien?|rupias?|rúpias?|roupies?|rupi[ae]'
const FRANC = 'francs?|franken|francos?|franc(?:o|hi)'

const currency = (code: string, noun: string, of = '', isUsual = of === ''): Currency => ({
  code,
  noun,
  of,
  isUsual,
})

/** Those of which newspapers write. */
export const CURRENCIES: readonly Currency[] = [
  currency('USD', DOLLAR, 'u\\.?s(?!\\p{L})|eeuu|am[eé]ri|estad(?:ouni|unid)|statunit|norte-?amer', true),
  currency('CAD', DOLLAR, '[ck]anad'),
  currency('AUD', DOLLAR, 'austral'),
  currency('NZD', DOLLAR, 'n(?:ew|ueva|ouvelle|uova|ova)[- ]z|neusee|n[ée]o-?z'),
  currency('HKD', DOLLAR, 'hong'),
  currency('SGD', DOLLAR, 'sing'),
  currency('TWD', DOLLAR, 'ta[iï]w'),
  currency('MXN', PESO, 'm[eé][xj]i'),
  currency('ARS', PESO, 'argent'),
  currency('CLP', PESO, 'chil'),
  currency('COP', PESO, '[ck]ol[ou]mb'),
  currency('PHP', PESO, '(?:ph|f)ilip'),
  currency('GBP', POUND, 'brit|sterl|esterl|engl', true),
  currency('GBP', 'sterlin[ae]|sterling'),
  currency('EGP', POUND, '[eé]g[iy][pz]|ägyp'),
  currency('INR', RUPEE, 'indi', true),
  currency('PKR', RUPEE, 'pa[kq]'),
  currency('IDR', 'rupiahs?'),
  currency('SEK', KRONE, 'swed|schwed|su[eéè][cd]|sved'),
  currency('NOK', KRONE, 'norw|norv|norue'),
  currency('DKK', KRONE, 'dan|dän|din'),
  currency('ISK', KRONE, 'i[cs]l'),
  currency('CZK', `${KRONE}|koruna`, 'czec|tsch|tch[eè]|chec|cec'),
  currency('CHF', FRANC, 'swis|schweiz|suis|su[ií][zç]|svizz', true),
  currency('EUR', 'euros?|€'),
  currency('JPY', 'yen|yens|yenes|ienes?|¥'),
  currency('CNY', 'yuan|yuans|yuanes|iuan|iuanes|renminbi|renminbis'),
  currency('KRW', 'wons?|wones|₩'),
  currency('BRL', 'reals|reais|reales|réaux'),
  currency('RUB', 'roubles?|rubles?|rubel|rubl[io]|rublos?|₽'),
  currency('TRY', 'lira|liras|lire|livres? turques?|₺'),
  currency('PLN', 'zlot(?:y|ys|e)|złot(?:y|ych|e)|eslotis?|zlotis?'),
  currency('ZAR', 'rands?|rande'),
  currency('ILS', 'shekels?|schekel|séqueles|shekalim|₪'),
  currency('AED', 'dirhams?|dírhams?|dirames?'),
  currency('SAR', 'riyals?|riyal|riales|rial'),
  currency('THB', 'bahts?'),
  currency('VND', 'dongs?|₫'),
  currency('UAH', 'hryvnias?|hrywnja|griwna|grivnas?|hryvnia'),
  currency('NGN', 'nairas?'),
  currency('MYR', 'ringgits?'),
  currency('HUF', 'forints?|florines'),
]

/** Signs before or after a number. The codes of all currencies are signs as well. */
export const MONEY_SIGNS: readonly (readonly [pattern: string, code: string])[] = [
  ['US ?\\$|U\\.S\\. ?\\$|\\$ ?US|Rs\\.?US', 'USD'],
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
  ['₹|Rs\\.?|Re\\.?', 'INR'],
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

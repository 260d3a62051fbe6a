import type { MoneyName } from '#core/languages/language-facts.ts'

/** Currencies that newspapers mention, grouped by their nouns. The first of each is meant when no country is named. */
export const CURRENCIES: readonly (readonly MoneyName[])[] = [
  ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD'],
  ['GBP', 'EGP'],
  ['INR', 'PKR'],
  ...(['EUR', 'CHF', 'JPY', 'CNY', 'BRL', 'IDR', 'KRW', 'RUB', 'TRY', 'PLN'] as const).map((code) => [code]),
  ...(['ZAR', 'ILS', 'AED', 'SAR', 'THB', 'VND', 'UAH', 'NGN', 'MYR', 'HUF'] as const).map((code) => [code]),
]
/** Currencies with the same noun of which any may be meant. */
export const SHARED: readonly (readonly MoneyName[])[] = [
  ['MXN', 'ARS', 'CLP', 'COP', 'PHP'],
  ['SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
]

/** The countries whose money has the name of that of others, or is named with them: dólares canadienses. */
export const COUNTRY_OF: Partial<Record<MoneyName, string>> = {
  ...{ USD: 'america', CAD: 'canada', AUD: 'australia', NZD: 'zealand', HKD: 'hong', SGD: 'singapore' },
  ...{ TWD: 'taiwan', MXN: 'mexico', ARS: 'argentina', CLP: 'chile', COP: 'colombia', PHP: 'philippines' },
  ...{ EGP: 'egypt', INR: 'india', PKR: 'pakistan', SEK: 'sweden', NOK: 'norway', DKK: 'denmark' },
  ...{ ISK: 'iceland', CZK: 'czech', CHF: 'switzerland' },
}

/** Signs before or after a number. The codes of all currencies are signs as well. */
export const MONEY_SIGNS: readonly (readonly [pattern: string, code: MoneyName])[] = [
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

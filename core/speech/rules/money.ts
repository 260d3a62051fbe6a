import { cachedPattern } from '#core/speech/cached-pattern.ts'
import { markPer } from '#core/speech/rules/per.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import {
  amountSource,
  escapePattern,
  isOne,
  NUMBER_START,
  readNumber,
  WORD_END,
} from '#core/speech/written-number.ts'

/** Signs of currencies that are not letters of another word; codes of ISO 4217 are their own names. */
const SIGNS = new Map([
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['HK$', 'HKD'],
  ['NZ$', 'NZD'],
  ['S$', 'SGD'],
  ['R$', 'BRL'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
])
const CODES =
  'USD EUR GBP JPY CHF CNY INR BRL CAD AUD SEK NOK DKK PLN CZK HUF MXN KRW SGD HKD NZD ZAR TRY RUB ILS AED SAR'
const THOUSANDS = new Set(['thousand', 'Tausend', 'mil', 'mille', 'mila'])

/** `Fr.` before a price is neither a woman nor a Friday. */
export const readFrancs = (text: string): string =>
  text.replace(
    /(?<!\p{L}|\d[\s\u00a0\u202f]?)[sS]?[Ff]r\.(?=[\s\u00a0\u202f]?\d[\d'’]*(?:\.\d\d(?!\d|\.,|\. ?\p{Ll})|\.[–-]|(?![\d.])))/gu,
    'CHF',
  )

/** Reads amounts of money: the currency after the number, a million before it, and the unit of a rate after it. */
export function sayMoney(text: string, words: SpeechWords): string {
  const { before, after } = cachedPattern(words, 'money', () => {
    const signs = [...[...SIGNS.keys()].map((sign) => escapePattern(sign)), ...CODES.split(' ')].join('|')
    const scale = `[\\s\\u00a0\\u202f-]?(${words.scales.map(([written]) => written).join('|')})`
    // A price for each of something, and not another price.
    const per = `([\\s\\u00a0]?/[\\s\\u00a0]?(?=\\p{L}|\\d+[KkMB]?\\s?\\p{Ll}))?`
    const amount = amountSource(words)
    return {
      before: new RegExp(
        `(?<![\\p{L}\\p{N}])(${signs})[\\s\\u00a0\\u202f]?${amount}(?:${scale}${WORD_END})?${per}`,
        'gu',
      ),
      after: new RegExp(
        `${NUMBER_START}${amount}(?:${scale})?[\\s\\u00a0\\u202f]?(${signs})(?![\\p{L}\\p{N}])${per}`,
        'gu',
      ),
    }
  })
  return text
    .replace(
      before,
      (_, sign, from, number, scale, per) => sayAmount({ sign, from, number, scale }, words) + markPer(per),
    )
    .replace(
      after,
      (_, from, number, scale, sign, per) => sayAmount({ sign, from, number, scale }, words) + markPer(per),
    )
}

interface Amount {
  sign: string
  from: string | undefined
  number: string
  scale: string | undefined
}

function sayAmount({ sign, from, number, scale }: Amount, words: SpeechWords): string {
  const currency = SIGNS.get(sign) ?? sign
  const range = from === undefined ? '' : `${from} ${words.to} `
  const said = sayScale(number, scale, words)
  if (said) {
    const name = currencyName(currency, 2, words)
    return `${range}${number} ${said} ${THOUSANDS.has(said) ? name : words.ofScale(name)}`
  }
  const [whole = '', cents] = number.replace(/\.(?=\d\d$)/, words.decimal).split(words.decimal)
  const isPrice = cents?.length === 2 && from === undefined && whole !== '0'
  const name = currencyName(currency, isPrice ? readNumber(whole, words) : readNumber(number, words), words)
  if (isPrice) return cents === '00' ? `${whole} ${name}` : words.price(whole, name, cents)
  return `${range}${number} ${name}`
}

/** The word for a sign of a thousand, a million and so on. */
function sayScale(number: string, written: string | undefined, words: SpeechWords): string | undefined {
  if (written === undefined) return undefined
  const [, one, many] =
    words.scales.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(written)) ?? []
  return isOne(number, words) ? one : many
}

const formats = new Map<string, Intl.NumberFormat>()

/** People say dollars, not US dollars, and name the country of their own money as little. */
function currencyName(currency: string, count: number, { locale, ownMoney }: SpeechWords): string {
  const key = `${locale} ${currency}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      minimumFractionDigits: 0,
    })
  formats.set(key, format)
  const name = format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? currency
  return currency === 'USD' || currency === ownMoney
    ? (name.replace(/^US[ -]/, '').split(' ')[0] ?? name)
    : name
}

import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { NUMBER_START, numberSource } from '#core/speech/written-number.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Powers: `10^25`, `10²⁵`, `3e25`. A raised figure after a longer number is that of a footnote. */
export function sayPowers(text: string, { power, minus }: SpeechWords): string {
  const say = (base: string, sign: string, exponent: string) =>
    `${base} ${power.to} ${sign ? `${minus} ` : ''}${exponent}`
  return text
    .replace(
      /(?<![\p{L}\d.,])(\d[\d.,]*)[eE]\+?(-?)(\d{1,3})(?![\p{L}\p{N}]|[.,]\d)/gu,
      (_, base, sign, exponent) => `${base} ${power.times} ${say('10', sign, exponent)}`,
    )
    .replace(
      /(\d|(?<!\p{L})\p{L})\s?\^\s?\{?([-−]?)\+?(\d+|\p{L}(?!\p{L}))\}?/gu,
      (_, base, sign, exponent) => say(base, sign, exponent),
    )
    .replace(/(?<![\p{L}\d]|\d[.,])(\d{1,2})(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu, (_, base, sign, raised: string) =>
      say(
        base,
        sign,
        raised.replace(/./gu, (figure) => String(RAISED.indexOf(figure))),
      ),
    )
    .replace(new RegExp(`\\s?[×x*]\\s?(?=\\d+ ${power.to} )`, 'g'), ` ${power.times} `)
}

/** Reads a minus, before amounts and units are read. */
export function sayMinus(text: string, { minus }: SpeechWords): string {
  return text.replace(/(^|[\s(])[-−–](?=[$€£¥]?\d)/g, `$1${minus} `).replace(/−(?=\d)/g, ` ${minus} `)
}

/** Ranges, operators and other signs. */
export function saySigns(text: string, words: SpeechWords): string {
  const {
    to,
    plus,
    plusOrMinus,
    equals,
    times,
    lessThan,
    moreThan,
    atLeast,
    atMost,
    about,
    and,
    at,
    section,
    number,
    fractions,
  } = words
  return text
    .replace(/(\d)?\s?([½⅓⅔¼¾])/g, (_, whole: string | undefined, part: '½') =>
      whole ? `${whole} ${and} ${fractions[part]}` : ` ${fractions[part]}`,
    )
    .replace(/(?<![\p{L}\d-]|\d[.,])(\d[\d.,]*)-(?=\d[\d.,]*(?![\p{L}\d-]))/gu, `$1 ${to} `)
    .replace(/(?<=\d[^\s–]{0,12}|\d\s?[^\s\d–]{1,20}(?:\s[^\s\d–]{1,12})?)–(?=\d)/gu, ` ${to} `)
    .replace(/±\s?/g, `${plusOrMinus} `)
    .replace(/(\d)\s?[×x](?=\s?\d)/g, `$1 ${times[1]} `)
    .replace(/(\d)\s?[×x](?![\p{L}\d])/gu, `$1 ${times[0]}`)
    .replace(/(?<=^|\s|\()\+(?=\d)/g, `${plus} `)
    .replace(/\s\+\s/g, ` ${plus} `)
    .replace(/(?:≤|<=)\s?(?=\d)/g, ` ${atMost} `)
    .replace(/(?:≥|>=)\s?(?=\d)/g, ` ${atLeast} `)
    .replace(/\s?=\s?/g, ` ${equals} `)
    .replace(/<\s?(?=\d)/g, ` ${lessThan} `)
    .replace(/>\s?(?=\d)/g, ` ${moreThan} `)
    .replace(/[~≈]\s?(?=\d)/g, `${about} `)
    .replace(/\s?&\s?/g, ` ${and} `)
    .replace(/§§?\s?/g, `${section} `)
    .replace(/№\s?|#(?=\d)/g, `${number} `)
    .replace(/(?<!\S)@(?=[\p{L}\d])/gu, `${at} `)
    .replace(/\s?(?:→|⇒|=>|->)\s?/g, ', ')
    .replace(/—/g, ', ')
    .replace(/(\p{L})\s?\/\s?(?=\p{L})/gu, '$1 ')
}

/** Joins groups of thousands, whose separator a voice might take for that of decimals, and distinguishes versions from decimals. */
export function sayNumbers(text: string, words: SpeechWords): string {
  const { version, grouped, mark } = cachedPattern(words, 'numbers', () => ({
    version:
      words.decimal === '.'
        ? /(?<![\p{L}\d.])\d+(?:\.\d+){2,}(?!\d)/gu
        : /(?<![\d.])\d+(?:\.\d+)+(?![\d,])/gu,
    grouped: new RegExp(`${NUMBER_START}${numberSource(words)}`, 'gu'),
    mark: new RegExp(`[${words.decimal === '.' ? '' : words.grouping}'’](?=\\d{3})`, 'gu'),
  }))
  const plain = text.replace(grouped, (found) => found.replace(mark, ''))
  return plain.replace(version, (found) => found.replaceAll('.', ` ${words.point} `))
}

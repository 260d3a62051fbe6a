import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { NUMBER_START, numberSource } from '#core/speech/written-number.ts'

/** A minus, before amounts and units are read. */
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
    .replace(/(?<=[\p{L}\d.])[\s\u00a0]?–[\s\u00a0]?(?=\d)/gu, ` ${to} `)
    .replace(/±\s?/g, `${plusOrMinus} `)
    .replace(/(\d)\s?[×x](?=\s?\d)/g, `$1 ${times[1]} `)
    .replace(/(\d)\s?[×x](?![\p{L}\d])/gu, `$1 ${times[0]}`)
    .replace(/(?<=^|\s|\()\+(?=\d)/g, `${plus} `)
    .replace(/\s\+\s/g, ` ${plus} `)
    .replace(/\s?=\s?/g, ` ${equals} `)
    .replace(/[<≤]\s?(?=\d)/g, `${lessThan} `)
    .replace(/[>≥]\s?(?=\d)/g, `${moreThan} `)
    .replace(/[~≈]\s?(?=\d)/g, `${about} `)
    .replace(/\s?&\s?/g, ` ${and} `)
    .replace(/§§?\s?/g, `${section} `)
    .replace(/№\s?|#(?=\d)/g, `${number} `)
    .replace(/(?<!\S)@(?=[\p{L}\d])/gu, `${at} `)
    .replace(/\s?(?:→|⇒|=>|->)\s?/g, ', ')
    .replace(/\s[–—]\s|—/g, ', ')
    .replace(/(\p{L})\s?\/\s?(?=\p{L})/gu, '$1 ')
}

/** Groups of thousands are joined, where a voice might take their mark for that of decimals; versions are told from decimals. */
export function sayNumbers(text: string, words: SpeechWords): string {
  const { version, grouped, mark } = cachedPattern(words, 'numbers', () => ({
    version:
      words.decimal === '.'
        ? /(?<![\p{L}\d.])\d+(?:\.\d+){2,}(?!\d)/gu
        : /(?<![\d.])\d+(?:\.\d+)+(?![\d,])/gu,
    grouped: new RegExp(`${NUMBER_START}${numberSource(words)}`, 'gu'),
    mark: new RegExp(`[${words.grouping}](?=\\d{3})`, 'gu'),
  }))
  const plain = words.decimal === '.' ? text : text.replace(grouped, (found) => found.replace(mark, ''))
  return plain.replace(version, (found) => found.replaceAll('.', ` ${words.point} `))
}

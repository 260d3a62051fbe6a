import type { Counted } from '#core/languages/language-facts.ts'
import { cachedPattern } from '#core/speech/cached-pattern.ts'
import { markPer, sayPer } from '#core/speech/rules/per.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import {
  escapePattern,
  isOne,
  NUMBER_START,
  numberSource,
  readNumber,
  WORD_END,
} from '#core/speech/written-number.ts'

/** Units that `Intl` can name in every language (ECMA-402, sanctioned simple units). */
const NAMED: readonly (readonly [written: string, unit: string])[] = [
  ['km/h', 'kilometer-per-hour'],
  ['mph', 'mile-per-hour'],
  ['m/s', 'meter-per-second'],
  ['km', 'kilometer'],
  ['cm', 'centimeter'],
  ['mm', 'millimeter'],
  ['m', 'meter'],
  ['kg', 'kilogram'],
  ['g', 'gram'],
  ['ml', 'milliliter'],
  ['mL', 'milliliter'],
  ['l', 'liter'],
  ['L', 'liter'],
  ['ha', 'hectare'],
  ['mi', 'mile'],
  ['ft', 'foot'],
  ['lbs', 'pound'],
  ['lb', 'pound'],
  ['oz', 'ounce'],
  ['°C', 'celsius'],
  ['°F', 'fahrenheit'],
  ['°', 'degree'],
  ['ms', 'millisecond'],
  ['µs', 'microsecond'],
  ['ns', 'nanosecond'],
  ['min', 'minute'],
  ['h', 'hour'],
  ['s', 'second'],
  ...(['kilo', 'mega', 'giga', 'tera', 'peta'] as const).flatMap((prefix) => {
    const letter = prefix.charAt(0).toUpperCase()
    const bits: [string, string][] =
      prefix === 'tera' || prefix === 'peta'
        ? []
        : [
            [`${letter}bit/s`, `${prefix}bit-per-second`],
            [`${letter}b/s`, `${prefix}bit-per-second`],
            [`${letter}bps`, `${prefix}bit-per-second`],
            [`${letter}bit`, `${prefix}bit`],
          ]
    return [
      ...bits,
      [`${letter}B/s`, `${prefix}byte-per-second`],
      [`${letter}iB`, `${prefix}byte`],
      [`${letter}B`, `${prefix}byte`],
    ] as [string, string][]
  }),
  ['kB', 'kilobyte'],
  ['kbit/s', 'kilobit-per-second'],
]

/** Reads units after a number, percentages, and the sign of a million after a count. */
export function sayUnits(text: string, words: SpeechWords): string {
  const { pattern, names, scale } = cachedPattern(words, 'units', () => {
    const names = unitNames(words)
    const sources = [...names.keys()]
      .sort((a, b) => b.length - a.length)
      .map((unit) => {
        if (unit === '°' && words.degreeOrdinals) return `°(?! (?:${words.degreeOrdinals})${WORD_END})`
        return words.looseUnits?.includes(unit) ? `${unit}(?=$|[.,;:)]| d[ei] )` : escapePattern(unit)
      })
    return {
      names,
      // The nineties are written 1990s, and a unit with a superfluous point has it in the middle of a sentence as well.
      pattern: new RegExp(
        `${NUMBER_START}(${numberSource(words)})[\\s\\u00a0\\u202f]?(?!(?<=\\d{4})s|${words.decade ?? '(?!)'})(${sources.join('|')})` +
          `(?:(/)(?=\\p{L}|\\d)|(?![\\p{L}\\p{N}/²³'’])(?:\\.(?=\\s\\p{Ll}))?)`,
        'gu',
      ),
      scale: new RegExp(
        `(?<![\\p{L}\\p{N}-]|\\d[.,])(${numberSource(words)})[\\s\\u00a0\\u202f]?(?!(?<![\\d.,]\\d)[kK])(${words.loneScales})(?![\\p{L}\\p{N}])`,
        'gu',
      ),
    }
  })
  const said = text
    .replaceAll('μ', 'µ')
    .replace(scale, (found, number: string, written: string) => {
      const said = words.scales.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(written))
      return said ? `${number} ${isOne(number, words) ? said[1] : said[2]}` : found
    })
    .replace(pattern, (found, number: string, unit: string, per: string | undefined) => {
      const name = names.get(unit)
      return name ? `${number} ${name(number)}${markPer(per)}` : found
    })
    .replace(/[\s\u00a0\u202f]?%(\/(?=\p{L}))?/gu, (_, per) => ` ${words.percent}${markPer(per)}`)
    .replace(/[\s\u00a0\u202f]?‰/g, ` ${words.perMille}`)
  return sayPer(said, words, names)
}

type Name = (number: string) => string

function unitNames(words: SpeechWords): Map<string, Name> {
  const { locale, prefixes, bases, tonne, small } = words
  const named = (unit: string): Name => {
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 20,
    })
    return (number) => unitPart(format, readNumber(number, words))
  }
  const counted =
    ([one, many]: Counted): Name =>
    (number) =>
      isOne(number, words) ? one : many
  const names = new Map<string, Name>(NAMED.map(([written, unit]) => [written, named(unit)]))
  names.set('t', counted(tonne))
  if (words.hasOctets)
    for (const prefix of ['kilo', 'mega', 'giga', 'tera'])
      for (const letter of [prefix.charAt(0), prefix.charAt(0).toUpperCase()])
        names.set(`${letter}o`, named(`${prefix}byte`))
  for (const [written, noun] of Object.entries(small)) names.set(written, counted(noun))
  for (const [written, noun] of Object.entries(bases)) {
    names.set(written, counted(noun))
    for (const [index, prefix] of prefixes.entries()) {
      const [one, many] = noun.map((word) => prefix + (locale === 'de-DE' ? word.toLowerCase() : word)) as [
        string,
        string,
      ]
      names.set('kMGTP'.charAt(index) + written, counted([one, many]))
    }
  }
  for (const [written, unit] of [
    ['km', 'kilometer'],
    ['cm', 'centimeter'],
    ['mm', 'millimeter'],
    ['m', 'meter'],
  ] as const) {
    const length = named(unit)
    for (const spelled of [`${written}²`, `${written}2`, `${written}q`, `q${written}`])
      names.set(spelled, (number) => words.square(length(number)))
    for (const power of ['³', '3']) names.set(written + power, (number) => words.cubic(length(number)))
  }
  return names
}

function unitPart(format: Intl.NumberFormat, count: number): string {
  return format
    .formatToParts(count)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join(' ')
}

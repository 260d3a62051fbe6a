import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { escapePattern } from '#core/speech/written-number.ts'

/** A character that no text has, for the slash of a rate. */
const PER = '\uE000'

/** The placeholder of a slash after an amount until units have been read. */
export const markPer = (slash: string | undefined): string => (slash ? PER : '')

/** Reads the unit of a rate, as in `20 €/month`, `95 g/km` and `50 tokens/s`. */
export function sayPer(
  text: string,
  words: SpeechWords,
  nameOfUnit: ReadonlyMap<string, (number: string) => string>,
): string {
  const { counted, after } = cachedPattern(words, 'per', () => {
    const times = words.perTimes.map(([written]) => written).join('|')
    const units = [...nameOfUnit.keys()].map(escapePattern).join('|')
    return {
      // An optional plural, such as persona/s, is not a rate.
      counted: new RegExp(
        `(\\d \\p{L}+)(?!(?<![ns])/s(?!\\p{L}))[\\s\\u00a0]?/[\\s\\u00a0]?(?=(?:${times}|${units})(?![\\p{L}\\p{N}]))`,
        'gu',
      ),
      after: new RegExp(
        `${PER}(?:(${times})(\\.?)(?![\\p{L}\\p{N}])|([\\p{L}µ]+[²³23]?)(?![\\p{L}\\p{N}]))?`,
        'gu',
      ),
    }
  })
  return text
    .replace(counted, `$1${PER}`)
    .replace(after, (_, time: string | undefined, point: string, unit: string | undefined) => {
      if (time === undefined)
        return ` ${words.per} ${(unit && (nameOfUnit.get(unit)?.('1') ?? scaleOf(unit, words))) ?? unit ?? ''}`
      const [, said = time] =
        words.perTimes.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(time)) ?? []
      return ` ${said}${point}`
    })
}

/** The scale in a rate such as `3 $/M tokens`. */
const scaleOf = (written: string, { scales }: SpeechWords): string | undefined =>
  /^\p{Lu}$/u.test(written)
    ? scales.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(written))?.[1]
    : undefined

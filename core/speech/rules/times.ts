import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

const START = '(?<![\\p{L}\\d:.,])'
const HOUR = '([01]?\\d|2[0-4])'

/** Says times of the day. A proportion such as `3:2` is none, because minutes have two figures. */
export function sayTimes(text: string, words: SpeechWords): string {
  const { full, hours } = cachedPattern(words, 'times', () => {
    const { between, after, half, hourAlone } = words.clock
    const end = `(?:${after || half || '(?!)'})?`
    return {
      full: new RegExp(
        `${START}${HOUR}(?:${between})([0-5]\\d)(?::[0-5]\\d)?${end}(?![\\d:]|[.,]\\d)`,
        'giu',
      ),
      hours: half || hourAlone ? new RegExp(`${START}${HOUR}(?:${half || hourAlone})`, 'giu') : null,
    }
  })
  const said = text.replace(full, (_, hour, minute, letter) => sayTime(hour, minute, letter, words))
  return hours ? said.replace(hours, (_, hour, letter) => sayTime(hour, '0', letter, words)) : said
}

function sayTime(hour: string, minute: string, letter: unknown, { time, clock }: SpeechWords): string {
  const half = clock.half && typeof letter === 'string' ? (letter.toLowerCase() === 'p' ? 'p' : 'a') : null
  return time(Number(hour), Number(minute), half)
}

import { cachedPattern } from '#core/speech/cached-pattern.ts'
import { isSentenceEnd } from '#core/speech/sentence-end.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { escapePattern, isOne, NUMBER_START, numberSource } from '#core/speech/written-number.ts'

/** Writes abbreviations out. One that ends a sentence leaves its full stop there. */
export function expandAbbreviations(text: string, words: SpeechWords): string {
  const { counted, ending, beforeNumber, any } = cachedPattern(words, 'abbreviations', () => ({
    counted: counter(words),
    ending: expander(words.endingAbbreviations),
    beforeNumber: expander(words.beforeNumbers, '(?=\\s?\\d)'),
    any: expander(words.abbreviations),
  }))
  const ended = ending(counted(text), (spoken, rest) =>
    isSentenceEnd(rest, words, 'capital') ? `${spoken}.` : spoken,
  )
  return any(
    beforeNumber(ended, (spoken) => `${spoken} `),
    // Capitals alone are a name, which may end a sentence as well: EE. UU.
    (spoken, rest, written) =>
      /^(?:\p{Lu}+\.[ -]?){2,}$/u.test(written) && rest && isSentenceEnd(rest, words, 'starter')
        ? `${spoken}.`
        : spoken,
  )
}

/** Expands forms that are a noun after a number, as in `5 Min.`. */
function counter(words: SpeechWords): (text: string) => string {
  const { afterNumbers, hasCapitalNouns } = words
  const forms = afterNumbers.map(([written]) => written).join('|')
  const pattern = new RegExp(
    `${NUMBER_START}(${numberSource(words)})[\\s\\u00a0\\u202f]?(${forms})(\\.?)(?![\\p{L}\\p{N}²³'’])`,
    'gu',
  )
  return (text) =>
    text.replace(pattern, (found, number: string, written: string, point: string, at: number) => {
      const noun = afterNumbers.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(written))
      if (!noun) return found
      const rest = text.slice(at + found.length, at + found.length + 30)
      const isEnd = isSentenceEnd(rest, words, hasCapitalNouns ? 'starter' : 'capital')
      return `${number} ${isOne(number, words) ? noun[1] : noun[2]}${isEnd ? point : ''}`
    })
}

/** `before` is the text that must follow, as the source of a regular expression. */
function expander(pairs: readonly (readonly [written: string, spoken: string])[], before = '') {
  const spoken = new Map(pairs.map(([written, said]) => [written.replace(/\s/g, ''), said]))
  const sources = pairs.map(([written]) => sourceOf(written)).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.@/-])(?:${sources.join('|')})(?![\\p{L}@])${before}`, 'gu')
  return (text: string, say: (spoken: string, rest: string, written: string) => string) =>
    text.replace(pattern, (found, at: number) => {
      const key = found.replace(/\s/g, '')
      const small = key.charAt(0).toLowerCase() + key.slice(1)
      const said = spoken.get(key) ?? capitalised(spoken.get(small))
      const rest = text.slice(at + found.length, at + found.length + 30)
      return said === undefined ? found : say(said, rest, spoken.has(key) ? key : small)
    })
}

/** At the beginning of a sentence the first letter may be a capital. */
function sourceOf(written: string): string {
  const first = written.charAt(0)
  const rest = escapePattern(written.slice(1)).replaceAll(' ', '[\\s\\u00a0\\u202f]?')
  return `[${escapePattern(first)}${first.toUpperCase()}]${rest}`
}

const capitalised = (said: string | undefined) => said && said.charAt(0).toUpperCase() + said.slice(1)

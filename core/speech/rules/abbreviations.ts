import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { escapePattern } from '#core/speech/written-number.ts'

/** Writes abbreviations out. One that ends a sentence leaves its full stop there. */
export function expandAbbreviations(text: string, words: SpeechWords): string {
  const { ending, beforeNumber, any } = cachedPattern(words, 'abbreviations', () => ({
    ending: expander(words.endingAbbreviations),
    beforeNumber: expander(words.beforeNumbers, '(?=\\s?\\d)'),
    any: expander(words.abbreviations),
  }))
  const ended = ending(text, (spoken, rest) =>
    /^["'»”’)\]]*(?:$|\s+["'«“„(¿¡]*\p{Lu})/u.test(rest) ? `${spoken}.` : spoken,
  )
  return any(
    beforeNumber(ended, (spoken) => `${spoken} `),
    (spoken) => spoken,
  )
}

/** `before` is what must follow, as the source of a regular expression. */
function expander(pairs: readonly (readonly [written: string, spoken: string])[], before = '') {
  const spoken = new Map(pairs.map(([written, said]) => [written.replace(/\s/g, ''), said]))
  const sources = pairs.map(([written]) => sourceOf(written)).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.@/-])(?:${sources.join('|')})(?![\\p{L}@])${before}`, 'gu')
  return (text: string, say: (spoken: string, rest: string) => string) =>
    text.replace(pattern, (found, at: number) => {
      const key = found.replace(/\s/g, '')
      const said = spoken.get(key) ?? capitalised(spoken.get(key.charAt(0).toLowerCase() + key.slice(1)))
      return said === undefined ? found : say(said, text.slice(at + found.length, at + found.length + 20))
    })
}

/** At the beginning of a sentence the first letter may be a capital. */
function sourceOf(written: string): string {
  const first = written.charAt(0)
  const rest = escapePattern(written.slice(1)).replaceAll(' ', '[\\s\\u00a0\\u202f]?')
  return `[${escapePattern(first)}${first.toUpperCase()}]${rest}`
}

const capitalised = (said: string | undefined) => said && said.charAt(0).toUpperCase() + said.slice(1)

import { SHORT_FACTORS } from '#core/check/text/units.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import type { NumberWordsOf } from '#core/translation/checks/numbers/number-words-of.ts'
import { isJoined, type Reading } from '#core/translation/checks/numbers/quantity.ts'

/** 6,5 mil millones has two; no language has four. */
const MAX_MAGNITUDES = 3

/** Short forms after a space, which are other words or units elsewhere: US$ 1,5 mi, 12 M de usuarios, 5 k étoiles. */
const SPACED: Partial<Record<Language, [letters: string, factor: number][]>> = {
  es: [
    ['k', 1e3],
    ['M', 1e6],
  ],
  fr: [
    ['k', 1e3],
    ['M', 1e6],
    ['Md', 1e9],
  ],
  it: [['Bln', 1e12]],
  pt: [
    ['M', 1e6],
    ['mi', 1e6],
    ['bi', 1e9],
    ['tri', 1e12],
  ],
}

/** What the words after a number in digits make of it: 6.5 billion, 6500 millones, 1 million and a half. */
export function magnitudesAfter(
  { text, tokens, words, language }: Reading,
  index: number,
  value: number,
): { value: number; to: number } {
  let [to, factor, next] = [tokens[index]?.to ?? 0, 1, index + 1]
  for (; next <= index + MAX_MAGNITUDES; next++) {
    const token = tokens[next]
    if (token?.kind !== 'word' || !isJoined(text, to, token.from)) break
    const word = words.word(token.text.toLowerCase())
    // French newspapers write 6,5 M€, others 1,5 M US$. An M. is a man.
    const after = text.slice(token.to, token.to + 4)
    const short = /^[\s\u00a0\u202f]?(?:US)?[$€£]/.test(after)
      ? SHORT_FACTORS.get(token.text)
      : SPACED[language]?.find(([letters]) => letters === token.text && !/^\.\s?\p{Lu}/u.test(after))?.[1]
    const times = word?.factor ?? short ?? (word?.isHundred && factor === 1 ? 100 : undefined)
    if (times === undefined) break
    factor *= times
    to = token.to
  }
  const half = factor > 1 ? halfAt(tokens, next, words) : 0
  return half > 0
    ? { value: (value + 0.5) * factor, to: tokens[next + half - 1]?.to ?? to }
    : { value: value * factor, to }
}

/** How many words from an index on say "and a half". */
export function halfAt(tokens: readonly NumberToken[], index: number, { andHalf }: NumberWordsOf): number {
  const phrase = andHalf.find((words) =>
    words.every((word, offset) => tokens[index + offset]?.text.toLowerCase() === word),
  )
  return phrase?.length ?? 0
}

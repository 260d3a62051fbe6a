import { SHORT_FACTORS } from '#core/check/text/units.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import type { NumberWordsOf } from '#core/languages/number-words-of.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import { isJoined, type Reading } from '#core/translation/checks/numbers/quantity.ts'
import { unitAfter } from '#core/translation/checks/numbers/units-of-text.ts'

/** The most magnitudes: 6,5 mil millones has two; no language has four. */
const MAX_MAGNITUDES = 3

/** Reads the words after a number in digits that change its value: 6.5 billion, 6500 millones, 1 million and a half. */
export function magnitudesAfter(
  { text, tokens, words }: Reading,
  index: number,
  value: number,
): { value: number; to: number } {
  let [to, factor, next] = [tokens[index]?.to ?? 0, 1, index + 1]
  for (; next <= index + MAX_MAGNITUDES; next++) {
    // Milioni di miliardi.
    const isOf = factor > 1 && words.of.has(tokens[next]?.text.toLowerCase() ?? '')
    if (isOf && words.word(tokens[next + 1]?.text.toLowerCase() ?? '')?.factor) {
      to = tokens[next]?.to ?? to
      next++
    }
    const token = tokens[next]
    if (token?.kind !== 'word' || !isJoined(text, to, token.from)) break
    const word = words.word(token.text.toLowerCase())
    // French newspapers write 6,5 M€, others 1,5 M US$. An M. is a man.
    const after = text.slice(token.to, token.to + 4)
    const isShort =
      /^[\s\u00a0\u202f]?(?:US)?[$€£]/.test(after) ||
      (words.spacedLetters.has(token.text) && !/^\.\s?\p{Lu}/u.test(after))
    const short = isShort ? SHORT_FACTORS.get(token.text) : undefined
    // French cents are a hundred and money.
    const isHundred = word?.isHundred && factor === 1 && unitAfter(text, to) === null
    // The 50 millionth passenger.
    const ordinal = (word?.ordinal ?? 0) >= 1000 ? word?.ordinal : undefined
    const times = word?.factor ?? short ?? ordinal ?? (isHundred ? 100 : undefined)
    // In 2027, a thousand.
    const isYear = times === 1000 && value >= 1900 && value < 2100 && factor === 1
    if (times === undefined || isYear) break
    factor *= times
    to = token.to
  }
  const half = factor > 1 ? halfAt(tokens, next, words) : 0
  return half > 0
    ? { value: (value + 0.5) * factor, to: tokens[next + half - 1]?.to ?? to }
    : { value: value * factor, to }
}

/** The number of words from an index on that say "and a half". */
export function halfAt(tokens: readonly NumberToken[], index: number, { andHalf }: NumberWordsOf): number {
  const phrase = andHalf.find((words) =>
    words.every((word, offset) => tokens[index + offset]?.text.toLowerCase() === word),
  )
  return phrase?.length ?? 0
}

const BELOW_ZERO = new RegExp(
  `^\\s?(?:\\p{L}+ )?(?:${anyOf(({ numbers }) => numbers.belowZero)})(?!\\p{L})`,
  'iu',
)

/** The sign of the number at an index, which ends with its unit at `end`. "Menos" says minus and less, so it is perhaps negative. */
export function signOf({ text, tokens, words }: Reading, index: number, end: number) {
  const [previous, from] = [tokens[index - 1], tokens[index]?.from ?? 0]
  const word = previous && isJoined(text, previous.to, from) ? previous.text.toLowerCase() : ''
  const isSign = /(?:^|[\s(\u00a0\u202f])(?:[-−]|(?<!\d\s)−\s)$/.test(text.slice(Math.max(0, from - 5), from))
  return {
    isNegative: isSign || words.minus.has(word),
    isPerhaps: words.perhapsMinus.has(word) || BELOW_ZERO.test(text.slice(end, end + 30)),
  }
}

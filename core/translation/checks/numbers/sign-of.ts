import { anyOf } from '#core/languages/facts-of.ts'
import { isJoined, type Reading } from '#core/translation/checks/numbers/quantity.ts'

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

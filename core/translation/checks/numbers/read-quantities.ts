import type { Language } from '#core/i18n/languages.ts'
import { readDigits } from '#core/translation/checks/numbers/digit-quantity.ts'
import { monthsOf } from '#core/translation/checks/numbers/months-of.ts'
import { numberTokens } from '#core/translation/checks/numbers/number-tokens.ts'
import { numberWordsOf } from '#core/translation/checks/numbers/number-words-of.ts'
import type { Quantities } from '#core/translation/checks/numbers/quantity.ts'
import { addQuantity, type Reading } from '#core/translation/checks/numbers/reading.ts'
import { monthSays, numberSays } from '#core/translation/checks/numbers/says.ts'
import { shareUnits } from '#core/translation/checks/numbers/shared-units.ts'
import { readWords } from '#core/translation/checks/numbers/word-quantity.ts'

/** A segment has never so many; more are not compared. */
const MAX_QUANTITIES = 1000

/** The quantities of a text in a language. `joinsSpaces` reads "1 240" as one number, which it is in some languages only. */
export function readQuantities(
  written: string,
  language: Language,
  { joinsSpaces = false } = {},
): Quantities {
  const text = written.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
  const words = numberWordsOf(language)
  const months = monthsOf(language)
  const found: Quantities = { quantities: [], orders: [], months: [] }
  const reading: Reading = {
    text,
    words,
    language,
    found,
    tokens: numberTokens(text, words, { joinsSpaces }),
  }
  let index = 0
  while (found.quantities.length < MAX_QUANTITIES) {
    const token = reading.tokens[index]
    if (!token) break
    const month = token.kind === 'word' ? months.get(token.text.toLowerCase()) : undefined
    // English has verbs like these.
    if (month !== undefined && (language !== 'en' || /^\p{Lu}/u.test(token.text))) {
      found.months.push({ month, text: token.text })
      addQuantity(reading, token, { says: [monthSays(month), numberSays(month)] })
      index++
    } else index = token.kind === 'digits' ? readDigits(reading, index) : readWords(reading, index)
  }
  shareUnits(reading)
  return found
}

import { anyOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import type { ListFacts } from '#core/languages/language-facts.ts'
import { wordsIn } from '#core/languages/lists.ts'
import type { Standing } from '#server/features/newsletter/import/standing.ts'

/** Longer texts are no words for a state. */
const MAX_LENGTH = 100

/** A text in lower case, without accents and punctuation: `Désabonné(e)` becomes `desabonne e`. */
export const fold = (text: string): string =>
  foldLetters(text.slice(0, MAX_LENGTH))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Joins what is known of every language, and what is the same everywhere. */
const listed = (part: keyof ListFacts, separator: string, others = ''): ReadonlySet<string> =>
  new Set([wordsIn(others), ...ofEveryLanguage(({ lists }) => lists[part]?.split(separator))].flat())

/** Written where a cell has no value. */
const ABSENT = listed(
  'none',
  ' ',
  'null [null] (null) <null> \\n nil undefined nan na n/a #n/a #null! n.a. - -- --- – — "" \'\' [] {}',
)
const FALSE = listed('no', ' ', 'f 0 n ✗ ✘ ☐')
const TRUE = listed('yes', ' ', 't 1 y x ✓ ✔ ☑')

export const isAbsent = (text: string): boolean => text === '' || ABSENT.has(text.toLowerCase())
const isOneOf = (words: ReadonlySet<string>, text: string): boolean =>
  words.has(text.toLowerCase()) || (/^\p{L}\P{ASCII}*$|^\p{L}{2,10}$/u.test(text) && words.has(fold(text)))
export const isFalse = (text: string): boolean => isOneOf(FALSE, text)
export const isTrue = (text: string): boolean => isOneOf(TRUE, text)

/** Zero, and the moments that programs begin to count at. */
const ZERO_DATE =
  /^(0{1,4}[-./]0{1,2}[-./]0{1,4}|0001-01-01|1899-12-3\d|1900-01-0[01]|1970-01-01|01[./]01[./]1970)(?!\d)/
const DATE_LIKE =
  /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4})(?!\d)|^\d{9,13}$|^(\p{L}{2,9}[.,]? )?(\d{1,2}\.? \p{L}{3,10}|\p{L}{3,10} \d{1,2}),? \d{4}(?!\d)/u

/** True when the cell of a column of dates says that there is no date. */
export const isAbsentDate = (text: string): boolean => isAbsent(text) || isFalse(text) || ZERO_DATE.test(text)
/** True when a text is a date in any notation, which may be ambiguous. */
export const isDateLike = (text: string): boolean => DATE_LIKE.test(text) && !ZERO_DATE.test(text)

/** A pattern for folded words of any language. */
export const wordsFor = (part: keyof ListFacts): string => anyOf(({ lists }) => lists[part])

const SUBSCRIBED = listed('subscribed', ';')
export const NEGATION = new RegExp(`\\b(?:${wordsFor('negation')})\\b`)
const LEAVING = (['complained', 'bounced', 'unconfirmed', 'nonsubscribed', 'unsubscribed'] as const).map(
  (standing) => [standing, new RegExp(wordsFor(standing), 'g')] as const,
)

/**
 * Tells by the words of a status how somebody stands; undefined where they are not known. The stricter of several counts, and a negation has
 * to be part of what is understood.
 */
export function standingByWords(text: string): Standing | undefined {
  const words = fold(text)
  if (SUBSCRIBED.has(words)) return 'subscribed'
  const isNegated = NEGATION.test(words)
  const isSaid = (pattern: RegExp) =>
    words.matchAll(pattern).some(([said]) => !isNegated || NEGATION.test(said))
  return LEAVING.find(([, pattern]) => isSaid(pattern))?.[0]
}

const OPTED_OUT = listed('optedOut', ';')
const startOf = (text: string) => /\p{L}{1,3}/u.exec(text)?.[0].toLowerCase() ?? ''
const OPTED_OUT_STARTS = new Set([...OPTED_OUT].map(startOf))

/** Of most cells, the first letters tell that they are none of the phrases. */
const mayOptOut = (part: string) => OPTED_OUT_STARTS.has(startOf(part)) || /\P{ASCII}/u.test(startOf(part))

/** True when a cell of any column, or one of the tags in it, says that somebody has opted out. */
export const saysOptedOut = (text: string): boolean =>
  text.length <= 200 && text.split(/[,;|]/).some((part) => mayOptOut(part) && OPTED_OUT.has(fold(part)))

import { bareHosts } from '#core/check/text/addresses.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'
import { checkAdditions } from '#core/translation/checks/check-additions.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'
import { ownWordsOfSegment } from '#core/translation/checks/segment-text.ts'
import type { Problem } from '#core/translation/problem.ts'
import { quoteText } from '#server/features/newsletter/compose/notes.ts'

/** Small number words such as "one" are often no numbers. */
const isNumber = ({ isStrict, value }: Quantity) => isStrict || (value !== null && value > 3)

const saysTheSame = (one: Quantity, other: Quantity) =>
  one.meanings.some((meanings) => other.meanings.includes(meanings))

/** Tells whether the units agree; a number without a unit agrees with all. */
const hasUnitOf = (one: Quantity, other: Quantity) =>
  one.units.size === 0 || one.units.has('') || [...one.units].some((unit) => other.units.has(unit))

interface TextBounds {
  language: Language
  /** The source of the text; its numbers, site names and foreign words have to be in it. */
  source: string
  maxLength: number
  /** True if it may have several paragraphs. */
  hasLines?: boolean
}

/** Line breaks of every kind, invisible characters, characters that change the direction, and unassigned ones. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/
/** Stacked combining marks, which would cover the lines around them. */
const PILED_MARKS = /\p{M}{3}/u
const FOREIGN_LETTER = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u

/**
 * Tells why a text of a model cannot be used, as a clause after "because"; null when nothing is found. Such a text may only state what its
 * source states, as plain text in the language.
 */
export function faultOfText(text: string, bounds: TextBounds): string | null {
  const { language, source, maxLength } = bounds
  const added =
    text.length <= maxLength &&
    checkAdditions('', text).find(({ code }) => code !== 'control_character_added')
  if (added) return describeAddition(added)
  const fault = faultOfCharacters(text, bounds)
  if (fault) return fault
  const wrong = faultOfLanguage(text, language)
  if (wrong) return wrong
  const number = findInventedNumber(text, { language, source })
  return number === null ? null : `${quoteText(number)} is not in the article`
}

/** Tells why the characters of a text are not allowed, such as addresses without a scheme; independent of the language. */
export function faultOfCharacters(
  text: string,
  { source, maxLength, hasLines }: Omit<TextBounds, 'language'>,
): string | null {
  if (text.length > maxLength) return `it has more than ${maxLength} characters`
  if (!/[\p{L}\p{N}]/u.test(text)) return 'there are no words in it'
  const hidden = text.match(HIDDEN)?.find((character) => !(hasLines && character === '\n'))
  if (hidden !== undefined)
    return LINE_BREAK.test(hidden)
      ? 'it has a line break'
      : `it has the invisible character ${codePoint(hidden)}`
  if (PILED_MARKS.test(text)) return 'it has letters with piled up marks'
  const site = bareHosts(text).find((name) => !source.includes(name))
  if (site !== undefined) return `${quoteText(site)} is an address that the article does not name`
  const words: string[] = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const foreign = words.find((word) => FOREIGN_LETTER.test(word) && !source.includes(word))
  return foreign === undefined ? null : `${quoteText(foreign)} is in another alphabet`
}

/** Language detection needs about a hundred letters, so that short texts have to be joined. */
export function faultOfLanguage(text: string, language: Language): string | null {
  const [problem] = checkLanguage(ownWordsOfSegment(text), language)
  return problem?.code === 'wrong_language'
    ? `it is in ${englishNameOf(problem.detected)}: ${quoteText(problem.quote)}`
    : null
}

function describeAddition(problem: Problem): string {
  switch (problem.code) {
    case 'address_added':
      return `it has the address ${quoteText(problem.what)}`
    case 'html_added':
      return `it has HTML: ${quoteText(problem.what)}`
    case 'markdown_added':
      return `it has Markdown: ${quoteText(problem.target)}`
    case 'placeholder_added':
      return `it has the placeholder ${quoteText(problem.what)}`
    default:
      return 'it has what no plain text has'
  }
}

const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The first number of a text, with its unit, that is not in the source; null when there is none. Both are in the same language. */
export function findInventedNumber(
  text: string,
  { language, source }: { language: Language; source: string },
): string | null {
  const known = readQuantities(source, language)
  const said = readQuantities(text, language)
  const isKnown = (quantity: Quantity) =>
    known.quantities.some((other) => saysTheSame(quantity, other) && hasUnitOf(quantity, other))
  const number = said.quantities.find((quantity) => isNumber(quantity) && !isKnown(quantity))
  if (number) return number.text
  const orders = new Set(known.orders.map(({ factor }) => factor))
  const order = said.orders.find(
    ({ factor }) =>
      factor >= 1e6 &&
      !orders.has(factor) &&
      // “Millions of …” agrees with 40 million in the source.
      !known.quantities.some(({ value }) => value !== null && value >= factor && value < factor * 1000),
  )
  return order?.text ?? null
}

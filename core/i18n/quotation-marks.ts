import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'

const OPENING = '«»‹›„“‟"‚‘‛'
const CLOSING = '«»‹›“”‟"’‘'
const MARKED = new RegExp(`^[${OPENING}'].*[${CLOSING}']$`, 'su')

/** The marks of a quotation in a language; `depth` is the number of quotations around it. */
export function quotationMarks(language: Language, depth = 0): readonly [open: string, close: string] {
  const { outer, inner } = (factsOf(language) ?? ENGLISH).quotationMarks
  return depth % 2 === 0 ? outer : inner
}

/** Puts a text into the marks of its language, unless it has some. */
export function quote(text: string, language: Language): string {
  const [open, close] = quotationMarks(language)
  return isQuoted(text) ? text : `${open}${text}${close}`
}

/** Returns true if a text has marks at both ends, or is between some. */
export function isQuoted(text: string, before = '', after = ''): boolean {
  const isBetween = before !== '' && after !== '' && OPENING.includes(before) && CLOSING.includes(after)
  return isBetween || MARKED.test(text.trim())
}

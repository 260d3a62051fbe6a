import type { Language } from '#core/i18n/languages.ts'

/** The marks around a quotation, and around one in it; French has spaces inside of them. */
interface QuotationMarks {
  outer: readonly [open: string, close: string]
  inner: readonly [open: string, close: string]
}

const ENGLISH: QuotationMarks = { outer: ['“', '”'], inner: ['‘', '’'] }
const SPANISH: QuotationMarks = { outer: ['«', '»'], inner: ['“', '”'] }
const MARKS: Partial<Record<Language, QuotationMarks>> = {
  es: SPANISH,
  fr: { outer: ['«\u00A0', '\u00A0»'], inner: ['“', '”'] },
  de: { outer: ['„', '“'], inner: ['‚', '‘'] },
  it: SPANISH,
}
const OPENING = '«»‹›„“‟"‚‘‛'
const CLOSING = '«»‹›“”‟"’‘'
const MARKED = new RegExp(`^[${OPENING}'].*[${CLOSING}']$`, 'su')

/** The marks of a quotation in a language; `depth` is how many quotations are around it. */
export function quotationMarks(language: Language, depth = 0): readonly [open: string, close: string] {
  const { outer, inner } = MARKS[language] ?? ENGLISH
  return depth % 2 === 0 ? outer : inner
}

/** Puts a text into the marks of its language, unless it has some. */
export function quote(text: string, language: Language): string {
  const [open, close] = quotationMarks(language)
  return isQuoted(text) ? text : `${open}${text}${close}`
}

/** Whether a text has marks at both ends, or stands between some. */
export function isQuoted(text: string, before = '', after = ''): boolean {
  const isBetween = before !== '' && after !== '' && OPENING.includes(before) && CLOSING.includes(after)
  return isBetween || MARKED.test(text.trim())
}

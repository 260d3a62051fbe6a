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
const MARKED = /^[«»‹›„“”‟"‚‘’‛'].*[«»‹›„“”‟"‚‘’‛']$/su

/** Puts a text into the marks of its language, unless it has some. `depth` is how many quotations are around it. */
export function quote(text: string, language: Language, depth = 0): string {
  if (MARKED.test(text)) return text
  const { outer, inner } = MARKS[language] ?? ENGLISH
  const [open, close] = depth % 2 === 0 ? outer : inner
  return `${open}${text}${close}`
}

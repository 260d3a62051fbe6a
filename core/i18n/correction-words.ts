import type { Language } from '#core/i18n/languages.ts'
import { quote } from '#core/i18n/quotation-marks.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** The text of a correction of these changes for readers, in whole sentences of at most `longest` characters together. */
export function writeCorrection(
  changes: readonly { before: string; after: string | null }[],
  language: Language,
  longest: number,
): string {
  const { said, right, wrong } = (factsOf(language) ?? ENGLISH).corrections
  return changes.reduce((text, { before, after }) => {
    const told = `${said(quote(before, language))} ${after === null ? wrong : right(quote(after, language))}`
    const longer = text === '' ? told : `${text}\n${told}`
    return longer.length <= longest ? longer : text
  }, '')
}

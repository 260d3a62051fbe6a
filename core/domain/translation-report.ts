import type { Row } from '#core/data/database.types.ts'
/** The limit for each of the two texts of a report. */
export const MAX_REPORT_LENGTH = 1000

/** The report of a reader about an error in a translation. */
export type TranslationReport = Row<'translation_reports'>

export interface ReportAnswer {
  status: 'received' | 'gone' | 'too_many'
}

export type ReportInput = Pick<TranslationReport, 'quote' | 'comment'>

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Checks a reader's text: returns it trimmed, or null when there is no sentence, too much, or something that is not text. */
export function checkTranslationReport(typed: ReportInput): ReportInput | null {
  const [quote, comment] = [typed.quote, typed.comment].map((text) => text.replace(/\r\n?/g, '\n').trim())
  if (!quote || comment === undefined || !VISIBLE.test(quote)) return null
  return [quote, comment].every(isText) ? { quote, comment } : null
}

/** PostgreSQL cannot store a NUL, nor half of a character. */
function isText(text: string): boolean {
  return [...text].length <= MAX_REPORT_LENGTH && !text.includes('\0') && text.isWellFormed()
}
